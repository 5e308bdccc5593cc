import Clients
import Foundation
import Model
import Panes
import Screen
import Signals
import Terminal
import Text
import ViewModels

/// The one place where the program is put together:
///
/// ```
/// options ─▶ Services ─▶ view models ─▶ Dashboard ─▶ Shell ─▶ Display
/// ```
///
/// Nothing here opens a socket, starts a thread or touches a file, but for the log, before the first frame is on the screen.
struct Application {
  let options: Reactui

  /// Runs the dashboard until the person quits or the terminal is gone, and ends the process.
  func run() throws {
    let log = try Log(file: options.logFile)
    // Whoever logs into a broken pipe or writes to a closed socket gets an error, not a signal.
    signal(SIGPIPE, SIG_IGN)
    let services = try Services(options: options)
    let scheduler = UI.loop
    let dashboard = Dashboard(
      stackOverflow: StackOverflowViewModel(
        selectedTab: options.tab.flatMap { QuestionTab.index(named: $0) } ?? 0,
        service: services.questions, scheduler: scheduler),
      wikipedia: WikipediaViewModel(feed: services.edits, scheduler: scheduler),
      conAir: ConAirViewModel(
        service: services.temperatures, scheduler: scheduler, isConfigured: services.hasTemperatures),
      scheduler: scheduler, focus: options.pane)
    dashboard.stackOverflow.refreshesOfDemo.observe(services.retryQuestions)

    var display: NcursesDisplay?
    var shell: Shell?
    try UI.run {
      do throws(TerminalError) {
        let terminal = try NcursesDisplay(ascii: options.ascii)
        display = terminal
        // Before the screen follows them: what is to be seen has been written down.
        log.follow(dashboard, questions: services.questions)
        services.notices.observeValues { notice in
          dashboard.notify(notice)
          log.note(notice)
        }
        shell = Shell(dashboard: dashboard, display: terminal)
      } catch {
        throw Failure(.other, error.description)
      }
      UI.frames.drawNow()
      dashboard.start()
    }
    UI.assumeIsolated {
      // What the screen shows is not taken apart first.
      withExtendedLifetime(shell) {
        display?.close()
        log.end()
        // The terminal is restored and the log is written: what is left are connections, and the system closes those. To
        // close them in good order can take as long as the network likes, and a thread that is still at work could meet
        // what a library's exit handler has taken away; so no handler runs.
        quick_exit(EXIT_SUCCESS)
      }
    }
  }
}
