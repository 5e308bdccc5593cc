import CCurses
import Foundation
import Screen
import Signals

/// Job control: signals, stopping and continuing, and the end.
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
    } else if signals.contains(.continue) {
      // Stopped by SIGSTOP and continued: restores the screen that the shell has changed.
      if phase == .here {
        lend()
        takeBack()
      }
      resumeProgram()
    }
    if signals.contains(.windowSize), phase == .here { resize() }
  }

  public func suspend() {
    stop(wholeJob: true)
    UI.frames.hurry()
  }

  func stop(wholeJob: Bool) {
    guard phase != .closed else { return }
    // A program that has the terminal keeps it: it is stopped and continued together with this one.
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
    } else {
      resumeProgram()
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
      // Without a shell nothing stops it, and nobody would give the terminal back.
      guard arrived.contains(.continue) else {
        tty_set_foreground(input, getpgrp())
        break
      }
      // `bg` continued the whole job.
      signals_stop_process(true)
      arrived.formUnion(ArrivedSignals(rawValue: signals_take()))
    }
    return arrived
  }

  /// The time in milliseconds after a continuation in which the state of the job may still be changing.
  private static let settlingTime: CInt = 100

  func takeBackAndTell() {
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
    endInput()
    endingInput.send(value: ())
    endingInput.sendCompleted()
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
