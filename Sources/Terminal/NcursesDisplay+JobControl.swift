import CCurses
import Foundation
import Screen
import Signals
import Text

/// Living in a shell: signals, stopping and continuing, lending the terminal to a browser, the end.
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
    // While a browser has the terminal, Ctrl-C there is meant for the browser, though it reaches the whole job.
    if signals.end(whileHere: phase == .here) { return end() }
    if signals.contains(.stop) {
      stop(wholeJob: false)
    } else if signals.contains(.continue), phase == .here {
      // Stopped by a signal that nobody can catch, and back: whatever the shell has done to the screen is undone.
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
    // A browser that has the terminal keeps it: it is stopped together with this program, and continued too.
    let isHere = phase == .here
    if isHere {
      suspensionInput.send(value: true)
      lend()
    }
    let arrived = stopUntilContinued(wholeJob: wholeJob, isHere: isHere)
    // The shell has the terminal, and keeps it.
    if arrived.end(whileHere: isHere) { return end() }
    if isHere {
      takeBackAndTell()
      suspensionInput.send(value: false)
    }
    // That it was continued is known; what else came meanwhile is not.
    take(arrived.subtracting([.stop, .continue]))
  }

  /// Stops until the program is to go on or to end. Continued in the background (`bg`) it can do nothing without a terminal,
  /// and stops again.
  ///
  /// - Returns: what came meanwhile.
  private func stopUntilContinued(wholeJob: Bool, isHere: Bool) -> ArrivedSignals {
    signals_stop_process(wholeJob)
    var arrived = ArrivedSignals(rawValue: signals_take())
    while isHere, !arrived.end(whileHere: true), tty_is_in_background(input) {
      // `kill %1` sends a signal before it continues the job, but another thread may be the one that takes it; and the job
      // may be continued a moment before it is given the terminal.
      signals_wait(Self.settlingTime)
      arrived.formUnion(ArrivedSignals(rawValue: signals_take()))
      guard !arrived.end(whileHere: true), tty_is_in_background(input) else { break }
      // `bg` continued the whole job.
      signals_stop_process(true)
      arrived.formUnion(ArrivedSignals(rawValue: signals_take()))
    }
    return arrived
  }

  /// For so long after it was continued the program does not trust what it sees of its job, in milliseconds.
  private static let settlingTime: CInt = 100

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

  /// The terminal is gone, or the program was told to end.
  func end() {
    // A descriptor that has hung up is ready for ever.
    inputWatch?.dispose()
    endingInput.send(value: ())
    endingInput.sendCompleted()
  }

  public func open(_ address: URL) throws(DisplayRefusal) {
    guard Browser.isAllowed(address) else {
      throw DisplayRefusal("Only http and https addresses are opened in a browser.")
    }
    guard phase == .here else { throw DisplayRefusal("The terminal is in use.") }
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

  private func hasEnded(_ browser: Browser, _ failure: String?) {
    if browser.needsTerminal { takeBackAndTell() }
    if let failure {
      browserFailureInput.send(value: "\(browser.name) \(SafeText(oneLine: failure)): set BROWSER to another one.")
    }
    UI.frames.hurry()
  }
}

/// The signals that came since they were last asked for.
private struct ArrivedSignals: OptionSet {
  var rawValue: UInt32
  static let interrupt = ArrivedSignals(rawValue: 1 << UInt32(SIGINT))
  static let terminate = ArrivedSignals(rawValue: 1 << UInt32(SIGTERM))
  static let hangUp = ArrivedSignals(rawValue: 1 << UInt32(SIGHUP))
  static let stop = ArrivedSignals(rawValue: 1 << UInt32(SIGTSTP))
  static let `continue` = ArrivedSignals(rawValue: 1 << UInt32(SIGCONT))
  static let windowSize = ArrivedSignals(rawValue: 1 << UInt32(SIGWINCH))

  /// Whether one of them ends the program; Ctrl-C only while no other program has the terminal.
  func end(whileHere isHere: Bool) -> Bool {
    !isDisjoint(with: isHere ? [.terminate, .hangUp, .interrupt] : [.terminate, .hangUp])
  }
}
