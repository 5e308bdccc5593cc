import Edits
import Foundation
import Model
import Panes
import Questions
import Rooms
import Screen
import Signals
import Text
import ViewModels

/// What an interface is made from: services, what is kept, settings and options.
///
/// All properties change on the interface's scheduler. All but the services has a default: an interface of services
/// alone keeps nothing and has the standard settings.
package struct InterfaceDependencies {
  // MARK: Services

  package var questions: any QuestionService
  /// Completes tags and sites; `nil` for no completion.
  package var directory: (any SiteDirectory)?
  package var feed: any WikiFeed
  package var rooms: Property<[RoomSourceEntry]>
  /// Looks for what could be shown as rooms each time it is started.
  package var discovery = SignalProducer<[DiscoveredLine], Never>(value: [])
  /// The addresses of the services. That of the edits identifies what is kept of them.
  package var addresses = Property(value: ServiceAddresses())
  /// Is bound to the chosen wikis, whose events the feed then sends; `nil` if the feed cannot be told.
  package var wikis: MutableProperty<WikiSelection>?
  /// Is told when a person refreshes the demonstration's questions, before any request, to try the live service again.
  package var retryQuestions: Signal<Void, Never>.Observer?
  /// Is told when a person refreshes questions, before any request, to ignore a pause that the service asked for.
  package var overrideQuestionPause: Signal<Void, Never>.Observer?
  /// Is told when a person refreshes temperatures, before any request, to ignore a pause that a service asked for.
  package var overrideTemperaturePause: Signal<Void, Never>.Observer?
  /// Carries out what settings say of alarms, and sends sentences about it to the person.
  package var alarmPrograms: @UI (_ alarms: Signal<AlarmTransition, Never>) -> Signal<SafeText, Never> = { _ in .never }
  /// Runs the programs of own commands without a terminal.
  package var runProgram: ProgramsViewModel.Runner = { _ in
    SignalProducer(value: ProgramEnd(failure: "cannot be run here"))
  }
  /// Sentences to the person, sent on any thread.
  package var notices: [Signal<SafeText, Never>] = []

  // MARK: What is kept

  package var store: (any StateStore)?
  package var questionCache: (any QuestionCache)?
  package var wikiCache: (any WikiCache)?

  /// Writes the files that a person names.
  package var files: any TextFiles = NoTextFiles()

  // MARK: Settings

  package var settings = Property(value: Settings())
  package var mistakes = Property<[SafeText]>(value: [])
  /// Returns the settings that the palette offers.
  package var palette: @UI @Sendable () -> [PaletteSetting] = { [] }
  /// Returns the line of the settings for a wish; `nil` if there is none.
  package var settingLine: @UI @Sendable (SettingWish) -> SafeText? = { _ in nil }
  /// Sends the call of the person's editor for the settings; `nil` if there is no file of settings.
  package var editor: SignalProducer<ProgramCall, DisplayRefusal>?

  // MARK: Options

  /// The first tab, counted from 0; `nil` for the remembered one.
  package var selectedTab: Int?
  /// The first pane with the focus; `nil` for the remembered one.
  package var focus: PaneID?
  /// Whether to greet a person of whom nothing is remembered.
  package var greets = false
  /// The time zone of the times shown.
  package var time = ClockTime.local

  package init(questions: any QuestionService, feed: any WikiFeed, rooms: Property<[RoomSourceEntry]>) {
    self.questions = questions
    self.feed = feed
    self.rooms = rooms
  }
}

extension InterfaceDependencies {
  /// Creates the dependencies of an interface whose services are the program's own clients.
  ///
  /// - Parameter clock: The interface's scheduler.
  package init(_ services: Services, following sources: Property<ServiceSources>, on clock: any DateScheduler) {
    self.init(
      questions: services.questionClients.service, feed: services.editClients.feed, rooms: services.roomClients.rooms)
    directory = services.questionClients.service
    discovery = services.roomClients.discovered.observe(on: clock)
    addresses = sources.map(\.addresses)
    wikis = services.editClients.wikis
    retryQuestions = services.questionClients.retry
    overrideQuestionPause = services.questionClients.overridePause
    overrideTemperaturePause = services.roomClients.overridePause
    notices = [services.notices]
  }
}

// MARK: - View models

/// The only place that makes the program's view models. An interface makes each once; a script that follows rooms makes that
/// of rooms alone.
extension InterfaceDependencies {
  /// Returns what the view models of an interface remember together.
  package func makeMemory(on clock: any DateScheduler) -> Memory { Memory(in: store, on: clock) }

  package func makeStackOverflow(_ memory: Memory, on clock: any DateScheduler) -> StackOverflowViewModel {
    StackOverflowViewModel(
      tabs: settings.map(\.stackOverflow.tabs).skipRepeats(), selectedTab: selectedTab,
      refreshPeriod: settings.map(\.stackOverflow.refreshPeriod).skipRepeats(), service: questions,
      directory: directory, memory: memory, cache: questionCache, scheduler: clock)
  }

  package func makeWikipedia(_ memory: Memory, on clock: any DateScheduler) -> WikipediaViewModel {
    WikipediaViewModel(
      feed: feed, settings: settings.map(\.wikipedia).skipRepeats(), server: addresses.map(\.edits).skipRepeats(),
      memory: memory, cache: wikiCache, scheduler: clock)
  }

  package func makeRooms(_ memory: Memory, on clock: any DateScheduler) -> RoomsViewModel {
    Self.makeRooms(rooms, settings, memory, on: clock)
  }

  /// Creates the view model of rooms without the rest of an interface.
  package static func makeRooms(
    _ rooms: Property<[RoomSourceEntry]>, _ settings: Property<Settings>, _ memory: Memory? = nil,
    on clock: any DateScheduler
  ) -> RoomsViewModel {
    RoomsViewModel(
      sources: rooms, pollPeriod: settings.map(\.conAir.pollPeriod).skipRepeats(),
      unit: settings.map(\.unit).skipRepeats(), ruleLimits: settings.map(\.rules.roomLimits).skipRepeats(),
      memory: memory,
      scheduler: clock)
  }

  package func makePrograms(on clock: any DateScheduler) -> ProgramsViewModel {
    ProgramsViewModel(commands: settings.map(\.commands).skipRepeats(), run: runProgram, scheduler: clock)
  }

  package func makeRules(
    of sources: [RuleSource], _ programs: ProgramsViewModel, _ memory: Memory, on clock: any DateScheduler
  ) -> RulesViewModel {
    RulesViewModel(
      settings.map(\.rules).skipRepeats(), of: sources, programs: programs, memory: memory, scheduler: clock)
  }

  package func makeDashboard(of panes: [PaneID], _ memory: Memory, on clock: any DateScheduler) -> Dashboard {
    Dashboard(
      panes: panes, layout: settings.map(\.layout).skipRepeats(),
      layouts: settings.map { $0.layouts.mapValues(\.layout) }.skipRepeats(),
      scheduler: clock, focus: focus, memory: memory,
      greets: greets, mistakes: mistakes)
  }
}
