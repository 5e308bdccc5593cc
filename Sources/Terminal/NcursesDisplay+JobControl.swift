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
    if signals.contains(.interrupt), whereabouts == .here { end() }
    if !signals.isDisjoint(with: [.terminate, .hangUp]) { end() }
    if signals.contains(.stop) {
      stop(wholeJob: false)
    } else if signals.contains(.continue), whereabouts == .here {
      // Stopped by a signal that nobody can catch, and back: whatever the shell has done to the screen is undone.
      lend()
      takeBack()
    }
    if signals.contains(.windowSize), whereabouts == .here { resize() }
  }

  public func suspend() {
    stop(wholeJob: true)
    UI.frames.hurry()
  }

  private func stop(wholeJob: Bool) {
    guard whereabouts != .closed else { return }
    // A browser that has the terminal keeps it: it is stopped together with this program, and continued too.
    let isHere = whereabouts == .here
    if isHere {
      suspensionInput.send(value: true)
      lend()
    }
    signals_stop_process(wholeJob)
    if isHere {
      takeBackAndTell()
      suspensionInput.send(value: false)
    }
    // That it was continued is known; what else came meanwhile is not.
    take(ArrivedSignals(rawValue: signals_take()).subtracting([.stop, .continue]))
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

  /// The terminal is gone, or the program was told to end.
  func end() {
    // A descriptor that has hung up is ready for ever.
    inputWatch?.dispose()
    endingInput.send(value: ())
    endingInput.sendCompleted()
  }

  public func open(_ address: URL) -> SafeText? {
    guard Browser.isAllowed(address) else { return "Only http and https addresses are opened in a browser." }
    guard whereabouts == .here else { return "The terminal is in use." }
    let path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    for browser in Browser.candidates(for: address, environment: environment) where browser.isInstalled(path: path) {
      if browser.needsTerminal { lend() }
      if let process = browser.start() {
        waitForEnd(of: process) { [weak self] in
          guard browser.needsTerminal else { return }
          Task { @UI in self?.browserHasEnded() }
        }
        return nil
      }
      if browser.needsTerminal { takeBack() }
    }
    return "No browser could be started: set BROWSER to the name of one."
  }

  private func browserHasEnded() {
    takeBackAndTell()
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
}
