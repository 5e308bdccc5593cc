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
/// options ─▶ Services ─▶ view models ─▶ panes ─▶ Shell ─▶ Display
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
    var display: NcursesDisplay?
    var shell: Shell?
    try UI.run {
      // Everything that is shown lives on the interface's thread.
      let stackOverflow = StackOverflowViewModel(
        selectedTab: options.tab.flatMap { QuestionTab.index(named: $0) }, service: services.questions,
        scheduler: UI.loop)
      let wikipedia = WikipediaViewModel(feed: services.edits, scheduler: UI.loop)
      let conAir = ConAirViewModel(
        service: services.temperatures, scheduler: UI.loop, isConfigured: services.hasTemperatures)
      stackOverflow.refreshesOfDemo.observe(services.retryQuestions)
      let dashboard = Dashboard(panes: StandardPanes.ids, scheduler: UI.loop, focus: options.pane)
      do throws(TerminalError) {
        let terminal = try NcursesDisplay(ascii: options.ascii)
        display = terminal
        log.follow(
          questions: services.questions, stackOverflow: stackOverflow.state, wikipedia: wikipedia.state,
          conAir: conAir.state, notices: services.notices)
        services.notices.observe(on: UI.loop).observeValues { dashboard.notices.send($0) }
        shell = Shell(
          dashboard: dashboard,
          panes: StandardPanes.make(stackOverflow: stackOverflow, wikipedia: wikipedia, conAir: conAir),
          display: terminal)
      } catch {
        throw Failure(.other, error.description)
      }
      UI.frames.drawNow()
      shell?.start()
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
