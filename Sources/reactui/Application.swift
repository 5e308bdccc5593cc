import Assembly
import Clients
import Foundation
import Model
import Panes
import Recording
import Screen
import SettingsFile
import Signals
import Terminal
import Text
import ViewModels

/// Puts the program together, the only place that does so:
///
/// ```
/// options, settings ─▶ Services ─▶ view models ─▶ panes ─▶ Shell ─▶ Display
/// ```
///
/// Except for the log and the settings, nothing here opens a socket, starts a thread or accesses a file before the first
/// frame is on the screen.
struct Application {
  let options: DashboardOptions

  /// Runs the dashboard until the person quits or the terminal is gone, and ends the process.
  func run() throws {
    try Failure.checkLimits()
    let log = try Log(file: options.logFile)
    // Writing to a broken pipe or a closed socket must give an error and not a signal.
    signal(SIGPIPE, SIG_IGN)
    let environment = ProcessInfo.processInfo.environment
    let store = try settingsStore(environment)
    let selectedTab = try options.tab.map { name throws(Failure) in
      try store.settings.value.stackOverflow.tabs.index(named: name)
    }
    // Databases are opened at their first use, which is after the first frame.
    let databases = options.noState ? nil : Databases(environment: environment)
    let demonstration = Demonstration()
    let recorder = try sessionRecorder { [demonstration] in demonstration.port }
    var display: NcursesDisplay?
    var shell: Shell?
    try UI.run {
      // Everything that is shown is on the interface's thread, and so is everything that follows the settings.
      let (demo, live) = (options.demo, options.live)
      let resolved = store.resolved.observe(on: UI.loop)
      let settings = resolved.map(\.settings).skipRepeats()
      let sources = resolved.map { ServiceSources($0, demo: demo, live: live) }.skipRepeats()
      recorder?.follow(sources)
      let services: Services
      do throws(EnvironmentMistake) {
        services = try Services(
          sources: sources,
          wasReached: { [cache = databases?.cache] in cache?.hasAnything(of: $0) ?? SignalProducer(value: false) },
          readings: databases?.state,
          environment: ClientEnvironment(
            version: Reactui.version, environment: environment, demonstration: demonstration, observer: recorder))
      } catch {
        recorder?.discard()
        throw Failure(error)
      }
      let memory = Memory(in: databases?.state, on: UI.loop)
      let stackOverflow = StackOverflowViewModel(
        tabs: settings.map(\.stackOverflow.tabs).skipRepeats(), selectedTab: selectedTab,
        refreshPeriod: settings.map(\.stackOverflow.refreshPeriod).skipRepeats(), service: services.questions,
        directory: services.questions, memory: memory, cache: databases?.cache,
        scheduler: UI.loop)
      let wikipedia = WikipediaViewModel(
        feed: services.edits, settings: settings.map(\.wikipedia).skipRepeats(),
        server: sources.map(\.addresses.edits).skipRepeats(), memory: memory, cache: databases?.cache,
        scheduler: UI.loop)
      services.wikis <~ wikipedia.wikis
      let conAir = RoomsViewModel(
        sources: services.rooms, pollPeriod: settings.map(\.conAir.pollPeriod).skipRepeats(),
        unit: settings.map(\.unit).skipRepeats(), memory: memory, scheduler: UI.loop)
      stackOverflow.refreshesOfDemo.observe(services.retryQuestions)
      stackOverflow.refreshes.observe(services.insistOnQuestions)
      conAir.refreshes.observe(services.insistOnTemperatures)
      let dashboard = Dashboard(
        panes: StandardPanes.ids, layout: settings.map(\.layout).skipRepeats(), scheduler: UI.loop, focus: options.pane,
        memory: memory,
        greets: !store.resolved.value.hasFile, mistakes: store.mistakes.observe(on: UI.loop))
      let alarmPrograms = AlarmPrograms(environment: environment, clock: UI.loop)
      let notices = Signal.merge(
        [services.notices, store.notices, stackOverflow.notices, alarmPrograms.sentences(about: conAir.alarms)]
          + [databases?.state.notices, databases?.cache.notices, recorder?.notices].compactMap { $0 })
      do throws(TerminalError) {
        let terminal = try NcursesDisplay(
          ascii: settings.value.theme.isASCII ?? false, environment: environment.withoutSecrets)
        display = terminal
        notices.observe(on: UI.loop).observeValues { dashboard.send(.notice($0)) }
        shell = Shell(
          dashboard: dashboard,
          panes: StandardPanes.make(
            stackOverflow: stackOverflow, wikipedia: wikipedia, conAir: conAir, addresses: sources.map(\.addresses),
            discovery: services.discovered(of: sources.map(\.rooms), root: Services.systemRoot(environment))
              .observe(on: UI.loop)),
          display: recorded(terminal, by: recorder, resolved),
          keys: settings.map(\.keys).skipRepeats().map(Self.keys),
          colours: settings.map(\.theme).skipRepeats(), settings: Self.settings)
      } catch {
        recorder?.discard()
        throw Failure(.other, "\(error) For plain text: reactui questions --follow (or edits, temperatures).")
      }
      UI.frames.drawNow()
      // Nothing happens before the shell starts.
      log.follow(
        questions: services.questions, stackOverflow: stackOverflow.state, wikipedia: wikipedia.state,
        conAir: conAir.state, mistakes: store.mistakes, notices: notices)
      shell?.start()
      // Limits are watched also where the layout leaves the pane out.
      services.rooms.producer.filter { $0.contains { !$0.limits.all.isEmpty } }.take(first: 1)
        .startWithValues { [conAir] _ in conAir.start() }
      store.watch()
    }
    UI.assumeIsolated {
      // Objects on the screen are not deallocated before the end.
      withExtendedLifetime(shell) {
        display?.close()
        _ = databases?.state.flush(within: Self.patience)
        _ = databases?.cache.flush(within: Self.patience)
        log.end()
        recorder?.end(within: Self.patience)
        // The terminal is restored and the log is written; only connections are left, and the system closes those. Closing
        // them in order can take as long as the network does, and a working thread could access what a library's exit handler
        // has freed; so no handler runs.
        quick_exit(EXIT_SUCCESS)
      }
    }
  }

  /// The seconds that quitting waits for each database at most.
  private static let patience: TimeInterval = 0.05

  private func settingsStore(_ environment: [String: String]) throws(Failure) -> SettingsFileStore {
    do {
      return try SettingsFileStore(options.settings.sources(environment: environment))
    } catch {
      throw Failure(error)
    }
  }

  /// Returns the keys of the settings for the palette.
  private static func settings() -> [PaletteSetting] {
    SettingsText.lines(vocabulary: SettingsFlags.vocabulary)
      .map { PaletteSetting(name: $0.name, line: $0.line, meaning: $0.meaning) }
  }

  /// Returns the keys that settings give to commands. Their names were checked when they were read.
  private static func keys(_ names: [String: [String]]) -> [Command.ID: [KeyEvent]] {
    Dictionary(
      uniqueKeysWithValues: names.map { command, keys in
        (Command.ID(command), keys.compactMap { try? KeyEvent(name: $0) })
      })
  }
}
