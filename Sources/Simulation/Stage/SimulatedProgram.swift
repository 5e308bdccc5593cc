import Foundation
import Model
import Panes
import Screen
import Signals
import SignalsTesting
import Text
import ViewModels

/// The environment of the interface: services, stored state, and settings. All properties must change on the scheduler.
public struct Surroundings {
  public var questions: any QuestionService
  public var directory: (any SiteDirectory)?
  public var feed: any WikiFeed
  public var rooms: Property<[RoomSourceEntry]>
  /// The remembered state of the questions' pane.
  public var questionStore: (any StateStore)?
  /// The remembered state of the dashboard.
  public var dashboardStore: (any StateStore)?
  public var cache: (any QuestionCache)?
  public var addresses = Property(value: ServiceAddresses())

  public var tabs = Property(value: QuestionTab.standard)
  public var refreshPeriod = Property<TimeInterval?>(value: nil)
  public var pollPeriod = Property<TimeInterval>(value: 10)
  public var unit = Property(value: TemperatureUnit.celsius)
  public var keys = Property<[Panes.Command.ID: [KeyEvent]]>(value: [:])
  public var colours = Property(value: ThemeSettings())
  public var layout: Property<LayoutSettings>?
  public var mistakes = Property<[SafeText]>(value: [])
  /// The time zone of the times shown.
  public var time = ClockTime.utc
  /// Whether there is a greeting, as at the first start.
  public var greets = false
  /// The tab and the pane that the command line names.
  public var selectedTab: Int?
  public var focus: PaneID?
  public var wikipedia = Property(value: WikipediaSettings())
  /// The address of the server that tells of edits.
  public var wikiServer = Property<SafeText?>(value: nil)
  public var discovery = SignalProducer<[DiscoveredLine], Never>(value: [])
  /// The settings that the palette offers.
  public var palette: @UI @Sendable () -> [PaletteSetting] = {
    [PaletteSetting(name: "layout.share", line: "layout: { share: 60 }", meaning: "The large pane's part.")]
  }

  public init(questions: any QuestionService, feed: any WikiFeed, rooms: Property<[RoomSourceEntry]>) {
    self.questions = questions
    self.feed = feed
    self.rooms = rooms
  }
}

extension RoomSourceEntry {
  /// A thermometer, not named in the settings, as the only source.
  public init(_ service: any TemperatureService, limits: RoomSettings.Limits = RoomSettings.Limits()) {
    self.init(id: ID(), kind: .conAir, limits: limits, source: TemperatureRoom(service))
  }
}

/// The complete interface without a terminal, a network, or a clock of its own: view models, panes, and shell on a scheduler
/// that is advanced manually, drawing into a ``MemoryDisplay``.
@UI
public final class SimulatedProgram {
  public let display: MemoryDisplay
  nonisolated public let stackOverflow: StackOverflowViewModel
  nonisolated public let wikipedia: WikipediaViewModel
  nonisolated public let conAir: RoomsViewModel
  nonisolated public let dashboard: Dashboard
  public let panes: [any Pane]
  public let shell: Shell
  /// Whether a person has quit.
  public var hasQuit: Bool { end.hasCome }

  private let end: End

  @UI private final class End {
    var hasCome = false
  }

  /// Creates the interface before any service has started; nothing is drawn.
  ///
  /// - Parameters:
  ///   - others: Panes in addition to the program's own.
  ///   - clock: The scheduler that everything runs on.
  ///   - perform: Calls a closure as an action of the scheduler.
  public init(
    _ surroundings: Surroundings, size: Size, theme: Theme = Theme(), others: [any Pane] = [],
    on clock: any DateScheduler, perform: (() -> Shell) -> Shell
  ) {
    display = MemoryDisplay(size: size, theme: theme)
    stackOverflow = StackOverflowViewModel(
      tabs: surroundings.tabs, selectedTab: surroundings.selectedTab, refreshPeriod: surroundings.refreshPeriod,
      service: surroundings.questions, directory: surroundings.directory,
      memory: Memory(in: surroundings.questionStore, on: clock), cache: surroundings.cache, scheduler: clock)
    wikipedia = WikipediaViewModel(
      feed: surroundings.feed, settings: surroundings.wikipedia, server: surroundings.wikiServer, scheduler: clock)
    conAir = RoomsViewModel(
      sources: surroundings.rooms, pollPeriod: surroundings.pollPeriod, unit: surroundings.unit, scheduler: clock)
    panes =
      StandardPanes.make(
        stackOverflow: stackOverflow, wikipedia: wikipedia, conAir: conAir, addresses: surroundings.addresses,
        discovery: surroundings.discovery)
      + others
    dashboard = Dashboard(
      panes: panes.map(\.id), layout: surroundings.layout, scheduler: clock, focus: surroundings.focus,
      memory: Memory(in: surroundings.dashboardStore, on: clock), greets: surroundings.greets,
      mistakes: surroundings.mistakes)
    let end = End()
    self.end = end
    shell = perform { [dashboard, panes, display] in
      Shell(
        dashboard: dashboard, panes: panes, display: display, keys: surroundings.keys, colours: surroundings.colours,
        settings: surroundings.palette, clock: surroundings.time, currentDate: { clock.currentDate },
        quit: { end.hasCome = true })
    }
    // The other connections that the program makes between its parts.
    stackOverflow.notices.observeValues { [dashboard] in dashboard.send(.notice($0)) }
  }
}
