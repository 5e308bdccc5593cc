import Assembly
import Foundation
import Model
import PaneKit
import Questions
import Rooms
import Screen
import Signals
import Text

// The programs of a simulation: the one on the screen, and a companion with the same stored state.
extension Simulation {
  func nextClient() -> Int {
    clients += 1
    return clients
  }

  /// Returns the dependencies of a program: the world's services, the simulated settings, and what is kept.
  func dependencies(of client: Int, _ stores: WorldStores) -> InterfaceDependencies {
    let (world, settings) = (world, Property(capturing: settings))
    let questions = WorldQuestions(world, client: client)
    let lost: KeptKind? = if case .drops(let kind) = world.sabotage { kind } else { nil }
    let (keeping, state) = (keeping, WatchedStore(store: stores.state, keeping: keeping, lost: lost))
    var dependencies = InterfaceDependencies(
      questions: questions, feed: feed,
      rooms: settings.map(\.rooms).skipRepeats().map { world.rooms($0, of: client, keptIn: KeptReadings(in: state)) })
    dependencies.questions.directory = questions
    dependencies.questions.overridePause = questions.overridePause
    (dependencies.store, dependencies.questions.cache, dependencies.edits.cache) = (state, stores.cache, stores.cache)
    dependencies.edits.address = Property(value: "stream.example")
    dependencies.settings = settings
    dependencies.mistakes = Property(capturing: mistakes)
    dependencies.time = ClockTime { world.utcOffset(at: $0) }
    dependencies.palette = { Sample.palette }
    dependencies.greets = true
    dependencies.rooms.alarmPrograms = { alarms in
      alarms.compactMap { news -> SafeText? in
        keeping.raise(news.event, by: client)
        return nil
      }
    }
    return dependencies
  }

  func start() {
    world.mainClient = nextClient()
    let world = world
    var dependencies = dependencies(of: world.mainClient, store.begin())
    dependencies.edits.wikis = world.wikis
    let size = program?.display.size ?? Size(width: 120, height: 36)
    let time = world.clock.time
    let program = SimulatedProgram(
      dependencies, size: size, others: others.map(\.feature), on: world.clock, perform: { time.perform($0) })
    program.display.frameLimit = 1
    self.program = program
    rules = TurnRules()
    world.ledger.forgetReadings()
    world.ledger.allow(.questions)
    world.ledger.allow(.temperatures)
    draw(program)
    time.perform { program.start() }
  }

  /// Ends the program and its companion, and checks that they leave no timer.
  func end() {
    if world.sabotage == .keepsProgram { survivor = program }
    (program, companion) = (nil, nil)
    store.end()
    // The interruptions of requests hop to the interface's thread: an action that is due immediately.
    world.clock.time.advance()
    let count = world.clock.time.scheduledCount
    if count > 0 { fail("\(count) timers are left after the end") }
  }

  func restart() {
    let before = program.map { Kept($0, self) }
    var isIncomplete = store.isIncomplete
    end()
    // The last writes of an end may find a lock.
    isIncomplete = isIncomplete || store.isIncomplete
    if world.sabotage == .forgetsState { store.forget() }
    world.set(.store, to: .answer(after: 3))
    start()
    pass(1_000)
    // A database that is locked is waited for.
    pass(Int(1_000 * store.patience))
    isIncomplete = isIncomplete || store.isIncomplete
    if isIncomplete { keeping.forget() }
    guard !isIncomplete, let before, let program else { return }
    for fault in before.faults(of: Kept(program, self)) { fail(fault) }
  }
}

/// A second program with the same stored state: its questions and its rooms, without a screen.
@UI
final class Companion {
  private let stackOverflow: StackOverflowViewModel
  private let rooms: RoomsViewModel
  private let (lifetime, token) = Lifetime.make()

  init(_ dependencies: InterfaceDependencies, in run: Simulation) {
    let clock = run.world.clock
    let memory = dependencies.makeMemory(on: clock)
    stackOverflow = dependencies.questions.makeViewModel(dependencies.settings, memory, on: clock)
    rooms = dependencies.rooms.makeViewModel(dependencies.settings, memory, on: clock)
    lifetime += dependencies.rooms.alarmPrograms(rooms.alarms).observeValues { _ in }
    clock.time.perform {
      stackOverflow.start()
      rooms.start()
    }
  }
}
