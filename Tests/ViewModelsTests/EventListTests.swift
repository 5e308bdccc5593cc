import Foundation
import Model
import Testing
import Text

@testable import ViewModels

@Suite struct EventListTests {
  /// The newest first; an event's number is its place in time.
  private func list(_ titles: [SafeText]) -> EventList {
    var list = EventList()
    list.show(events(titles, from: 0))
    return list
  }

  private func events(_ titles: [SafeText], from first: Int) -> [RecentEvent] {
    titles.enumerated().reversed().map { index, title in
      let event = WikiEvent(kind: .unspecified, title: title, time: nil)
      return RecentEvent(id: first + index, event: event, time: .distantPast)
    }
  }

  @Test func downFromNothingIsTheNewestAndUpFromTheNewestIsNothing() {
    var list = list(["a", "b", "c"])
    let moves: [(Motion, Int?)] = [
      (.lines(1), 2), (.lines(-1), nil), (.lines(2), 1), (.lines(.max), 0), (.lines(1), 0), (.start, nil), (.end, 0),
      (.lines(.min), nil),
    ]
    for (motion, expected) in moves {
      list.move(motion)
      #expect(list.selection == expected, "\(motion)")
    }
  }

  @Test func anEmptyListSelectsNothing() {
    var list = EventList()
    for motion in [Motion.lines(1), .end, .start] { list.move(motion) }
    list.select(0)
    #expect(list.selection == nil)
    #expect(list.total == 0)
  }

  @Test func aSelectionGoesWithItsEventAndIsHiddenWithIt() {
    var list = list(["abc", "bcd", "cde"])
    list.select(1)
    list.filter(by: FilterWords("a"))
    #expect(list.rows.map(\.id) == [0])
    #expect(list.selection == nil)
    list.filter(by: FilterWords(""))
    #expect(list.selection == 1)
    list.show(events(["def"], from: 3))
    #expect(list.selection == nil)
    list.show(events(["abc", "bcd"], from: 0))
    #expect(list.selection == nil, "what has left the list is not chosen any more")
  }

  @Test func whileAFilterStandsTheListIsWhatAFreshOneWouldShow() {
    let titles: [SafeText] = ["Łódź", "Oslo", "London", "Łomża", "Lima", "Lodz", "Bonn", "Lwów"]
    var list = EventList()
    list.filter(by: FilterWords("l"))
    // Events come and go; some have come and gone unseen, and the list may begin again.
    for (first, count) in [(0, 3), (1, 4), (1, 4), (3, 5), (20, 4), (22, 4), (24, 2), (2, 4)] {
      let events = (0..<count).reversed().map { index in
        let event = WikiEvent(kind: .unspecified, title: titles[(first + index) % titles.count], time: nil)
        return RecentEvent(id: first + index, event: event, time: .distantPast)
      }
      list.show(events)
      var fresh = EventList()
      fresh.filter(by: FilterWords("l"))
      fresh.show(events)
      #expect(list.rows.map(\.id) == fresh.rows.map(\.id), "\(first)")
    }
  }
}
