import Edits
import EditsEdge
import Foundation
import Model
import PaneKit
import Questions
import QuestionsEdge
import Rooms
import RoomsEdge
import Screen
import Signals
import Text

/// What an interface is made from: services, what is kept, settings and options.
///
/// All properties change on the interface's scheduler. All but the services has a default: an interface of services
/// alone keeps nothing and has the standard settings.
package struct InterfaceDependencies {
  // MARK: Services

  package var questions: QuestionsDependencies
  package var edits: EditsDependencies
  package var rooms: RoomsDependencies
  /// Runs the programs of own commands without a terminal.
  package var runProgram: ProgramsViewModel.Runner = { _ in
    SignalProducer(value: ProgramEnd(failure: "cannot be run here"))
  }
  /// Sentences to the person, sent on any thread.
  package var notices: [Signal<SafeText, Never>] = []

  // MARK: What is kept

  package var store: (any StateStore)?

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

  /// The first pane with the focus; `nil` for the remembered one.
  package var focus: PaneID?
  /// Whether to greet a person of whom nothing is remembered.
  package var greets = false
  /// The time zone of the times shown.
  package var time = ClockTime.local

  package init(questions: any QuestionService, feed: any WikiFeed, rooms: Property<[RoomSourceEntry]>) {
    self.questions = QuestionsDependencies(questions)
    edits = EditsDependencies(feed)
    self.rooms = RoomsDependencies(rooms)
  }
}

extension InterfaceDependencies {
  /// Creates the dependencies of an interface whose services are the program's own clients.
  ///
  /// - Parameter clock: The interface's scheduler.
  package init(_ services: Services, following sources: Property<ServiceSources>, on clock: any DateScheduler) {
    let (questionClients, editClients, roomClients) = (
      services.questionClients, services.editClients, services.roomClients
    )
    self.init(questions: questionClients.service, feed: editClients.feed, rooms: roomClients.rooms)
    questions.directory = questionClients.service
    (questions.retry, questions.overridePause) = (questionClients.retry, questionClients.overridePause)
    edits.wikis = editClients.wikis
    rooms.discovery = roomClients.discovered.observe(on: clock)
    rooms.overridePause = roomClients.overridePause
    setAddresses(sources.map(\.addresses))
    notices = [services.notices]
  }

  /// Sets the addresses of the live services.
  package mutating func setAddresses(_ addresses: Property<ServiceAddresses>) {
    questions.address = addresses.map(\.questions)
    edits.address = addresses.map(\.edits)
    rooms.address = addresses.map(\.temperatures)
  }
}

/// What an interface has besides its features, each made once.
extension InterfaceDependencies {
  /// Returns what the view models of an interface remember together.
  package func makeMemory(on clock: any DateScheduler) -> Memory { Memory(in: store, on: clock) }

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
      theme: settings.map(\.theme).skipRepeats(),
      scheduler: clock, focus: focus, memory: memory,
      greets: greets, mistakes: mistakes)
  }
}
