import Assembly
import Clients
import Foundation
import Model
import PaneKit
import Processes
import Recording
import Rooms
import Screen
import SettingsFile
import Signals
import Storage
import Terminal
import Text

/// Gives the interface what is real: the network's clients, databases, the settings' file, the system's clock, a terminal.
///
/// ```
/// options, settings ─▶ Services ─▶ InterfaceDependencies ─▶ Interface ─▶ NcursesDisplay
/// ```
///
/// Except for the log and the settings, nothing here opens a socket, starts a thread or accesses a file before the first
/// frame is on the screen.
struct Application {
  let options: DashboardOptions

  /// Runs the dashboard until the person quits or the terminal is gone, and ends the process.
  func run() throws {
    try Failure.check(ProcessLimits.shortageOfDescriptors())
    // A log and a recording are written from the beginning on, by threads of their own.
    let usesThreads = options.logFile != nil || options.record != nil
    if usesThreads { try Failure.check(ProcessLimits.shortageOfThreads()) }
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
    let recorder = try sessionRecorder(environment)
    var display: NcursesDisplay?
    var interface: Interface?
    try UI.run {
      // Everything that is shown is on the interface's thread, and so is everything that follows the settings.
      let (demo, live) = (options.demo, options.live)
      let resolved = store.resolved.observe(on: UI.loop)
      let settings = resolved.map(\.settings).skipRepeats()
      let sources = resolved.map { ServiceSources($0, demo: demo, live: live) }.skipRepeats()
      let services: Services
      do throws(EnvironmentMistake) {
        services = try Services(
          sources: sources,
          wasReached: { [cache = databases?.cache] in cache?.hasAnything(of: $0) ?? SignalProducer(value: false) },
          readings: databases.map { KeptReadings(in: $0.state) },
          environment: ClientEnvironment(
            version: Reactui.version, environment: environment, demonstration: Demonstration(),
            asked: recorder?.requests))
      } catch {
        recorder?.discard()
        throw Failure(error)
      }
      var dependencies = InterfaceDependencies(
        services, following: sources, on: UI.loop)
      (dependencies.store, dependencies.questions.cache, dependencies.edits.cache) =
        (databases?.state, databases?.cache, databases?.cache)
      dependencies.files = DiskTextFiles(home: environment["HOME"], on: UI.loop)
      dependencies.settings = settings
      dependencies.mistakes = store.mistakes.observe(on: UI.loop)
      dependencies.palette = Self.settings
      dependencies.settingLine = { SettingsText.line(for: $0, vocabulary: Features.vocabulary) }
      dependencies.editor = SettingsEditor(options.settings.sources(environment: environment))
        .calls(on: QueueScheduler(qos: .userInitiated, name: "reactui.editor")).observe(on: UI.loop)
      (dependencies.questions.selectedTab, dependencies.focus) = (selectedTab, options.pane)
      dependencies.greets = !store.resolved.value.hasFile
      let alarmPrograms = AlarmPrograms(environment: environment, clock: UI.loop)
      dependencies.rooms.alarmPrograms = { alarmPrograms.sentences(about: $0) }
      let ownPrograms = OwnPrograms(environment: environment)
      dependencies.runProgram = { ownPrograms.run($0) }
      dependencies.notices +=
        [store.notices]
        + [databases?.state.notices, databases?.cache.notices, recorder?.notices].compactMap { $0 }
      let begun: Interface
      do throws(TerminalError) {
        let terminal = try NcursesDisplay(
          ascii: settings.value.theme.isASCII ?? false, environment: environment.withoutSecrets,
          traffic: recorder?.terminal)
        display = terminal
        begun = Interface(dependencies, display: terminal, on: UI.loop)
      } catch {
        recorder?.discard()
        throw Failure(.other, "\(error) For plain text: reactui questions --follow (or edits, temperatures).")
      }
      interface = begun
      UI.frames.drawNow()
      do throws(Failure) {
        // The first frame needs no other thread, and what comes now does.
        if !usesThreads { try Failure.check(ProcessLimits.shortageOfThreads()) }
      } catch {
        display?.close()
        recorder?.discard()
        throw error
      }
      // Nothing happens before the interface starts.
      log.follow(questions: services.questionClients.service, begun, mistakes: store.mistakes)
      begun.start()
      store.watch()
    }
    UI.assumeIsolated {
      // Objects on the screen are not deallocated before the end.
      withExtendedLifetime(interface) {
        display?.close()
        _ = databases?.state.flush(within: Self.patience)
        _ = databases?.cache.flush(within: Self.patience)
        log.end()
        recorder?.end(within: Self.patienceWithRecording)
        // The terminal is restored and the log is written; only connections are left, and the system closes those. Closing
        // them in order can take as long as the network does, and a working thread could access what a library's exit handler
        // has freed; so no handler runs.
        quick_exit(EXIT_SUCCESS)
      }
    }
  }

  /// The seconds that quitting waits for each database at most.
  private static let patience: TimeInterval = 0.05
  /// The seconds that quitting waits for a recording at most. A person has asked for it, and its end is what it is made for: on a
  /// busy machine its queue may come late, and all that waits would be missing.
  private static let patienceWithRecording: TimeInterval = 2

  private func settingsStore(_ environment: [String: String]) throws(Failure) -> SettingsFileStore {
    do {
      return try SettingsFileStore(options.settings.sources(environment: environment))
    } catch {
      throw Failure(error)
    }
  }

  /// Returns the keys of the settings for the palette.
  private static func settings() -> [PaletteSetting] {
    SettingsText.lines(vocabulary: Features.vocabulary)
      .map { PaletteSetting(name: $0.name, line: $0.line, meaning: $0.meaning) }
  }
}
