import Charting
import Edits
import Foundation
import Model
import PaneKit
import Questions
import Rooms
import Screen
import Text

/// The rules that must hold after every turn, whatever the world does.
///
/// Some rules compare a turn with the one before, so the values of that turn are remembered here.
@UI
struct TurnRules {
  private var list: (feed: QuestionFeed, provenance: Provenance, total: Int)?
  private var hasTemperature = false
  private var turns = 0
  /// The time since which a question has been marked as kept without being in the store; `nil` if there is none.
  private var markedSince: Date?
  /// The load time of the temperatures in the previous turn.
  private var readAt: Date?
  private var events = EventRules()
  private var still = StillRules()
  private var edits = EditRules()
  private var chosen: (feed: QuestionFeed, selection: QuestionIdentity?)?
  /// Whether a person acted in the current turn.
  var isPersons = false

  init() {}

  mutating func clockWasSet() { events.clockWasSet() }

  /// Records that an act other than the passing of time was performed.
  mutating func somethingWasDone() { still.release() }

  mutating func faults(of run: Simulation, _ program: SimulatedProgram, isClockRecent: Bool) -> [String] {
    turns += 1
    let questions = program.stackOverflow.state.value
    var faults =
      run.world.ledger.takeFaults() + run.store.takeFaults() + run.keeping.takeFaults()
      + Invariants.faults(of: questions)
    faults += faultsOfFailures(questions, program, run.world)
    faults += listFaults(questions) + temperatureFaults(program.rooms.state.value)
    faults += bounds(run, program) + keptFaults(questions, run)
    faults += events.faults(of: program.wikipedia.state.value, run)
    faults += edits.faults(of: program.wikipedia.edit.value, run)
    faults += still.faults(of: program, isClockRecent: isClockRecent)
    faults += choiceFaults(questions) + originFaults(questions, program, run.world)
    faults += greetingFaults(program) + memoryFaults(program, questions)
    let rooms = program.rooms.state.value
    if case .loaded(let date) = rooms.load, date != readAt {
      readAt = date
      run.world.ledger.takeReadings(at: run.world.clock.currentDate)
    }
    // The pane notices within a poll period that the clock was set.
    if run.world.now.timeIntervalSince(run.lastClockChange) > 35 {
      faults += latestFaults(rooms, program, run)
      // What a chart of a day lacks it still lacks a few turns later, and to compare its points takes a while.
      if turns % 8 == 0 { faults += lineFaults(rooms, run) }
    }
    isPersons = false
    guard turns % 20 == 0 else { return faults }
    // The ranges of the values in degrees Celsius distinguish the demonstration from live data.
    if rooms.unit == .celsius { faults += Invariants.faults(of: rooms) }
    let isShown = program.dashboard.state.value.panes.contains(.rooms)
    if !isClockRecent, isShown { faults += Invariants.faults(of: rooms, at: run.world.clock.currentDate) }
    return faults
  }

  /// Checks that a failed request for the visible list is reported until the list is answered.
  private func faultsOfFailures(_ state: StackOverflowState, _ program: SimulatedProgram, _ world: World) -> [String] {
    // Recent search results are not requested again, and a hidden list is requested when it becomes visible.
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

  private mutating func temperatureFaults(_ state: RoomsState) -> [String] {
    defer { hasTemperature = state.latest != nil && state.rooms.count == 1 }
    guard hasTemperature, state.latest == nil, state.trouble != nil, state.rooms.count == 1 else { return [] }
    return ["the temperature is gone after a failure"]
  }

  /// Checks that the filter's whole text is applied before a person's choice among the rows.
  private mutating func choiceFaults(_ state: StackOverflowState) -> [String] {
    defer { chosen = (state.list.feed, state.list.selection) }
    guard isPersons, let chosen, chosen.feed == state.list.feed, chosen.selection != state.list.selection,
      state.list.filter.words != FilterWords(state.list.filter.field.text)
    else { return [] }
    return ["a question is chosen, and “\(state.list.filter.field.text)”, which was typed, is not in force"]
  }

  /// Checks that the greeting does not call a pane live that is in trouble.
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

  /// Checks that the latest temperature is not in the future, also where nothing has been answered since the clock was set.
  private func latestFaults(_ state: RoomsState, _ program: SimulatedProgram, _ run: Simulation) -> [String] {
    let now = run.world.clock.currentDate
    guard program.dashboard.state.value.panes.contains(.rooms), let latest = state.latest, latest.time > now else {
      return []
    }
    return ["the latest temperature is of “\(latest.time.timeIntervalSince(now))” s in the future"]
  }

  /// Checks that the one-day chart of a single room contains all temperatures that were answered, except in the last 15
  /// minutes: an answer may have been discarded, and the program looks for late readings every five minutes. And that it
  /// begins at its beginning: a server has temperatures of any time that has passed by its own clock. With the day before behind
  /// it, both come in the steps that the screen can show.
  private func lineFaults(_ state: RoomsState, _ run: Simulation) -> [String] {
    let times = state.chart.viewport.time
    guard !state.isPaused, !state.showsBackdrop, state.isFollowing, state.rooms.count == 1, abs(times.span - 86_400) < 1
    else { return [] }
    let begin = times.lowerBound + 240
    func isChecked(_ time: Double) -> Bool { begin < time && time < times.upperBound - 900 }
    let ledger = run.world.ledger
    let expected = ledger.readings.count(where: isChecked)
    let points = state.chart.series.points
    let drawn = points.count { isChecked($0.time) }
    guard drawn >= expected else { return ["\(drawn) temperatures are drawn of \(expected) that were answered"] }
    guard ledger.isDayAnswered, let first = points.first?.time, first > begin else { return [] }
    return ["the temperatures begin \(Int(first - times.lowerBound)) s after their day"]
  }

  /// Checks that a pane remembers no more places than there are open tabs.
  private func memoryFaults(_ program: SimulatedProgram, _ state: StackOverflowState) -> [String] {
    program.panes.filter { $0.rememberedPlaces > state.tabs.count }.map {
      "“\($0.title)” remembers \($0.rememberedPlaces) places, and \(state.tabs.count) tabs are open"
    }
  }

  /// Checks that every question marked as kept is in the store.
  private mutating func keptFaults(_ state: StackOverflowState, _ run: Simulation) -> [String] {
    let marked = state.marks.kept.filter { $0.provenance.server != nil }
    guard !run.store.keeps(marked) else {
      markedSince = nil
      return []
    }
    // Actions that are due immediately, such as a hop to the interface's thread, run only when time advances.
    let since = markedSince ?? run.world.now
    markedSince = since
    return run.world.now > since ? ["a question is marked as kept, and nothing keeps it"] : []
  }

  /// Checks that the questions shown come from the service that answered last, unless a request is under way.
  private func originFaults(_ state: StackOverflowState, _ program: SimulatedProgram, _ world: World) -> [String] {
    guard !state.list.isFromThePast, state.list.total > 0, !state.list.feed.isLocal,
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
      ("events", state.total, WikipediaState.totalLimit), ("points of the rate", state.chart.series.count, 35_000),
      ("marks of sign-ups", state.chart.annotations.count, 10_000),
    ]
    return counts.compactMap { name, count, limit in count > limit ? "there are \(count) \(name)" : nil }
  }

  // MARK: After healing

  /// Returns the panes that need a person's refresh: after a failure without a retry, or of a further page.
  func needPerson(_ program: SimulatedProgram, _ world: World) -> Set<PaneID> {
    var panes: Set<PaneID> = []
    let list = program.stackOverflow.state.value.list
    let ofFirstPage = world.ledger.standingFailure(
      .questions, WorldQuestions.key(of: list.feed), by: world.mainClient)
    if let trouble = list.trouble, trouble.retry == nil || ofFirstPage == nil { panes.insert(.stackOverflow) }
    if let trouble = program.rooms.state.value.trouble, trouble.retry == nil { panes.insert(.rooms) }
    if case .waiting(let trouble) = program.wikipedia.state.value.connection, trouble.retry == nil {
      panes.insert(.wikipedia)
    }
    if let trouble = program.wikipedia.edit.value?.trouble, trouble.retry == nil { panes.insert(.wikipedia) }
    return panes
  }

  /// Checks that no failure remains once all services answer again.
  ///
  /// - Parameter lead: The seconds by which the program's clock is ahead of the servers' clocks.
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
    if shown.contains(.wikipedia), let trouble = program.wikipedia.edit.value?.trouble {
      faults.append("the failure of an edit's text is still told: \(trouble.error)")
    }
    if shown.contains(.rooms) {
      let state = program.rooms.state.value
      if let trouble = state.trouble { faults.append("the temperatures' failure is still told: \(trouble.error)") }
      // A clock that is a day ahead requests a day for which the servers have no data yet.
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
  /// Returns the part before the first occurrence of `text`, or the whole string if there is none.
  fileprivate func prefix(before text: String) -> String {
    range(of: text).map { String(self[..<$0.lowerBound]) } ?? self
  }

  /// Returns the part after the first occurrence of `text`, or the whole string if there is none.
  fileprivate func suffix(after text: String) -> String {
    range(of: text).map { String(self[$0.upperBound...]) } ?? self
  }
}
