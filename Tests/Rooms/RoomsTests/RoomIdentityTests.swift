import Foundation
import Model
import Rooms
import Testing
import Text

@Suite struct RoomIdentityTests {
  private static func id(_ key: String) throws -> Room.ID {
    let url = try #require(URL(string: "http://ada:secret@a.example/m%20x"))
    return Room.ID(source: RoomSourceEntry.ID(source: .metrics(url)), key: RoomKey(key))
  }

  /// Marks are stored, so that they must stay what they were.
  @Test func aMarkIsWhatItWas() throws {
    #expect(try Self.id("a 1%\u{e9}").mark == "metrics http://a.example/m%2520x 0 a%201%25\u{e9}")
    let (spaced, encoded) = (try Self.id("a 1").mark, try Self.id("a%201").mark)
    #expect(spaced != encoded)
  }

  @Test func aLongKeyIsKnownByItsHash() throws {
    let long = String(repeating: "label ", count: 1_000_000)
    let (one, other, again) = (try Self.id(long + "a"), try Self.id(long + "b"), try Self.id(long + "a"))
    #expect(one != other && one.mark != other.mark && one == again)
    #expect(one.mark.utf8.count < 1_000)
    // It stays the same when it is read from where it was kept.
    #expect(RoomKey(RoomKey(long).mark) == RoomKey(long))
  }
}
