// A stopwatch in the terminal: space starts and stops it, l keeps a lap, r begins again, q quits.

import Signals

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@main enum Main {
  static func main() {
    let isTerminal = isatty(STDIN_FILENO) == 1
    var modes = termios()
    tcgetattr(STDIN_FILENO, &modes)
    let before = modes
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    if isTerminal { tcsetattr(STDIN_FILENO, TCSANOW, &modes) }
    defer { if isTerminal { tcsetattr(STDIN_FILENO, TCSANOW, [before]) } }

    let (keys, input) = Signal<Character, Never>.pipe()
    let stopwatch = Stopwatch(keys: keys, on: QueueScheduler(name: "clock"))
    let shown = stopwatch.face.map(\.lines).skipRepeats()
    shown.producer.startWithValues { lines in
      // Clear the screen and go to its corner; in a file, a picture follows the other.
      print(isTerminal ? "\u{1B}[2J\u{1B}[H" : "", lines.joined(separator: "\n"), separator: "")
      fflush(nil)
    }
    var byte: UInt8 = 0
    while read(STDIN_FILENO, &byte, 1) == 1, byte != UInt8(ascii: "q") {
      input.send(value: Character(UnicodeScalar(byte)))
    }
  }
}
