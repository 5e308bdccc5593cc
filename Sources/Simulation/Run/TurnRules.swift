import Charting
import Foundation
import Model
import Panes
import Screen
import Text
import ViewModels

/// What must hold after every turn, whatever the world does. It remembers what the turn before it showed.
@UI
struct TurnRules {
  private var list: (feed: QuestionFeed, provenance: Provenance, total: Int)?
  private var hasTemperature = false
  private var turns = 0
  /// Since when a question is marked as kept that nothing keeps.
  private var markedSince: Date?
  /// When the temperatures were loaded, as the turn before showed it.
  private var readAt: Date?
  private var events = EventRules()
  private var still = StillRules()
  private var chosen: (feed: QuestionFeed, selection: Question.ID?)?
  /// The turn that is looked at is one in which a person did something.
  var isPersons = false

  init() {}

  mutating func clockWasSet() { events.clockWasSet() }

  /// Something other than time was done.
  mutating func somethingWasDone() { still.release() }

  mutating func faults(of run: Simulation, _ program: SimulatedProgram, isClockRecent: Bool) -> [String] {
    turns += 1
    let questions = program.stackOverflow.state.value
    var faults = run.world.ledger.takeFaults() + HouseRules.faults(of: questions)
    faults += faultsOfFailures(questions, program, run.world)
    faults += listFaults(questions) + temperatureFaults(program.conAir.state.value)
    faults += bounds(run, program) + keptFaults(questions, run)
    faults += events.faults(of: program.wikipedia.state.value, run)
    faults += still.faults(of: program, isClockRecent: isClockRecent)
    faults += choiceFaults(questions) + originFaults(questions, program, run.world)
    faults += greetingFaults(program) + memoryFaults(program, questions)
    let rooms = program.conAir.state.value
    if case .loaded(let date) = rooms.load, date != readAt {
      readAt = date
      run.world.ledger.takeReadings(at: run.world.clock.currentDate)
    }
    if run.world.now.timeIntervalSince(run.lastClockChange) > 35 { faults += lineFaults(rooms, run) }
    isPersons = false
    guard turns % 20 == 0 else { return faults }
    // Degrees Celsius tell the demonstration from what is live.
    if rooms.unit == .celsius { faults += HouseRules.faults(of: rooms) }
    let isShown = program.dashboard.state.value.panes.contains(.conAir)
    if !isClockRecent, isShown { faults += HouseRules.faults(of: rooms, at: run.world.clock.currentDate) }
    return faults
  }

  /// A failure of the list that is shown is told from the turn on in which it comes, until the list is answered.
  private func faultsOfFailures(_ state: StackOverflowState, _ program: SimulatedProgram, _ world: World) -> [String] {
    // What a search has found lately is not asked for again. A list that is not shown is asked for when it is.
    guard state.list.feed.search == nil, state.list.trouble == nil,
      program.dashboard.state.value.panes.contains(.stackOverflow),
      let failure = world.ledger.standingFailure(
        .questions, WorldQuestions.key(of: state.list.feed), by: world.mainClient)
    else { return [] }
    return ["the failure “\(failure)” of the list that is shown is not told"]
  }

  private mutating func listFaults(_ state: StackOverflowState) -> [String] {
    defer { list = (state.list.feed, state.provenance, state.list.total) }
    guard let list, list.feed == state.list.feed, list.provenance == state.provenance, list.total > 0,
      state.list.total == 0, state.list.trouble != nil
    else { return [] }
    return ["\(list.total) questions are gone after a failure"]
  }

  private mutating func temperatureFaults(_ state: ConAirState) -> [String] {
    defer { hasTemperature = state.latest != nil && state.rooms.count == 1 }
    guard hasTemperature, state.latest == nil, state.trouble != nil, state.rooms.count == 1 else { return [] }
    return ["the temperature is gone after a failure"]
  }

  /// What a person chooses, they choose among the rows that what they have typed lets through.
  private mutating func choiceFaults(_ state: StackOverflowState) -> [String] {
    defer { chosen = (state.list.feed, state.list.selection) }
    guard isPersons, let chosen, chosen.feed == state.list.feed, chosen.selection != state.list.selection,
      state.list.filter.words != FilterWords(state.list.filter.field.text)
    else { return [] }
    return ["a question is chosen, and “\(state.list.filter.field.text)”, which was typed, is not in force"]
  }

  /// What the greeting calls live has answered, and answers.
  private func greetingFaults(_ program: SimulatedProgram) -> [String] {
    guard program.dashboard.state.value.isGreeting, let frame = program.display.frames.last else { return [] }
    let words = frame.lastLine
    guard words.contains("Welcome.") else { return [] }
    let isAllLive = words.contains("Everything here is live")
    return program.panes.compactMap { pane in
      let title = pane.title.string
      let isMadeUp = words.prefix(before: ": made up").contains(title)
      let isLive =
        isAllLive || (words.contains("the rest is live") && !isMadeUp)
        || words.suffix(after: "; ").suffix(after: "Welcome.").prefix(before: ": live").contains(title)
          && words.contains(": live")
      return isLive && pane.hasTrouble ? "the greeting calls “\(title)” live, which is in trouble" : nil
    }
  }

  /// A day's chart of one room has all that was answered.
  private func lineFaults(_ state: ConAirState, _ run: Simulation) -> [String] {
    let times = state.chart.viewport.time
    guard !state.isPaused, state.isFollowing, state.rooms.count == 1, abs(times.span - 86_400) < 1 else { return [] }
    let expected = run.world.ledger.readings.count { times.lowerBound + 240 < $0 && $0 < times.upperBound - 240 }
    let drawn = state.chart.series.points.count { times.lowerBound + 240 < $0.time && $0.time < times.upperBound - 240 }
    return drawn < expected ? ["\(drawn) temperatures are drawn of \(expected) that were answered"] : []
  }

  /// What a pane remembers is bounded by what is open.
  private func memoryFaults(_ program: SimulatedProgram, _ state: StackOverflowState) -> [String] {
    program.panes.filter { $0.rememberedPlaces > state.tabs.count }.map {
      "“\($0.title)” remembers \($0.rememberedPlaces) places, and \(state.tabs.count) tabs are open"
    }
  }

  /// A question that is marked as kept is in the store.
  private mutating func keptFaults(_ state: StackOverflowState, _ run: Simulation) -> [String] {
    let marked = state.marks.kept.filter { $0.provenance.server != nil }
    guard !marked.isSubset(of: run.store.state.marks.kept) else {
      markedSince = nil
      return []
    }
    // What is due at once, as the change to the interface's thread, runs when time goes by.
    let since = markedSince ?? run.world.now
    markedSince = since
    return run.world.now > since ? ["a question is marked as kept, and nothing keeps it"] : []
  }

  /// What is shown is of who has answered last, until it is asked for.
  private func originFaults(_ state: StackOverflowState, _ program: SimulatedProgram, _ world: World) -> [String] {
    guard !state.list.isFromThePast, state.list.total > 0, state.list.feed.selection != .kept,
      program.dashboard.state.value.panes.contains(.stackOverflow), !world.ledger.isAsking([.questions, .details]),
      let origin = world.ledger.lastOrigin(of: world.mainClient), origin != state.origin
    else { return [] }
    return ["questions of the \(state.origin) service are shown, and the \(origin) one has answered last"]
  }

  private func bounds(_ run: Simulation, _ program: SimulatedProgram) -> [String] {
    let state = program.wikipedia.state.value
    let counts: [(String, Int, Int)] = [
      ("timers", run.world.clock.time.scheduledCount, 80),
      ("requests under way", run.world.ledger.requestsUnderWay, 60),
      ("events", state.total, WikipediaState.recentLimit), ("points of the rate", state.chart.series.count, 35_000),
      ("marks of sign-ups", state.chart.annotations.count, 10_000),
    ]
    return counts.compactMap { name, count, limit in count > limit ? "there are \(count) \(name)" : nil }
  }

  // MARK: After healing

  /// The panes in which something waits for a person: what only one can mend, and a further page that failed.
  func needPerson(_ program: SimulatedProgram, _ world: World) -> Set<PaneID> {
    var panes: Set<PaneID> = []
    let list = program.stackOverflow.state.value.list
    let ofFirstPage = world.ledger.standingFailure(
      .questions, WorldQuestions.key(of: list.feed), by: world.mainClient)
    if let trouble = list.trouble, trouble.retry == nil || ofFirstPage == nil { panes.insert(.stackOverflow) }
    if let trouble = program.conAir.state.value.trouble, trouble.retry == nil { panes.insert(.conAir) }
    if case .waiting(let trouble) = program.wikipedia.state.value.connection, trouble.retry == nil {
      panes.insert(.wikipedia)
    }
    return panes
  }

  /// Every fault is gone once its service has answered again.
  ///
  /// - Parameter lead: Seconds by which the program's clock is ahead of the servers'.
  func faultsWhenHealed(_ program: SimulatedProgram, lead: TimeInterval) -> [String] {
    let shown = program.dashboard.state.value.panes
    var faults: [String] = []
    let list = program.stackOverflow.state.value.list
    if shown.contains(.stackOverflow) {
      if let trouble = list.trouble { faults.append("the questions' failure is still told: \(trouble.error)") }
      if list.load.isUnderWay { faults.append("the questions are still loading") }
    }
    if shown.contains(.wikipedia), case .connected = program.wikipedia.state.value.connection {
    } else if shown.contains(.wikipedia) {
      faults.append("the feed is not connected: \(program.wikipedia.state.value.connection)")
    }
    if shown.contains(.conAir) {
      let state = program.conAir.state.value
      if let trouble = state.trouble { faults.append("the temperatures' failure is still told: \(trouble.error)") }
      // A clock that is a day ahead asks for a day of which the servers know nothing yet.
      if state.latest == nil, lead < 80_000 { faults.append("there is no temperature") }
    }
    return faults
  }
}

extension Canvas {
  /// The characters of the last line.
  fileprivate var lastLine: String {
    guard height > 0 else { return "" }
    return cells[(height - 1) * width..<height * width].reduce(into: "") { line, cell in
      line.unicodeScalars.append(contentsOf: cell.glyph.scalars)
    }
  }
}

extension String {
  /// What stands before a text, else all of it.
  fileprivate func prefix(before text: String) -> String {
    range(of: text).map { String(self[..<$0.lowerBound]) } ?? self
  }

  /// What stands after a text, else all of it.
  fileprivate func suffix(after text: String) -> String {
    range(of: text).map { String(self[$0.upperBound...]) } ?? self
  }
}
