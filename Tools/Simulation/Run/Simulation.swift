import Assembly
import Foundation
import Model
import PaneKit
import Screen
import Signals
import Text

/// Plays a script against the complete interface in a ``World``, and checks the rules after every turn.
///
/// ```swift
/// let result = Simulation.play(Script(seed: 7, seconds: 3_600))
/// result.failure   // nil
/// result.hash      // the same in every process
/// ```
@UI
public final class Simulation {
  /// The result of playing a script.
  public struct Result: Sendable {
    public var hash: Digest
    /// The first violation; `nil` if all rules held.
    public var failure: Failure?
    /// The number of turns checked.
    public var turns = 0
    /// The number of frames drawn.
    public var frames = 0
    /// The longest turn of the interface's thread, in seconds of the processor's time.
    public var longestTurn = 0.0
  }

  /// A violation of a rule, with the index of the act that revealed it.
  public struct Failure: Sendable, Hashable {
    public var act: Int
    public var sentence: String

    /// The sentence without numbers and quoted text, so that the same violation compares equal in different scripts.
    public var rule: String {
      sentence.replacing(/“[^”]*”/, with: "").filter { !$0.isNumber && $0 != "-" }
    }
  }

  let world: World
  /// The features of programs in addition to the program's own.
  let others: [SimulatedFeature]
  let store: any WorldKeeping
  let feed: any WorldFeed
  let settings = MutableProperty(Settings())
  let mistakes = MutableProperty<[SafeText]>([])
  var program: SimulatedProgram?
  var companion: Companion?
  /// An ended program that ``PlantedFault/keepsProgram`` retains.
  var survivor: SimulatedProgram?
  var clients = 0
  /// What programs have told of what they keep, and the alarms that they have raised.
  let keeping = Keeping()
  var result = Result(hash: Digest())
  var rules = TurnRules()
  /// The index of the current act.
  private var act = 0
  private(set) var lastClockChange = Date.distantPast
  /// The time by the program's clock since which the feed tells of the same edits.
  private(set) var sameEditsSince = Date.distantPast

  init(_ world: World, hasDisk: Bool = false, others: [SimulatedFeature] = []) {
    (self.world, self.others) = (world, others)
    let remembered = Features.remembered + others.flatMap(\.remembered)
    store = hasDisk ? WorldDisk(world, remembered) : WorldStore(world, remembered)
    feed = world.network?.feed ?? DirectFeed(world)
    keeping.isIncomplete = { [store] in store.isIncomplete }
    world.wikis.signal.skipRepeats().observeValues { [feed] _ in feed.wikisChanged() }
    let changes = SignalProducer.merge(
      world.wikis.producer.skipRepeats().map { _ in }, world.demonstration.producer.skipRepeats().map { _ in })
    changes.startWithValues { [unowned self] in UI.assumeIsolated { sameEditsSince = self.world.clock.currentDate } }
    start()
  }

  /// Plays a script in a new world, then heals every service and checks that the program recovers.
  ///
  /// - Parameters:
  ///   - sabotage: A defect to add to the world, for tests of the rules.
  ///   - heals: Whether to heal and check the recovery; `false` stops at the end of the script.
  public static func play(_ script: Script, sabotage: PlantedFault? = nil, heals: Bool = true) -> Result {
    play(script, with: [], sabotage: sabotage, heals: heals)
  }

  /// - Parameter others: Features of programs in addition to the program's own.
  package static func play(
    _ script: Script, with others: [SimulatedFeature], sabotage: PlantedFault? = nil, heals: Bool = true
  ) -> Result {
    let world = World(cut: script.cut)
    world.sabotage = sabotage
    world.hasLongTexts = script.hasLongTexts
    let simulation = Simulation(world, hasDisk: script.hasDisk, others: others)
    for (index, act) in script.acts.enumerated() where simulation.result.failure == nil {
      simulation.act = index
      simulation.perform(act)
    }
    if heals, simulation.result.failure == nil { simulation.healAndWait() }
    simulation.end()
    return simulation.result
  }

  func fail(_ sentence: String) {
    if result.failure == nil { result.failure = Failure(act: act, sentence: sentence) }
  }

  // MARK: Acts

  private func perform(_ act: Act) {
    apply(act)
    if case .pass = act {} else { rules.somethingWasDone() }
    // `apply` has returned, so no local variable retains the program.
    if act == .restart || program?.hasQuit == true { restart() }
    turn()
  }

  private func apply(_ act: Act) {
    guard let program else { return }
    let time = world.clock.time
    switch act {
    case .pass(let milliseconds): return pass(milliseconds)
    case .key(let key): press(key, program)
    case .paste(let text): press(.paste(SafeText(oneLine: text)), program)
    case .mouse(let action, let x, let y): asPerson { program.display.point(action, x: x, y: y) }
    case .resize(let width, let height):
      world.ledger.allow(.questions)
      time.perform { program.display.resize(to: Size(width: width, height: height)) }
    case .answers(let service, let delay): world.set(service, to: .answer(after: delay))
    case .fails(let service, let failing, let delay, let seconds):
      world.set(service, to: .fail(failing, after: delay, seconds: seconds))
    case .silent(let service): world.set(service, to: .silence)
    case .heal: heal()
    case .feedDrops(let failing, let seconds): feed.drop(failing, seconds: seconds)
    case .eventRate(let count): feed.source.rate = count
    case .burst(let count): for _ in 0..<count { feed.source.happen() }
    case .quota(let remaining): world.remainingQuota = remaining
    case .demonstration(let isOn):
      world.ledger.allow(.questions)
      world.demonstration.value = isOn
      feed.originChanged()
    case .settings(let number): save(number)
    case .suspend(let seconds): suspend(seconds)
    case .clock(let seconds): step(by: seconds)
    case .utcOffset(let seconds):
      world.setUTCOffset(seconds)
      UI.frames.mark()
    case .serverClock(let seconds): world.serverLead = seconds
    case .disk(let event, let seconds): store.happen(event, seconds: seconds)
    case .companion(let isOpen): open(isOpen)
    case .restart: break
    }
  }

  private func press(_ key: KeyEvent, _ program: SimulatedProgram) {
    let invalidations = program.display.invalidations
    do throws(Misreading) {
      let keys = try world.network?.keyboard.press(key) ?? [key]
      asPerson { for key in keys { program.display.type(key) } }
    } catch {
      fail(error.sentence)
    }
    if !UI.frames.isMarked { fail("no frame is due after the key \(key)") }
    if key == .control("l"), program.display.invalidations == invalidations { fail("Ctrl-L does not draw again") }
  }

  /// Runs `body` as a person's action, whose requests are not limited by the polling rules.
  private func asPerson(_ body: () -> Void) {
    let stops = program?.display.stops
    world.ledger.allow(.questions)
    world.ledger.isPersonAsking = true
    timed { world.clock.time.perform(body) }
    world.ledger.isPersonAsking = false
    rules.isPersons = true
    // A command may have suspended the program.
    if program?.display.stops != stops { world.ledger.allow(.temperatures) }
  }

  private func heal() {
    world.heal()
    world.serverLead = 0
    feed.heal()
  }

  private func save(_ number: Int) {
    world.ledger.allow(.questions)
    guard let (read, isAsExpected) = SimulatedSettings.read(number) else { return }
    if !isAsExpected { fail("the settings \(number) are read as “\(read)”") }
    world.clock.time.perform {
      switch read {
      case .failure(let found): mistakes.value = found.all.map(\.text)
      case .success(let content):
        mistakes.value = []
        let former = settings.value
        if (content.conAir.pollPeriod, content.rooms) != (former.conAir.pollPeriod, former.rooms) {
          world.ledger.allow(.temperatures)
          world.ledger.forgetReadings()
        }
        world.ledger.pollPeriod = content.conAir.pollPeriod
        settings.value = content
      }
    }
  }

  private func suspend(_ seconds: Int) {
    guard let program else { return }
    let time = world.clock.time
    feed.hold()
    world.ledger.allow(.temperatures)
    time.perform { program.display.suspend() }
    // A stopped program's timers do not run, but the clock does.
    step(by: seconds)
    feed.release()
  }

  private func step(by seconds: Int) {
    world.ledger.allow(.questions)
    world.clock.step(by: Double(seconds))
    lastClockChange = world.now
    feed.clockWasSet()
    rules.clockWasSet()
    keeping.clockWasSet(to: world.clock.currentDate)
    world.ledger.clockWasSet(to: world.clock.currentDate)
  }

  private func open(_ isOpen: Bool) {
    guard isOpen, companion == nil else {
      if !isOpen {
        companion = nil
        store.endOther()
      }
      return
    }
    companion = Companion(dependencies(of: nextClient(), store.beginAnother()), in: self)
  }

  // MARK: Time

  /// Advances the time, with a turn for every event of the world that becomes due.
  func pass(_ milliseconds: Int) {
    let end = world.now.addingTimeInterval(Double(milliseconds) / 1000)
    while result.failure == nil, let due = world.nextDue, due <= end {
      timed { world.clock.time.advance(to: due) }
      turn()
      while let run = world.takeDue() { run() }
      timed { world.clock.time.advance() }
      turn()
    }
    timed { world.clock.time.advance(to: end) }
    turn()
  }

  /// Runs a part of the interface's thread, and checks how long it takes where texts are long.
  private func timed(_ body: () -> Void) {
    guard world.hasLongTexts, let reading = world.network?.readingClock else { return body() }
    let (begin, readBefore) = (TurnTime.now, reading.seconds)
    body()
    let seconds = TurnTime.now - begin - (reading.seconds - readBefore)
    result.longestTurn = max(result.longestTurn, seconds)
    if seconds > TurnTime.limit { fail("a turn takes \(Int(1_000 * seconds)) ms") }
  }

  /// Heals every service and waits until every failed request must have been repeated.
  ///
  /// The longest pause is an hour, and the longest time between two attempts a quarter of an hour.
  private func healAndWait() {
    act += 1
    heal()
    feed.source.rate = 1
    // Failures without an automatic retry need a person's refresh.
    pass(75 * 60_000)
    if let program {
      let panes = rules.needPerson(program, world)
      asPerson {
        if panes.contains(.stackOverflow) { program.stackOverflow.send(.refresh) }
        if panes.contains(.wikipedia) {
          program.wikipedia.send(.refresh)
          program.wikipedia.send(.refreshEdit)
        }
        if panes.contains(.rooms) { program.rooms.send(.refresh) }
      }
      if !panes.isEmpty { pass(20 * 60_000) }
    }
    // After an hour that a server has wished for, chance may add more than is left.
    if let program, case .waiting(let trouble) = program.wikipedia.state.value.connection, let retry = trouble.retry {
      pass(1_000 + Int(1_000 * max(0, min(retry.timeIntervalSince(world.clock.currentDate), 900))))
    }
    // A periodic request may have begun just now, and the last bytes of its answer may come late.
    for _ in 0..<5 where self.program?.stackOverflow.state.value.list.load.isUnderWay != false { pass(1_000) }
    guard result.failure == nil, let program else { return }
    for fault in rules.faultsWhenHealed(program, lead: world.clock.currentDate.timeIntervalSince(world.now)) {
      fail(fault)
    }
  }

  func turn() {
    guard let program, result.failure == nil else { return }
    result.turns += 1
    if UI.frames.isMarked { draw(program) }
    result.hash.add(program)
    for fault in rules.faults(of: self, program, isClockRecent: world.now.timeIntervalSince(lastClockChange) < 90) {
      fail(fault)
    }
  }

  func draw(_ program: SimulatedProgram) {
    for _ in 0..<5 where UI.frames.isMarked || result.frames == 0 {
      timed { world.clock.time.perform { UI.frames.drawNow() } }
      result.frames += 1
    }
    guard let canvas = program.display.frames.last else { return fail("nothing is drawn") }
    result.hash.add(canvas)
    if canvas.size != program.display.size { fail("the frame has another size than the screen") }
    if let fault = Invariants.faults(of: canvas).first { fail(fault) }
  }
}
