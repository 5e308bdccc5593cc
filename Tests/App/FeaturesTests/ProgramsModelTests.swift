import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import PaneKit
@testable import Rooms

@Suite struct ProgramsModelTests {
  private static let room = ProgramSubject(room: "Attic", latest: 30, unit: .celsius)

  private static func command(_ words: [String], editor: Bool = false) throws -> OwnCommand {
    OwnCommand("say it", for: [.rooms], words: try words.map { try ProgramWord($0) }, needsTerminal: editor)
  }

  private func told(_ effects: [ProgramsModel.Effect]) -> [SafeText] {
    effects.compactMap { if case .tell(let sentence) = $0 { sentence } else { nil } }
  }

  @Test func aProgramIsStartedAndItsEndIsTold() throws {
    var model = ProgramsModel()
    let effects = model.reduce(.action(.run(try Self.command(["say", "{room}"]), Self.room)))
    guard case .start(let run)? = effects.first else { return #expect(Bool(false), "\(effects)") }
    #expect(run.call.words == ["say", "Attic"] && told(effects) == ["say it runs"])
    #expect(model.running.map(\.label) == ["say it"])
    let end = ProgramEnd(failure: nil, lastLine: "spoken")
    #expect(told(model.reduce(.ended(run.id, end))) == ["say it: spoken"] && model.running.isEmpty)
    #expect(model.reduce(.ended(run.id, end)) == [] && model.reduce(.action(.stop(run.id))) == [])
  }

  @Test(
    arguments: [
      (ProgramEnd(failure: nil), "done"), (ProgramEnd(failure: "ended with status 3"), "ended with status 3"),
      (ProgramEnd(failure: "ended with status 3", lastLine: "no such tag"), "ended with status 3: no such tag"),
      (ProgramEnd(failure: nil, lastLine: " "), " "),
    ] as [(ProgramEnd, String)])
  func theLastLineSaysHowItEnded(end: ProgramEnd, sentence: String) { #expect(end.sentence.string == sentence) }

  @Test func sentencesAreShortWhateverAProgramPrints() {
    let line = SafeText(oneLine: String(repeating: "x", count: 5_000))
    #expect(ProgramEnd(failure: nil, lastLine: line).sentence.string.count <= 60)
  }

  @Test func anEditorGetsTheTerminal() throws {
    var model = ProgramsModel()
    let command = try Self.command(["vi", "--", "{room}"], editor: true)
    #expect(
      model.reduce(.action(.run(command, Self.room)))
        == [.request(.runInTerminal(ProgramCall(["vi", "--", "Attic"])))])
    #expect(model.running.isEmpty)
  }

  @Test func whatIsRefusedIsToldAndNotStarted() throws {
    var model = ProgramsModel()
    let subject = ProgramSubject(room: "--output=/etc/x", latest: nil, unit: .celsius)
    #expect(
      model.reduce(.action(.run(try Self.command(["say", "{room}"]), subject)))
        == [.tell("say it is not run: “--output=/etc/x” would be an option; put \"--\" before {room}")])
  }

  @Test func aKeyThatIsHeldDownStartsOnlySoMany() throws {
    var model = ProgramsModel()
    let command = try Self.command(["sleep", "9"])
    for _ in 0..<ProgramsModel.limit { _ = model.reduce(.action(.run(command, Self.room))) }
    #expect(
      model.reduce(.action(.run(command, Self.room)))
        == [.tell("say it is not run: 20 programs run already; stop one (:stop)")])
    #expect(model.running.count == ProgramsModel.limit)
  }

  /// One that a person has started may run as long as it likes.
  @Test func aProgramOfARuleThatNeverEndsIsEndedAfterTenMinutes() throws {
    let scheduler = TestScheduler()
    let interrupted = MutableProperty<[ProgramCall]>([])
    let programs = ProgramsViewModel(
      run: { call in SignalProducer.never.on(disposed: { interrupted.modify { $0.append(call) } }) },
      scheduler: scheduler)
    let notices = MutableProperty<[SafeText]>([])
    // Of the rule alone.
    programs.notices.observeValues { notice in notices.modify { $0.append(notice) } }
    let (byHand, byRule) = (try Self.command(["sleep", "by-hand"]), try Self.command(["sleep", "by-rule"]))
    scheduler.perform {
      programs.send(.run(byHand, Self.room))
      let rule = Rule(.room(RoomLimit(.above, 20)), text: "above 20", command: "say it")
      programs.run(byRule, for: RulesModel.Match(rule: rule, met: .room("Attic"), subject: Self.room))
    }
    scheduler.advance(by: .seconds(599))
    #expect(programs.running.value.count == 2 && interrupted.value == [])
    scheduler.advance(by: .seconds(2))
    #expect(programs.running.value.map(\.id) == [0])
    #expect(interrupted.value.map(\.words) == [["sleep", "by-rule"]])
    #expect(notices.value == ["say it runs", "say it: ended after 10 min"])
  }

  @Test func aProgramThatNeverEndsIsStoppedByHand() throws {
    let scheduler = TestScheduler()
    let interrupted = MutableProperty(0)
    let programs = ProgramsViewModel(
      run: { _ in SignalProducer.never.on(disposed: { interrupted.modify { $0 += 1 } }) },
      scheduler: scheduler)
    let notices = MutableProperty<[SafeText]>([])
    programs.answers.observeValues { notice in notices.modify { $0.append(notice) } }
    let command = try Self.command(["sleep", "forever"])
    scheduler.perform {
      programs.send(.run(command, Self.room))
      programs.send(.run(command, Self.room))
    }
    let ids = programs.running.value.map(\.id)
    #expect(ids.count == 2)
    scheduler.perform { programs.send(.stop(ids[0])) }
    scheduler.advance()
    #expect(interrupted.value == 1)
    #expect(programs.running.value.map(\.id) == [ids[1]])
    #expect(notices.value.last == "say it: stopped")
  }
}
