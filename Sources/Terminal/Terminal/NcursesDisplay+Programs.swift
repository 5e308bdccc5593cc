import CCurses
import Foundation
import Processes
import Screen
import Signals
import Text

/// Programs that are started from here, and the terminal that some of them get until they end.
///
/// They run in the process group of this program, so that the terminal's signals reach both, unless they make a group of their own,
/// as a shell does.
extension NcursesDisplay {
  /// A program that has the terminal.
  struct Borrower {
    var child: Child
    /// Whether the terminal is the program's or this one's, and not a shell's that has continued both in the background.
    var hasTerminal = true
    /// Runs when the program has been stopped for a while.
    var stop: (any Disposable)?
  }

  /// The time after which a program counts as stopped alone: what Ctrl-Z stops is stopped with this program.
  private static let stoppingTime = Duration.milliseconds(100)

  public func open(_ address: URL) throws(DisplayRefusal) {
    guard Browser.isAllowed(address) else {
      throw DisplayRefusal("Only http and https addresses are opened in a browser.")
    }
    guard phase == .here else {
      guard let pages = pagesToOpen else {
        throw DisplayRefusal("Try again when the program in the terminal has ended")
      }
      // Of several pages each has the terminal until its browser ends.
      pagesToOpen = pages + [address]
      return
    }
    let path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    let browsers: [Browser]
    do throws(CommandLineMistake) {
      browsers = try Browser.candidates(for: address, environment: environment)
    } catch {
      throw DisplayRefusal("BROWSER cannot be used: \(error.sentence)")
    }
    for browser in browsers where browser.isInstalled(path: path) {
      let start = ContinuousClock.now
      let onEnd: @UI @Sendable (NcursesDisplay, ChildExit) -> Void = { display, exit in
        let failure = ContinuousClock.now - start < Browser.startingTime ? exit.failure : nil
        display.hasEnded(browser, failure)
      }
      if browser.needsTerminal {
        if (try? lend(to: browser.arguments, input: nil, onEnd: onEnd)) != nil {
          pagesToOpen = []
          return
        }
      } else if browser.start(
        environment: environment,
        onEnd: { [weak self] exit in
          Task { @UI in if let self { onEnd(self, exit) } }
        })
      {
        return
      }
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
      try lend(to: words, input: input.map { Data($0.string.utf8) }) { $0.hasEnded(name, $1) }
    } catch {
      throw DisplayRefusal("\(name) cannot be run: \(SafeText(oneLine: error.reason))")
    }
  }

  private func hasEnded(_ name: SafeText, _ exit: ChildExit) {
    if let failure = exit.failure { programFailureInput.send(value: "\(name) \(SafeText(oneLine: failure))") }
    UI.frames.hurry()
  }

  private func hasEnded(_ browser: Browser, _ failure: String?) {
    if browser.needsTerminal, let pages = pagesToOpen {
      pagesToOpen = nil
      if failure == nil { openNext(of: pages) }
    }
    if let failure {
      programFailureInput.send(value: "\(browser.name) \(SafeText(oneLine: failure)): set BROWSER to another one.")
    }
    UI.frames.hurry()
  }

  private func openNext(of pages: [URL]) {
    do throws(DisplayRefusal) {
      for page in pages { try open(page) }
    } catch {
      programFailureInput.send(value: error.sentence)
    }
  }

  // MARK: - Having the terminal

  /// Starts a program that has the terminal until it ends.
  ///
  /// - Parameter onEnd: Called when the terminal has been taken back.
  private func lend(
    to words: [String], input: Data?, onEnd: @escaping @UI @Sendable (NcursesDisplay, ChildExit) -> Void
  ) throws(ChildError) {
    lend()
    signals_ignore_quit(true)
    do throws(ChildError) {
      let child = try Child(
        words, environment: environment, streams: .inherited, input: input,
        onStop: { [weak self] isStopped in Task { @UI in self?.programHasStopped(isStopped) } },
        onEnd: { [weak self] exit in
          Task { @UI in
            guard let self else { return }
            self.takeBackFromProgram()
            onEnd(self, exit)
          }
        })
      borrower = Borrower(child: child)
    } catch {
      signals_ignore_quit(false)
      takeBack()
      throw error
    }
  }

  /// Takes the terminal back, without the keys that the program left unread: they, and late answers of the terminal to its
  /// questions, were not meant as commands.
  private func takeBackFromProgram() {
    borrower?.stop?.dispose()
    // A shell among others lets its own group have the terminal, and gives it back only if it is not killed.
    if borrower?.hasTerminal ?? false || isWithoutShell { takeForeground() }
    borrower = nil
    signals_ignore_quit(false)
    tcflush(input, TCIFLUSH)
    takeBackAndTell()
  }

  private func programHasStopped(_ isStopped: Bool) {
    borrower?.stop?.dispose()
    guard isStopped else { return }
    borrower?.stop = UI.after(Self.stoppingTime) { [weak self] in self?.stopWithProgram() }
  }

  /// The program has been stopped alone. Nobody else sees that, so the job stops as by Ctrl-Z, and the program is continued with
  /// it: at once where no shell has started this program.
  private func stopWithProgram() {
    if borrower?.hasTerminal ?? false { takeForeground() }
    stop(wholeJob: true)
  }

  /// Continues the program after this one, with the terminal if the job has it.
  func resumeProgram() {
    guard phase == .lent, let borrower, let group = borrower.child.group else { return }
    borrower.stop?.dispose()
    let holder = tcgetpgrp(input)
    self.borrower?.hasTerminal = holder == getpgrp() || holder == group
    if holder == getpgrp(), group != holder { tty_set_foreground(input, group) }
    kill(-group, SIGCONT)
  }

  /// Whether no shell is there that would give the terminal to this program, or take it.
  var isWithoutShell: Bool { getsid(0) == getpgrp() }

  /// Takes the terminal from another process group.
  func takeForeground() {
    if tty_is_in_background(input) { tty_set_foreground(input, getpgrp()) }
  }
}
