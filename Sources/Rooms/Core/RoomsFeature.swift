import Model
import PaneKit
import Screen
import Signals
import Text

/// What the pane of temperatures is made from.
package struct RoomsDependencies {
  package var sources: Property<[RoomSourceEntry]>
  /// Looks for what could be shown as rooms each time it is started.
  package var discovery = SignalProducer<[DiscoveredLine], Never>(value: [])
  /// The addresses of the live services for the overlay "diagnostics".
  package var address = Property<SafeText?>(value: nil)
  /// Is told when a person refreshes temperatures, before any request, to ignore a pause that a service asked for.
  package var overridePause: Signal<Void, Never>.Observer?
  /// Carries out what settings say of alarms, and sends sentences about it to the person.
  package var alarmPrograms: @UI (_ alarms: Signal<AlarmTransition, Never>) -> Signal<SafeText, Never> = { _ in .never }

  package init(_ sources: Property<[RoomSourceEntry]>) { self.sources = sources }

  /// - Parameter clock: The interface's scheduler.
  package func makeViewModel(
    _ settings: Property<Settings>, _ memory: Memory? = nil, on clock: any DateScheduler
  ) -> RoomsViewModel {
    RoomsViewModel(
      sources: sources, pollPeriod: settings.map(\.conAir.pollPeriod).skipRepeats(),
      unit: settings.map(\.unit).skipRepeats(), ruleLimits: settings.map(\.rules.roomLimits).skipRepeats(),
      memory: memory, scheduler: clock)
  }
}

/// Temperatures of rooms.
@UI
package final class RoomsFeature: Feature {
  package let viewModel: RoomsViewModel
  package let notices: Signal<SafeText, Never>
  private let dependencies: RoomsDependencies
  /// Whether the rooms are needed, whether or not their pane is shown: one of them has limits or had one by key,
  /// or a rule looks at them.
  private let areNeeded: Property<Bool>
  private let (lifetime, token) = Lifetime.make()

  package init(
    _ dependencies: RoomsDependencies, _ settings: Property<Settings>, _ memory: Memory, on clock: any DateScheduler
  ) {
    self.dependencies = dependencies
    viewModel = dependencies.makeViewModel(settings, memory, on: clock)
    notices = dependencies.alarmPrograms(viewModel.alarms)
    let hasLimitsByKey = Property<Bool>(
      initial: false, then: memory.recalls.map { !$0[RoomsMemory.self].choices.limits.isEmpty })
    areNeeded = dependencies.sources.map { $0.contains { !$0.limits.all.isEmpty } }
      .or(settings.map { !$0.rules.roomLimits.isEmpty })
      .or(hasLimitsByKey)
    lifetime += viewModel.refreshes.tell(dependencies.overridePause)
  }

  package var ruleSource: RuleSource? { viewModel.ruleSource }
  package var bells: Signal<Void, Never> { viewModel.bells }
  package var desktopNotices: Signal<DesktopNotice, Never> {
    viewModel.alarms.map { [viewModel] alarm in
      let words = AlarmWords(viewModel.state.value.unit, .unicode)
      return DesktopNotice(.alarms, "\(alarm.room.label) \(words.limit(alarm.event.limit))")
    }
  }

  package func makePane(_ matches: Property<RuleMatches>) -> any Pane {
    viewModel.makePane(matches: matches, address: dependencies.address, discovery: dependencies.discovery)
  }

  package func start() {
    lifetime += areNeeded.producer.filter { $0 }.take(first: 1).startWithValues { [viewModel] _ in viewModel.start() }
  }
}
