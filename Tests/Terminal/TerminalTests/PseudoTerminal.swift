import Foundation

/// A terminal of the test's own: the display draws on one end, the test types at the other and sees what was written.
final class PseudoTerminal: Sendable {
  /// The end that the program has.
  let path: String
  let slave: CInt
  private let master: CInt

  /// For how many seconds output is waited for. On a busy machine a child may begin late.
  static let patience: TimeInterval = 100

  /// `TIOCSPTLCK` and `TIOCGPTN` of Linux' `asm-generic/ioctls.h`, macros that Swift cannot import.
  private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

  init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    // What posix_openpt, unlockpt and ptsname do; Swift's Glibc module has none of them.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (unlocked, number): (CInt, CInt) = (0, 0)
    guard ioctl(master, Self.setLock, &unlocked) == 0, ioctl(master, Self.getNumber, &number) == 0 else {
      throw POSIXError(.ENODEV)
    }
    path = "/dev/pts/\(number)"
    slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    resize(columns: columns, rows: rows)
  }

  deinit {
    close(master)
    close(slave)
  }

  /// The terminal goes away, as when its window is closed. Nothing can be typed or read after that.
  func hangUp() {
    // The number stays taken, so that what is opened meanwhile is not closed in its place.
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(nothing, master)
    close(nothing)
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
  }

  func type(_ text: String) {
    var bytes = Array(text.utf8)
    _ = write(master, &bytes, bytes.count)
  }

  /// What has been written and not been read yet, up to and with `end`.
  ///
  /// - Throws: when `end` does not come for so long that it never will.
  func output(until end: String) throws -> String {
    var bytes: [UInt8] = []
    while !bytes.suffix(end.utf8.count).elementsEqual(end.utf8) {
      var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      var byte: UInt8 = 0
      guard poll(&ready, 1, CInt(Self.patience * 1_000)) == 1, read(master, &byte, 1) == 1 else {
        throw NeverCame(what: end, instead: String(decoding: bytes, as: UTF8.self))
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What there is to read just now.
  func arrived() -> [UInt8] {
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    var bytes = [UInt8](repeating: 0, count: 4_096)
    guard poll(&ready, 1, 0) == 1 else { return [] }
    let count = read(master, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  /// What has been written and not been read yet. The system hands it over in its own time, so a mark of the test's own
  /// goes after it.
  func outputSoFar() throws -> String {
    let mark = "\u{5}"
    write(slave, mark, mark.utf8.count)
    return String(try output(until: mark).dropLast(mark.count))
  }

  /// Whether it is as a shell has it, lines and echo: not raw.
  var isCooked: Bool {
    var modes = termios()
    guard tcgetattr(slave, &modes) == 0 else { return false }
    return modes.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == tcflag_t(ICANON | ECHO | ISIG)
  }

  struct NeverCame: Error, CustomStringConvertible {
    var what: String
    var instead: String
    var description: String { "\(what.debugDescription) never came, but \(instead.debugDescription)" }
  }
}
