import Model
import Screen
import Testing

@testable import Simulation

/// The whole interface from a seed: the same each time, and every rule sees what it is there for.
@Suite struct SimulationTests {
  /// Plays on the interface's thread.
  private static func play(_ script: Script, sabotage: PlantedFault? = nil) async -> Simulation.Result {
    UI.runInBackground()
    return await Simulation.play(script, sabotage: sabotage, heals: false)
  }

  @Test func aSeedGivesTheSameHashEachTime() async {
    let script = Script(seed: 2, seconds: 8)
    let results = [await Self.play(script), await Self.play(script)]
    #expect(results[0].failure == nil, "\(results[0].failure.map { "\($0)" } ?? "")")
    #expect(results[0].hash == results[1].hash)
    #expect(await Self.play(Script(seed: 3, seconds: 8)).hash != results[0].hash)
  }

  @Test func aScriptIsReadAsItIsWritten() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let script = Script(seed: seed, seconds: 600)
      // A paste that ends with a space, and a key without a name, are no lines.
      let acts = script.acts.filter { Act("\($0)") != nil }
      #expect(acts.count > script.acts.count * 9 / 10)
      #expect(try Script(text: Script(acts).text).acts == acts)
    }
  }

  @Test(arguments: [
    (PlantedFault.losesEvents, "burst 60", "were sent"), (.repeatsEvents, "burst 60", "were sent"),
    (.mixesOrigins, "pass 500", "is not from live"), (.asksTwice, "pass 500", "asked twice at once"),
    (.losesReadings, "pass 40000", "temperatures are drawn of"),
    (.hidesFailures, "fails questions unreachable 10 5\nkey r", "not told"),
    (.forgetsState, "key Tab\npass 100\nrestart", "has the focus after a start"),
    (.keepsProgram, "restart", "timers are left after the end"),
  ])
  func aRuleSeesWhatIsBroken(sabotage: PlantedFault, acts: String, sentence: String) async throws {
    let script = try Script(text: "pass 1000\n\(acts)\npass 1000")
    let failure = await Self.play(script, sabotage: sabotage).failure
    #expect(failure?.sentence.contains(sentence) == true, "\(failure.map { "\($0)" } ?? "nothing is seen")")
  }

  /// Where state is a database, what was kept is read from its file.
  @Test func aRuleSeesThatADatabaseIsGone() async throws {
    let script = try Script(text: "databases\npass 1000\nkey Tab\nkey *\npass 100\nrestart")
    #expect(await Self.play(script).failure == nil)
    #expect(await Self.play(script, sabotage: .forgetsState).failure?.rule.contains("after a start") == true)
  }

  /// Where the program's own clients are part of the world, the rules see the same.
  @Test(arguments: [
    (PlantedFault.losesEvents, "burst 60", "were sent"),
    (.hidesFailures, "fails questions unreachable 10 5\nkey r", "not told"),
    (.losesFacts, "burst 60", "has the facts"),
    (.losesHistory, "feed-drops refused 4\nburst 60\npass 30000", "missing in a history"),
    (
      .losesHistory, "burst 60\nkey Tab\nkey w\npass 60\nkey d\nkey e\npass 60\nkey Enter\npass 4000",
      "“Seite 25” is missing"
    ),
    (.mixesTexts, "key Tab\nkey Down\npass 60\nkey Enter", "another text"),
  ])
  func aRuleSeesWhatIsBrokenInBytes(sabotage: PlantedFault, acts: String, sentence: String) async throws {
    let script = try Script(text: "bytes 7\npass 1000\n\(acts)\npass 1000")
    #expect(await Self.play(script).failure == nil)
    let failure = await Self.play(script, sabotage: sabotage).failure
    #expect(failure?.sentence.contains(sentence) == true, "\(failure.map { "\($0)" } ?? "nothing is seen")")
  }

  /// The shortest scripts of seeds that once failed.
  @Test(arguments: [
    // Seed 13: what only a person can mend of a list is mended by a refresh of the question that is open.
    "bytes 13\nsettings 2\npass 300\nfails questions notFound 3000 60\nkey Enter\npass 60000",
    // Seed 29: an answer that comes as the clock is set is by the clock from before.
    "answers temperatures 4000\nkey q\npass 3000\nclock -3600\nfails temperatures connectionLost 0 600\npass 37000",
    // Seed 100: an event that comes while the clock is ahead has no time by the clock that is right again.
    "bytes 100\npass 900\nevent-rate 0\nburst 250\nclock 40\npass 100\nclock -40\npass 60000",
    // Seed 4: a chart that is paused before it has a point stands still where the past comes.
    "bytes 4\nfeed-drops notFound 17\nrestart\npass 6500\nkey p\npass 6000\nkey q\npass 5000\nkey R\npass 2500",
    // A start goes on without databases that stay locked, or that were cut.
    "databases\npass 500\nkey Tab\ndisk locked 600\nrestart\npass 9000\ncompanion 1\npass 9000",
    // A write waits for another program's, and what it keeps is there afterwards; or it is given up.
    "databases\npass 500\ndisk state-writing 3\nkey *\npass 9000\nrestart\npass 900",
    "databases\npass 500\ndisk state-writing 600\nkey *\nkey Tab\npass 900\nrestart\npass 9000",
    "databases\npass 500\nkey *\ndisk state-cut 0\npass 200\nkey Enter\ndisk cache-cut 0\nrestart\npass 900",
    "bytes 7\npass 2000\nfeed-drops throttledUntil 4\nsuspend 700",
    // Seed 7: edits that seem to be old by a clock that was set are missing in a window, which is then not told.
    "pass 1000\nevent-rate 30\npass 13000\nclock 40\npass 100\nkey Tab\nkey w\nkey a\nkey Enter\npass 30000",
    // Seed 19: a border that was moved stays where it is under settings that leave its share alone.
    "bytes 19\nkey Ctrl-Right\nsettings 4\nkey Tab\nrestart",
    // Seed 32: a focus that nobody has moved stays, though another pane is the first one.
    "databases\nsettings 4\nrestart",
    // Seed 31: a history has what happened before the clock was set at its time by the clock as it is.
    "bytes 31\npass 9000\nclock -40\npass 41000\nrestart",
    // Seed 59: a clock that is set without a connection makes the next one's events seem to be late, for a minute.
    "pass 30\nevent-rate 1\nrestart\npass 9000\nfeed-drops unreachable 60\nclock 3600\npass 200000",
  ])
  func whatASeedFoundHolds(acts: String) async throws {
    let script = try Script(text: acts)
    UI.runInBackground()
    #expect(await Simulation.play(script).failure?.sentence == nil)
  }

  @Test func aFurtherPageIsNotAskedForInAPauseWhoeverWantsIt() {
    func faults(after seconds: Double, firstPage: Bool = false) -> [String] {
      var ledger = Ledger()
      ledger.isPersonAsking = true
      let failed = ledger.began(.questions, "swift", page: 2, by: 1, at: Sample.now, isCounted: true)
      ledger.ended(failed, failure: Failing.throttled.error(at: Sample.now, seconds: 0), pause: 60, at: Sample.now)
      if firstPage {
        let first = ledger.began(.questions, "swift", by: 1, at: Sample.now, isCounted: true)
        ledger.ended(first, failure: nil, at: Sample.now)
      }
      let later = Sample.now.addingTimeInterval(seconds)
      _ = ledger.began(.questions, "swift", page: 2, by: 1, at: later, isCounted: true)
      return ledger.takeFaults()
    }
    #expect(faults(after: 59).count == 1)
    #expect(faults(after: 60) == [])
    #expect(faults(after: 1, firstPage: true) == [], "the list has begun again")
  }

  @Test func aFailureStandsUntilTheListIsAnswered() {
    var ledger = Ledger()
    func ask(_ page: Int, _ failure: ServiceError?) {
      let request = ledger.began(.questions, "swift", page: page, by: 1, at: Sample.now, isCounted: false)
      ledger.ended(request, failure: failure, at: Sample.now)
    }
    ask(1, .inTrouble(words: "maintenance"))
    ask(2, nil)
    #expect(ledger.standingFailure(.questions, "swift", by: 1) != nil, "another page tells nothing of it")
    #expect(ledger.standingFailure(.questions, "swift", by: 2) == nil)
    ask(1, nil)
    #expect(ledger.standingFailure(.questions, "swift", by: 1) == nil)
  }

  @Test func localTimeIsAnotherFromAChangeOfClocksOn() async throws {
    let still = try Script(text: "resize 120 36\npass 2000\npass 1000")
    let changed = try Script(text: "resize 120 36\npass 2000\nutc-offset 3600\npass 1000")
    let results = [await Self.play(still), await Self.play(changed)]
    #expect(results.allSatisfy { $0.failure == nil })
    #expect(results[0].hash != results[1].hash, "the hours that are shown")
    let world = World()
    world.setUTCOffset(7_200)
    world.clock.time.advance(by: 10.0)
    world.setUTCOffset(3_600)
    let offsets = [-1.0, 0, 9, 10].map { world.utcOffset(at: Sample.now.addingTimeInterval($0)) }
    #expect(offsets == [0, 7_200, 7_200, 3_600])
  }

  @Test func settingsAreReadAsTheProgramReadsThem() throws {
    for number in 0..<SimulatedSettings.count {
      let (result, isAsExpected) = try #require(SimulatedSettings.read(number))
      #expect(isAsExpected, "\(number): \(result)")
    }
  }

  @Test func aScriptIsCutDownToWhatFails() {
    let script = Script((1...100).map { .pass($0) })
    #expect(
      script.shrunk { $0.acts.contains(.pass(17)) && $0.acts.contains(.pass(80)) }.acts == [.pass(17), .pass(80)])
  }
}
