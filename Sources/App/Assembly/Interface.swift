import Edits
import Foundation
import PaneKit
import Questions
import Rooms
import Screen
import Signals
import Text

/// The whole interface: view models, panes and shell, with every connection between them.
///
/// ```
/// dependencies ──┬──▶ features ──▶ panes ──┐
///                └──▶ Dashboard ───────────┴──▶ Shell ──▶ Display
/// ```
/// The program, the simulation and stories make it of their own services, settings, clock and
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
  /// Every sentence to the person that does not come from the shell, sent on any thread.
  nonisolated package let notices: Signal<SafeText, Never>

  /// The least seconds between two titles of the terminal's window.
  private static let titlePace: TimeInterval = 1

  private let rules: RulesViewModel
  private let features: [any Feature]
  private let (lifetime, token) = Lifetime.make()

  /// Creates the interface; nothing is drawn.
  ///
  /// - Parameters:
  ///   - others: Features in addition to the program's own, with what is known of their panes.
  ///   - clock: The interface's scheduler, which this is called on.
  ///   - quit: Ends the program.
  package init(
    _ dependencies: InterfaceDependencies, others: [OtherFeature] = [], display: any Display,
    on clock: any DateScheduler,
    quit: @escaping @UI @Sendable () -> Void = { UI.stop() }
  ) {
    let settings = dependencies.settings
    let memory = dependencies.makeMemory(on: clock)
    let questions = QuestionsFeature(dependencies.questions, settings, memory, on: clock)
    let edits = EditsFeature(dependencies.edits, settings, memory, on: clock)
    let temperatures = RoomsFeature(dependencies.rooms, settings, memory, on: clock)
    (stackOverflow, wikipedia, rooms) = (questions.viewModel, edits.viewModel, temperatures.viewModel)
    let features: [any Feature] = [questions, edits, temperatures] + others.map { $0.make(settings, memory, clock) }
    self.features = features
    programs = dependencies.makePrograms(on: clock)
    rules = dependencies.makeRules(of: features.compactMap(\.ruleSource), programs, memory, on: clock)
    panes = features.map { [matches = rules.matches] in $0.makePane(matches) }
    dashboard = dependencies.makeDashboard(of: panes.map(\.id), memory, on: clock)
    let answers = Signal.merge(features.map(\.answers) + [programs.answers])
    let news = Signal.merge(features.map(\.notices) + [programs.notices, rules.notices] + dependencies.notices)
    notices = .merge([answers, news])
    shell = Shell(
      dashboard: dashboard, panes: panes, catalog: CommandCatalog(Features.panes + others.map(\.pane)),
      programs: programs, display: display,
      keys: settings.map(\.allKeys).skipRepeats().map(Command.keys(named:)),
      settings: dependencies.palette, settingLine: dependencies.settingLine,
      editor: dependencies.editor, files: dependencies.files, clock: dependencies.time,
      currentDate: { clock.currentDate }, bells: .merge(features.map(\.bells) + [rules.bells]),
      notify: settings.map(\.notify).skipRepeats(),
      notifications: Signal.merge(features.map(\.desktopNotices) + [rules.desktopNotices])
        .notifications(of: settings.map(\.notify), on: clock),
      quit: {
        memory.settle()
        quit()
      })
    lifetime += PaneSpan.join(panes, by: dashboard)
    lifetime += answers.observe(on: clock).observeValues { [dashboard] in dashboard.send(.notice($0)) }
    UI.target(lifetime: lifetime) { display.entitle($0) }
      <~ shell.titles.throttle(Self.titlePace, on: clock).skipRepeats()
    lifetime += news.observe(on: clock).observeValues { [dashboard] in dashboard.send(.news($0)) }
  }

  /// Starts the shown panes, and what features need of others.
  package func start() {
    shell.start()
    for feature in features { feature.start() }
  }
}

extension PaneKit.Command {
  /// Returns the keys that settings give to commands. Their names were checked when they were read.
  fileprivate static func keys(named names: [String: [String]]) -> [ID: [KeyEvent]] {
    Dictionary(
      uniqueKeysWithValues: names.map { command, keys in
        (ID(command), keys.compactMap { try? KeyEvent(name: $0) })
      })
  }
}
