import Foundation
import Model
import Screen
import ViewModels

/// What must hold after every turn, whatever the world does. It remembers what the turn before it showed.
@UI
struct TurnRules {
  private var list: (feed: QuestionFeed, provenance: Provenance, total: Int)?
  private var hasTemperature = false
  private var turns = 0
  /// Since when a question is marked as kept that nothing keeps.
  private var markedSince: Date?
  /// The end of the last window whose count was compared.
  private var comparedUntil = Date.distantPast

  init() {}

  mutating func clockWasSet() { comparedUntil = .distantPast }

  mutating func faults(of run: Simulation, _ program: SimulatedProgram, isClockRecent: Bool) -> [String] {
    turns += 1
    let questions = program.stackOverflow.state.value
    var faults = run.world.ledger.takeFaults() + HouseRules.faults(of: questions)
    faults += faultsOfFailures(questions, run.world)
    faults += listFaults(questions) + temperatureFaults(program.conAir.state.value)
    faults += bounds(run, program) + keptFaults(questions, run)
    let wikipedia = program.wikipedia.state.value
    faults += eventFaults(wikipedia, run)
    guard turns % 20 == 0 else { return faults }
    let rooms = program.conAir.state.value
    // Degrees Celsius tell the demonstration from what is live.
    if rooms.unit == .celsius { faults += HouseRules.faults(of: rooms) }
    let isShown = program.dashboard.state.value.panes.contains(.conAir)
    if !isClockRecent, isShown { faults += HouseRules.faults(of: rooms, at: run.world.clock.currentDate) }
    return faults
  }

  /// A failure of the list that is shown is told in the turn in which it comes, and takes nothing away.
  private func faultsOfFailures(_ state: StackOverflowState, _ world: World) -> [String] {
    world.ledger.takeFailures().compactMap { failure in
      guard failure.service == .questions, failure.client == program(of: world),
        failure.key == "\(WorldQuestions.key(of: state.list.feed)) 1", state.list.trouble == nil
      else { return nil }
      return "the failure “\(failure.error)” of the list that is shown is not told"
    }
  }

  private func program(of world: World) -> Int { world.mainClient }

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

  /// A question that is marked as kept is in the store, or its text is on the way.
  private mutating func keptFaults(_ state: StackOverflowState, _ run: Simulation) -> [String] {
    let marked = state.marks.kept.filter { $0.provenance.server != nil }
    guard !marked.isSubset(of: run.store.state.marks.kept), !run.world.ledger.isAsking([.details, .store]) else {
      markedSince = nil
      return []
    }
    // What is due at once, as the change to the interface's thread, runs when time goes by.
    let since = markedSince ?? run.world.now
    markedSince = since
    return run.world.now > since ? ["a question is marked as kept, and nothing keeps it"] : []
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

  // MARK: Events

  private mutating func eventFaults(_ state: WikipediaState, _ run: Simulation) -> [String] {
    let (world, feed) = (run.world, run.feed)
    // A batch takes a thirtieth of a second.
    guard !state.isPaused, world.now.timeIntervalSince(feed.toldAt) > 0.04 else { return [] }
    var faults: [String] = []
    if let selection = state.selection, !state.recent.contains(where: { $0.id == selection }) {
      faults.append("event \(selection) is selected and not shown")
    }
    if state.filter.words.isEmpty {
      let expected = feed.listed.suffix(WikipediaState.recentLimit)
      if state.recent.count != expected.count
        || !zip(state.recent, expected.reversed()).allSatisfy({ $0.event.title.string == $1 })
      {
        let shown = state.recent.first?.event.title.string ?? "none"
        faults.append(
          "\(state.recent.count) events are listed, the newest “\(shown)”; \(expected.count) were sent, the newest “\(expected.last ?? "none")”"
        )
      }
    }
    return faults + windowFaults(state, run)
  }

  /// Each window that the feed was connected for has the edits that the world sent in it.
  private mutating func windowFaults(_ state: WikipediaState, _ run: Simulation) -> [String] {
    let now = run.world.clock.currentDate.timeIntervalSince1970
    let last = ((now - 0.1) / 5).rounded(.down) * 5
    let first = max(run.feed.exactSince.timeIntervalSince1970, comparedUntil.timeIntervalSince1970, last - 600)
    guard last > first, run.feed.isConnected else { return [] }
    comparedUntil = Date(timeIntervalSince1970: last)
    for start in stride(from: first, to: last, by: 5) {
      let sent = run.feed.edits[Int(start / 5)] ?? 0
      let counted = state.chart.series.nearest(to: start + 5, within: 0)?.value.map { Int(($0 * 5).rounded()) }
      if counted != sent {
        return ["\(counted.map(String.init) ?? "nothing") was counted where \(sent) edits were sent"]
      }
    }
    return []
  }

  // MARK: After healing

  /// Whether something that is shown waits for a person.
  func needsPerson(_ program: SimulatedProgram) -> Bool {
    let questions = program.stackOverflow.state.value.list.trouble?.retry == nil
    let rooms = program.conAir.state.value.trouble?.retry == nil
    return questions || rooms || program.wikipedia.state.value.connection.retry == nil
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

extension WikipediaState.Connection {
  fileprivate var retry: Date? { if case .waiting(let trouble) = self { trouble.retry } else { .distantPast } }
}
