import Foundation
import Model
import Panes
import Screen
import Signals
import Text
import ViewModels

/// The whole interface: view models, panes and shell, with every connection between them.
///
/// ```
/// dependencies ──┬──▶ StackOverflowViewModel ──┐
///                ├──▶ WikipediaViewModel ──────┼──▶ panes ──┐
///                ├──▶ RoomsViewModel ──────────┘            ├──▶ Shell ──▶ Display
///                └──▶ Dashboard ────────────────────────────┘
/// ```
/// The program, the simulation, recordings that are played again and stories make it of their own services, settings, clock and
/// display. Nothing is requested and nothing is read before ``start()``, so that the first frame needs neither.
@UI
package final class Interface {
  nonisolated package let stackOverflow: StackOverflowViewModel
  nonisolated package let wikipedia: WikipediaViewModel
  nonisolated package let rooms: RoomsViewModel
  nonisolated package let dashboard: Dashboard
  nonisolated package let programs: ProgramsViewModel
  package let panes: [any Pane]
  package let shell: Shell
  /// Every sentence to the person that does not come from a pane, sent on any thread.
  nonisolated package let notices: Signal<SafeText, Never>

  private let rules: RulesViewModel
  private let sources: Property<[RoomSourceEntry]>
  /// Whether the rooms are needed, whether or not their pane is shown.
  private let needsRooms: Property<Bool>
  private let (lifetime, token) = Lifetime.make()

  /// Creates the interface; nothing is drawn.
  ///
  /// - Parameters:
  ///   - others: Panes in addition to the program's own.
  ///   - clock: The interface's scheduler, which this is called on.
  ///   - quit: Ends the program.
  package init(
    _ dependencies: InterfaceDependencies, others: [any Pane] = [], display: any Display, on clock: any DateScheduler,
    quit: @escaping @UI @Sendable () -> Void = { UI.stop() }
  ) {
    let settings = dependencies.settings
    sources = dependencies.rooms
    needsRooms = sources.map { $0.contains { !$0.limits.all.isEmpty } }
      .or(settings.map { !$0.rules.roomLimits.isEmpty })
    let memory = dependencies.makeMemory(on: clock)
    stackOverflow = dependencies.makeStackOverflow(memory, on: clock)
    wikipedia = dependencies.makeWikipedia(memory, on: clock)
    rooms = dependencies.makeRooms(memory, on: clock)
    programs = dependencies.makePrograms(on: clock)
    rules = dependencies.makeRules(
      of: [stackOverflow.ruleSource, wikipedia.ruleSource, rooms.ruleSource], programs, memory, on: clock)
    panes =
      StandardPanes.make(
        stackOverflow: stackOverflow, wikipedia: wikipedia, rooms: rooms, matches: rules.matches,
        addresses: dependencies.addresses, discovery: dependencies.discovery)
      + others
    dashboard = dependencies.makeDashboard(of: panes.map(\.id), memory, on: clock)
    notices = .merge(
      [
        stackOverflow.notices, wikipedia.notices, programs.notices, rules.notices,
        dependencies.alarmPrograms(rooms.alarms),
      ]
        + dependencies.notices)
    shell = Shell(
      dashboard: dashboard, panes: panes, programs: programs, display: display,
      keys: settings.map(\.allKeys).skipRepeats().map(Command.keys(named:)),
      colours: settings.map(\.theme).skipRepeats(), settings: dependencies.palette,
      settingLine: dependencies.settingLine,
      editor: dependencies.editor, files: dependencies.files, clock: dependencies.time,
      currentDate: { clock.currentDate }, bells: .merge([wikipedia.bells, rooms.bells, rules.bells]), quit: quit)
    connect(dependencies, on: clock)
  }

  /// Makes the connections between view models and services.
  private func connect(_ dependencies: InterfaceDependencies, on clock: any DateScheduler) {
    if let wikis = dependencies.wikis { wikis <~ wikipedia.wikis }
    // A service is told of a person's refresh before the request, so that it tries the live service again, or ignores a pause
    // that it was asked for.
    for (refreshes, hook) in [
      (stackOverflow.refreshesOfDemo, dependencies.retryQuestions),
      (stackOverflow.refreshes, dependencies.overrideQuestionPause),
      (rooms.refreshes, dependencies.overrideTemperaturePause),
    ] {
      if let hook { lifetime += refreshes.observeValues { hook.send(value: $0) } }
    }
    lifetime += notices.observe(on: clock).observeValues { [dashboard] in dashboard.send(.notice($0)) }
  }

  /// Starts the shown panes; and all rooms, even if the layout leaves their pane out, as soon as one of them has limits, or a
  /// rule looks at them. A hidden Wikipedia pane is not started, so its watched edits do not ring.
  package func start() {
    shell.start()
    lifetime += needsRooms.producer.filter { $0 }.take(first: 1).startWithValues { [rooms] _ in rooms.start() }
  }
}

extension Panes.Command {
  /// Returns the keys that settings give to commands. Their names were checked when they were read.
  fileprivate static func keys(named names: [String: [String]]) -> [ID: [KeyEvent]] {
    Dictionary(
      uniqueKeysWithValues: names.map { command, keys in
        (ID(command), keys.compactMap { try? KeyEvent(name: $0) })
      })
  }
}
