import Model
import Testing
import Text

@testable import PaneKit
@testable import Rooms

@Suite struct RoomRulesTests {
  private static let room = Room(
    id: Room.ID(source: RoomSourceEntry.ID(), key: nil), name: "Attic", kind: .conAir,
    limits: RoomSettings.Limits())
  private static let rule = Rule(.room(RoomLimit(.above, 30)), text: "above 30", command: "save it")

  private static func crossing(_ celsius: Double, isBeyond: Bool) -> RoomRules.Input {
    (RoomCrossing(RoomLimit(.above, 30), room, celsius: celsius, isBeyond: isBeyond), .celsius)
  }

  @Test func aRoomIsMetOnceForEachAlarm() throws {
    var scene = try RulesScene(RoomRules(), [Self.rule])
    let (key, id) = (RuleSubject.room(Self.room.id.mark), Self.rule.id)
    #expect(scene.reduce(Self.crossing(29, isBeyond: false)) == [.release(id, key)])
    let found = scene.reduce(Self.crossing(31, isBeyond: true)).claims
    #expect(found.map(\.met) == [key] && found.first?.subject.values[.value] == "31.0")
    #expect(scene.matches.rooms == [Self.room.id.mark: "save it"])
    #expect(scene.reduce(.claimed(found[0], isFirst: true)).runs == ["Attic"])
    #expect(scene.reduce(.ended(found[0], hasRun: true)) == [])
    #expect(scene.reduce(Self.crossing(29, isBeyond: false)) == [.release(id, key)])
    #expect(scene.matches.rooms == [:])
    #expect(scene.reduce(Self.crossing(31, isBeyond: true)).claims.count == 1)
  }

  @Test func aRoomThatIsBeyondAtTheStartIsAskedFor() throws {
    var scene = try RulesScene(RoomRules(), [Self.rule])
    #expect(scene.reduce(.opened) == [], "an alarm of an earlier run says nothing")
    let found = scene.reduce(Self.crossing(31, isBeyond: true)).claims
    // The run before has met it.
    #expect(found.count == 1 && scene.reduce(.claimed(found[0], isFirst: false)) == [])
  }

  @Test func aNewRuleIsToldOfARoomThatIsBeyondItsLimit() throws {
    let old = Self.rule
    var new = old
    new.command = "say it"
    var scene = try RulesScene(RoomRules(), [old])
    _ = scene.reduce(Self.crossing(31, isBeyond: true))
    #expect(scene.use([old, new], []).claims.map(\.rule) == [new])
    #expect(scene.matches.rooms == [Self.room.id.mark: "save it, say it"])
    _ = scene.use([], [])
    #expect(scene.matches.rooms == [:])
    #expect(scene.use([old], []).claims == [], "its limit is looked at anew, and then it is told")
  }

  /// The view model of rooms has the limits of new rules before their evaluator has the rules.
  @Test func aRoomThatIsToldBeforeTheFirstRuleIsMet() throws {
    var scene = try RulesScene(RoomRules())
    #expect(scene.reduce(Self.crossing(31, isBeyond: true)) == [])
    #expect(scene.use([Self.rule], []).claims.map(\.met) == [.room(Self.room.id.mark)])
  }
}
