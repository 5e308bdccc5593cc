import Foundation
import Model
import Testing
import Text

@testable import Rooms

/// Names of rooms that would otherwise be the same.
@Suite struct DistinctNamesTests {
  @Test func roomsOfTwoServersAreToldApartByTheirAddresses() throws {
    func room(_ name: SafeText?, _ kind: RoomSourceKind, _ address: String) throws -> Room {
      let url = try #require(URL(string: address))
      let source: RoomSettings.Source = kind == .conAir ? .conAir(url) : .metrics(url)
      return Room(
        id: Room.ID(source: RoomSourceEntry.ID(source: source), key: .only), name: name, kind: kind,
        limits: RoomSettings.Limits())
    }
    func labels(_ rooms: [Room]) -> [String] { Room.named(apart: rooms).map(\.label.string) }
    #expect(
      labels([try room("attic", .metrics, "http://pi/metrics"), try room("attic", .metrics, "http://u:p@nas/metrics")])
        == ["attic (pi)", "attic (nas)"])
    #expect(
      labels([try room("attic", .metrics, "http://pi/metrics"), try room("attic", .conAir, "http://pi/data/")])
        == ["attic (Exporter)", "attic (ConAir)"])
    #expect(
      labels([try room(nil, .conAir, "http://pi:1/data/"), try room(nil, .conAir, "http://pi:2/data/")])
        == ["ConAir (pi:1)", "ConAir (pi:2)"])
    #expect(
      labels([try room(nil, .metrics, "http://pi/a"), try room(nil, .metrics, "http://pi/b")])
        == ["Exporter (pi/a)", "Exporter (pi/b)"])
    #expect([RoomSourceEntry]().labels.isEmpty)
    let alone = try room(nil, .conAir, "http://pi/data/")
    #expect(Room.named(apart: [alone]) == [alone], "a room that is alone needs no name")
  }
}
