import CCurses
import Foundation
import Screen
import Signals
import Text

/// The real terminal, through ncurses.
///
/// ncurses knows the terminal's description, decodes its keys, and enters and leaves its screen; ``Painter`` writes the frames.
/// Features that ncurses lacks (paste, clipboard, mouse encoding) are here, and so is job control: stopping, continuing, ending,
/// and restoring the terminal, even after a crash.
///
/// There is at most one in a process, because ncurses' state is global.
@UI
public final class NcursesDisplay: Display {
  public let theme: Theme
  public internal(set) var palette: TerminalPalette?
  public private(set) var size: Size
  public let keys: Signal<KeyEvent, Never>
  public let mouse: Signal<MouseEvent, Never>
  public let resizes: Signal<Size, Never>
  public let suspensions: Signal<Bool, Never>
  public let endings: Signal<Void, Never>
  public let programFailures: Signal<SafeText, Never>

  // The observers of those signals.
  let keyInput: Signal<KeyEvent, Never>.Observer
  let mouseInput: Signal<MouseEvent, Never>.Observer
  let resizeInput: Signal<Size, Never>.Observer
  let suspensionInput: Signal<Bool, Never>.Observer
  let endingInput: Signal<Void, Never>.Observer
  let programFailureInput: Signal<SafeText, Never>.Observer

  let input: CInt
  let output: CInt
  let environment: [String: String]
  let clipboard: Sequences.ClipboardWay?
  let notificationWay: NotificationWay?
  let titleWay: Sequences.TitleWay?
  /// The window's title, and the one that was written last.
  var title: SafeText?
  var writtenTitle: SafeText?
  let hasMouse: Bool
  /// Whether the mouse belongs to the terminal until the next key.
  var isMouseReleased = false
  /// The terminal's modes before the program, and those that the program sets.
  private let modesBefore: termios
  private let modesHere: termios
  /// The sequences that restore the terminal where nothing else can be written.
  private let restoration: [UInt8]

  /// Whether the terminal can be expected to answer questions, and whether colours depend on its background.
  let asksQuestions: Bool
  let asksForBackground: Bool
  var question = Question.notAsked
  var questionTimeout: (any Disposable)?

  let writer: TerminalWriter
  /// Gets what passes between the program and the terminal, for a recording.
  let traffic: Signal<TerminalTraffic, Never>.Observer?
  var painter: Painter
  /// The newest frame, while the terminal has not read the output before it.
  private var waiting: Canvas?
  var phase = Phase.here
  /// `nil` while the terminal is this program's or the shell's.
  var borrower: Borrower?
  /// The pages that follow the one in the browser that has the terminal; `nil` without such a browser.
  var pagesToOpen: [URL]?

  var decoder = InputDecoder()
  var paste: PasteCollector?
  /// The bytes of a key that is being read, for ``traffic``.
  var typed: [UInt8] = []
  /// Ends a sequence or a paste that does not continue.
  var inputTimeout: (any Disposable)?
  /// Set only while the terminal belongs to this program: a program that has it reads the keys.
  var inputWatch: (any Disposable)?
  /// Watches the input again after bytes could not be read.
  var inputRetry: (any Disposable)?
  /// The times in succession that they could not.
  var unreadableTimes = 0
  var signalWatch: (any Disposable)?

  /// The owner of the terminal.
  enum Phase {
    case here
    /// The shell, or a program that runs in the terminal (``borrower``).
    case lent
    case closed
  }

  /// Takes over the terminal.
  ///
  /// - Parameters:
  ///   - ascii: Whether to draw only ASCII, whatever the terminal and the locale allow.
  ///   - input: The source of keys: standard input, except in tests with a terminal of their own.
  ///   - output: The descriptor of the screen.
  ///   - environment: `TERM`, the locale's names, `NO_COLOR`, `COLORTERM`, `TMUX`, `STY`, `SHELL`, `BROWSER` and what
  ///     terminals name themselves by are read, and a browser gets all of it: it must contain no secrets.
  ///   - traffic: Gets what passes between the program and the terminal.
  /// - Throws: if this is not a terminal that can be drawn on; it is left unchanged then.
  public init(
    ascii: Bool = false, input: CInt = STDIN_FILENO, output: CInt = STDOUT_FILENO,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    traffic: Signal<TerminalTraffic, Never>.Observer? = nil
  ) throws(TerminalError) {
    let type = try TerminalType(input: input, output: output, ascii: ascii, environment: environment)
    var modes = termios()
    guard tcgetattr(output, &modes) == 0 else { throw .refused(String(cString: strerror(errno))) }
    writer = try TerminalWriter(terminal: output, traffic: traffic)
    self.traffic = traffic
    let start = Self.terminalSize(output) ?? Self.size(in: environment)
    guard screen_open(type.name, input, output, CInt(start.height), CInt(start.width)) else {
      throw .refused("ncurses does not start on \(type.name)")
    }

    theme = Theme(
      colours: Theme.Colours(available: type.colours), hasTrueColour: type.hasTrueColour, isASCII: type.isASCII)
    painter = Painter(
      description: .loaded(), colours: theme.colours.rawValue, writesLinks: TerminalType.takesLinks(type.name))
    modesBefore = modes
    tcgetattr(output, &modes)
    modesHere = modes
    palette = type.palette
    asksQuestions = type.answersQuestions
    asksForBackground = type.answersQuestions && theme.colours != .none
    hasMouse = terminfo_string("kmous") != nil
    notificationWay = TerminalType.notificationWay(term: type.name, environment: environment)
    titleWay = type.titleWay
    restoration = Sequences.restoration(mouse: hasMouse, title: type.titleWay)
    clipboard = type.clipboard
    (self.input, self.output, self.environment) = (input, output, environment)
    size = Size(width: Int(screen_columns()), height: Int(screen_rows()))
    (keys, keyInput) = Signal.pipe()
    (mouse, mouseInput) = Signal.pipe()
    (resizes, resizeInput) = Signal.pipe()
    (suspensions, suspensionInput) = Signal.pipe()
    (endings, endingInput) = Signal.pipe()
    (programFailures, programFailureInput) = Signal.pipe()

    // Mouse reports are decoded by `MouseProtocol`; ncurses would consume their beginning.
    screen_forget_key(KEY_MOUSE)
    screen_forget_keypad()
    writer.catchUps.observeValues { [weak self] in
      UI.assumeIsolated {
        if let self, let canvas = self.waiting { self.show(canvas) }
      }
    }
    traffic?.send(value: .begins(size))
    takeOver()
    takeSize()
    watchSignals()
  }

  // MARK: - Drawing

  public func show(_ canvas: Canvas) {
    guard phase == .here else { return }
    guard !writer.isBehind else {
      waiting = canvas
      return
    }
    waiting = nil
    writer.write(painter.show(canvas))
    writeTitle()
    askQuestions()
  }

  public func invalidate() { painter.invalidate() }

  public func copy(_ text: SafeText) throws(DisplayRefusal) {
    guard phase == .here else { throw DisplayRefusal("Try again when the program in the terminal has ended") }
    guard !writer.isBehind else { throw DisplayRefusal("Try again: the terminal takes no output now") }
    guard let clipboard else { throw DisplayRefusal("This terminal has no clipboard to copy to") }
    guard let sequence = Sequences.copy(text, by: clipboard) else {
      throw DisplayRefusal("That is longer than a terminal’s clipboard takes")
    }
    writer.write(sequence)
  }

  public func ring() {
    // Between two sequences BEL can only ring the bell (ECMA-48, 8.3.3).
    if phase == .here, !writer.isBehind { writer.write(Sequences.bell) }
  }

  public func releaseMouse() {
    guard phase == .here, hasMouse else { return }
    isMouseReleased = true
    writer.write(Sequences.mouseModes(on: false))
  }

  func takeMouseBack() {
    guard isMouseReleased else { return }
    isMouseReleased = false
    if phase == .here { writer.write(Sequences.mouseModes(on: true)) }
  }

  // MARK: - Having the terminal

  /// Sets up everything that ncurses does not do, and prepares what must be ready before anything can fail.
  func takeOver() {
    var modes = modesBefore
    crash_guard_arm(writer.descriptor, &modes, restoration.map(CChar.init(bitPattern:)), restoration.count)
    kept_errors_begin()
    isMouseReleased = false
    writer.writeScreen()
    writer.write(Sequences.modes(on: true, mouse: hasMouse))
    if let titleWay { writer.write(Sequences.titleBegins(by: titleWay)) }
    writtenTitle = nil
    writeTitle()
    watchInput()
  }

  /// Lends the terminal to another program: the shell or a browser.
  ///
  /// - Parameter isForGood: Whether this program does not take it back.
  func lend(isForGood: Bool = false) {
    guard phase == .here else { return }
    awaitAnswer(isForGood: isForGood)
    phase = .lent
    endInput()
    inputTimeout?.dispose()
    writer.write(Sequences.modes(on: false, mouse: hasMouse))
    if let titleWay { writer.write(Sequences.titleEnds(by: titleWay)) }
    screen_leave()
    writer.writeScreen()
    writer.finish(orElse: restoration)
    setModes(modesBefore)
    crash_guard_disarm()
    kept_errors_end()
    if !isForGood { traffic?.send(value: .lent) }
  }

  /// Takes the terminal back and restores its contents. The caller then asks for a frame with the changes since.
  func takeBack() {
    guard phase == .lent else { return }
    phase = .here
    traffic?.send(value: .returned)
    setModes(modesHere)
    takeOver()
    takeSize()
    screen_return()
    writer.writeScreen()
    let shown = painter.shown
    painter.invalidate()
    if shown.size == size { writer.write(painter.show(shown)) }
  }

  /// Sets modes immediately: ncurses would wait until the terminal has read all output, which may never happen.
  private func setModes(_ modes: termios) {
    var modes = modes
    tcsetattr(output, TCSANOW, &modes)
  }

  /// Restores the terminal permanently. Every program that opened a display must call this at its end.
  public func close() {
    guard phase != .closed else { return }
    // If the program was stopped by SIGSTOP and ended in the background, it must not be stopped again.
    signals_hold_terminal_stop(true)
    defer { signals_hold_terminal_stop(false) }
    lend(isForGood: true)
    signals_ignore_quit(false)
    phase = .closed
    signalWatch?.dispose()
    screen_close()
    signals_release()
  }

  /// Asks the terminal for its size.
  ///
  /// - Returns: whether the size has changed.
  @discardableResult
  func takeSize() -> Bool {
    guard let now = Self.terminalSize(output) else { return false }
    screen_resize(CInt(now.height), CInt(now.width))
    guard now != size else { return false }
    size = now
    traffic?.send(value: .resized(now))
    return true
  }

  /// The largest screen that is drawn on, more than any monitor shows; the rest of a larger one stays empty. A terminal can
  /// claim 65,535 rows, for which there would be no memory, and at which ncurses crashes.
  static let largestSize = Size(width: 1_000, height: 500)

  private static func terminalSize(_ output: CInt) -> Size? {
    var (rows, columns): (CInt, CInt) = (0, 0)
    guard tty_size(output, &rows, &columns) else { return nil }
    return Size(width: min(Int(columns), largestSize.width), height: min(Int(rows), largestSize.height))
  }

  /// Returns the size in the environment, for a terminal that does not know its own, such as a serial line; 0 where there is
  /// none.
  private static func size(in environment: [String: String]) -> Size {
    func number(_ name: String, _ largest: Int) -> Int {
      max(0, min(environment[name].flatMap { Int($0) } ?? 0, largest))
    }
    return Size(width: number("COLUMNS", largestSize.width), height: number("LINES", largestSize.height))
  }
}

extension Theme.Colours {
  /// Creates the number of usable colours. Terminals with more than 256 take red, green and blue values, and have only eight
  /// by index.
  init(available colours: Int) {
    switch colours {
    case 256: self = .many
    case 16..<256: self = .sixteen
    case 8...: self = .eight
    default: self = .none
    }
  }
}
