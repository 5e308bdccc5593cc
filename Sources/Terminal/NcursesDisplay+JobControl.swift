import CCurses
import Foundation
import Processes
import Screen
import Signals
import Text

/// Job control: signals, stopping and continuing, lending the terminal to another program, and the end.
extension NcursesDisplay {
  func watchSignals() {
    let descriptor = signals_catch()
    guard descriptor >= 0 else { return }
    signalWatch = UI.watch(descriptor, for: .readable) { [weak self] _ in
      self?.take(ArrivedSignals(rawValue: signals_take()))
      UI.frames.hurry()
    }
  }

  private func take(_ signals: ArrivedSignals) {
    // While a browser has the terminal, Ctrl-C is meant for the browser, although it is sent to the whole job.
    if signals.end(whileHere: phase == .here) { return end() }
    if signals.contains(.stop) {
      stop(wholeJob: false)
    } else if signals.contains(.continue), phase == .here {
      // Stopped by SIGSTOP and continued: restores the screen that the shell has changed.
      lend()
      takeBack()
    }
    if signals.contains(.windowSize), phase == .here { resize() }
  }

  public func suspend() {
    stop(wholeJob: true)
    UI.frames.hurry()
  }

  private func stop(wholeJob: Bool) {
    guard phase != .closed else { return }
    // A browser that has the terminal keeps it: it is stopped and continued together with this program.
    let isHere = phase == .here
    if isHere {
      suspensionInput.send(value: true)
      lend()
    }
    let arrived = stopUntilContinued(wholeJob: wholeJob, isHere: isHere)
    // The shell has the terminal and keeps it.
    if arrived.end(whileHere: isHere) { return end() }
    if isHere {
      takeBackAndTell()
      suspensionInput.send(value: false)
    }
    // The continuation has been handled; other signals may have come in the meantime.
    take(arrived.subtracting([.stop, .continue]))
  }

  /// Stops until the program is continued or ended. If it is continued in the background (`bg`), it has no terminal and stops
  /// again.
  ///
  /// - Returns: the signals that came in the meantime.
  private func stopUntilContinued(wholeJob: Bool, isHere: Bool) -> ArrivedSignals {
    signals_stop_process(wholeJob)
    var arrived = ArrivedSignals(rawValue: signals_take())
    while isHere, !arrived.end(whileHere: true), tty_is_in_background(input) {
      // `kill %1` sends a signal before it continues the job, but another thread may receive it; and the job may be continued
      // a moment before it gets the terminal.
      signals_wait(Self.settlingTime)
      arrived.formUnion(ArrivedSignals(rawValue: signals_take()))
      guard !arrived.end(whileHere: true), tty_is_in_background(input) else { break }
      // `bg` continued the whole job.
      signals_stop_process(true)
      arrived.formUnion(ArrivedSignals(rawValue: signals_take()))
    }
    return arrived
  }

  /// The time in milliseconds after a continuation in which the state of the job may still be changing.
  private static let settlingTime: CInt = 100

  /// Takes the terminal back from a program, without the keys that the program left unread: they, and late answers of the
  /// terminal to its questions, were not meant as commands.
  private func takeBackWithoutInput() {
    tcflush(input, TCIFLUSH)
    takeBackAndTell()
  }

  private func takeBackAndTell() {
    let sizeBefore = size
    takeBack()
    if size != sizeBefore { resizeInput.send(value: size) }
  }

  private func resize() {
    guard takeSize() else { return }
    invalidate()
    resizeInput.send(value: size)
  }

  /// Ends the display, because the terminal is gone or the program was told to end.
  func end() {
    // A descriptor that was hung up stays ready.
    inputWatch?.dispose()
    endingInput.send(value: ())
    endingInput.sendCompleted()
  }

  public func open(_ address: URL) throws(DisplayRefusal) {
    guard Browser.isAllowed(address) else {
      throw DisplayRefusal("Only http and https addresses are opened in a browser.")
    }
    guard phase == .here else { throw DisplayRefusal("Try again when the program in the terminal has ended") }
    let path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    for browser in Browser.candidates(for: address, environment: environment) where browser.isInstalled(path: path) {
      if browser.needsTerminal { lend() }
      let start = ContinuousClock.now
      let hasStarted = browser.start(environment: environment) { [weak self] exit in
        let failure = ContinuousClock.now - start < Browser.startingTime ? exit.failure : nil
        Task { @UI in self?.hasEnded(browser, failure) }
      }
      if hasStarted { return }
      if browser.needsTerminal { takeBack() }
    }
    throw DisplayRefusal("No browser could be started: set BROWSER to the name of one.")
  }

  public func run(_ words: [String], input: SafeText?) throws(DisplayRefusal) {
    guard phase == .here else { throw DisplayRefusal("Try again when the program in the terminal has ended") }
    // A path from the home folder, which no shell expands.
    let words =
      words.prefix(1).map { word in
        word.begins(with: "~/") ? environment["HOME"].map { $0 + word.dropFirst() } ?? word : word
      } + words.dropFirst()
    let name = SafeText(oneLine: words.first?.pathNames.last ?? "")
    do throws(ChildError) {
      // Before the terminal is lent, so that the screen does not flicker in vain.
      try Child.check(words.first ?? "")
      lend()
      _ = try Child(
        words, environment: environment, streams: .inherited, input: input.map { Data($0.string.utf8) }
      ) { [weak self] exit in
        Task { @UI in self?.hasEnded(name, exit) }
      }
    } catch {
      takeBack()
      throw DisplayRefusal("\(name) cannot be run: \(SafeText(oneLine: error.reason))")
    }
  }

  private func hasEnded(_ name: SafeText, _ exit: ChildExit) {
    takeBackWithoutInput()
    if let failure = exit.failure { programFailureInput.send(value: "\(name) \(SafeText(oneLine: failure))") }
    UI.frames.hurry()
  }

  private func hasEnded(_ browser: Browser, _ failure: String?) {
    if browser.needsTerminal { takeBackWithoutInput() }
    if let failure {
      programFailureInput.send(value: "\(browser.name) \(SafeText(oneLine: failure)): set BROWSER to another one.")
    }
    UI.frames.hurry()
  }
}

/// The signals that have arrived since the last call.
private struct ArrivedSignals: OptionSet {
  var rawValue: UInt32
  static let interrupt = ArrivedSignals(rawValue: 1 << UInt32(SIGINT))
  static let terminate = ArrivedSignals(rawValue: 1 << UInt32(SIGTERM))
  static let hangUp = ArrivedSignals(rawValue: 1 << UInt32(SIGHUP))
  static let stop = ArrivedSignals(rawValue: 1 << UInt32(SIGTSTP))
  static let `continue` = ArrivedSignals(rawValue: 1 << UInt32(SIGCONT))
  static let windowSize = ArrivedSignals(rawValue: 1 << UInt32(SIGWINCH))

  /// Returns whether one of them ends the program. Ctrl-C does so only while no other program has the terminal.
  func end(whileHere isHere: Bool) -> Bool {
    !isDisjoint(with: isHere ? [.terminate, .hangUp, .interrupt] : [.terminate, .hangUp])
  }
}
