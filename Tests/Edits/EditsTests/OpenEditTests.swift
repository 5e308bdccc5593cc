import Foundation
import Model
import Testing
import Text

@testable import Edits
@testable import PaneKit

/// The open edit, its neighbours and its search as a pure value.
@Suite struct OpenEditTests {
  /// The edits 0, 1 and 3, the newest first, and the sign-up 2.
  private static let list: EventList = {
    var list = EventList()
    list.insert(WikipediaBatch(events: [.edit(0), .edit(1), .signUp(2), .edit(3)]))
    list.showLatest()
    return list
  }()
  /// A user's edits.
  private static let others = [RecentEvent.edit(-7), .edit(-6), .edit(-5)]

  enum Event: Sendable {
    case open(Int, from: Origin = .live)
    case openOther(Int)
    case step(Int)
    case close
  }

  /// What is open after some events, and whether there is an edit above and below it.
  @Test(
    arguments: [
      ([], nil, false, false),
      ([.open(3)], 3, false, true),
      ([.open(1)], 1, true, true),
      ([.open(0)], 0, true, false),
      ([.open(2)], nil, false, false),
      ([.open(3), .step(1)], 1, true, true),
      ([.open(3), .step(1), .step(1)], 0, true, false),
      ([.open(3), .step(-1)], 3, false, true),
      ([.open(0), .step(-1), .step(-1)], 3, false, true),
      ([.open(3), .close], nil, false, false),
      ([.step(1)], nil, false, false),
      ([.openOther(-7)], -7, false, true),
      ([.openOther(-7), .step(1)], -6, true, true),
      ([.openOther(-7), .step(1), .step(1), .step(1)], -5, true, false),
      ([.openOther(-7), .open(3)], 3, false, true),
      ([.openOther(-7), .close, .open(1)], 1, true, true),
      // Edits of another origin are not those of the list, and neither is one that has left it.
      ([.open(3, from: .demo)], 3, false, false),
      ([.open(9)], 9, false, false),
      ([.open(9), .step(1)], 9, false, false),
    ] as [([Event], Int?, Bool, Bool)])
  func theOpenEditKnowsThoseBesideIt(events: [Event], id: Int?, hasPrevious: Bool, hasNext: Bool) {
    let edit = Self.edit(after: events)
    let opened = edit.opened(in: Self.list, of: .live)
    #expect(opened?.event.id == id)
    #expect(opened?.hasPrevious ?? false == hasPrevious)
    #expect(opened?.hasNext ?? false == hasNext)
  }

  private static func edit(after events: [Event]) -> OpenEdit {
    var edit = OpenEdit()
    for event in events {
      switch event {
      case .open(let id, let origin): edit.open(id == 2 ? .signUp(2) : .edit(id), from: origin)
      case .openOther(let id):
        edit.open(ChosenEdit(event: .edit(id), events: others, origin: .live, list: .contributions(of: "Maria")))
      case .step(let step): _ = edit.step(step, in: list, of: .live)
      case .close: _ = edit.close()
      }
    }
    return edit
  }

  @Test func onlyWhoStepsIsPassing() {
    #expect(Self.edit(after: [.open(3)]).edit?.isPassing == false)
    #expect(Self.edit(after: [.open(3), .step(1)]).edit?.isPassing == true)
    #expect(Self.edit(after: [.open(3), .step(1), .open(0)]).edit?.isPassing == false)
  }

  @Test func theListItWasChosenInIsKnown() {
    #expect(!Self.edit(after: []).isListed)
    #expect(Self.edit(after: [.open(3), .step(1)]).isListed)
    #expect(!Self.edit(after: [.openOther(-7), .step(1)]).isListed)
  }

  @Test func aSearchEndsWithItsEdit() {
    var edit = Self.edit(after: [.open(3)])
    func search() -> FilterState? { edit.opened(in: Self.list, of: .live)?.search }
    edit.search(.begin)
    edit.search(.edit(.insert("one")))
    #expect(search()?.isEditing == true && search()?.words == FilterWords(""), "not before the text is applied")
    edit.search(.applyText)
    #expect(search()?.words == FilterWords("one"))
    _ = edit.step(1, in: Self.list, of: .live)
    #expect(search() == FilterState())
  }

  @Test func whatTheFeedReportsLaterIsAdded() {
    var edit = Self.edit(after: [.open(3)])
    edit.amend(by: [EditAnnotation.Key(wiki: "enwiki", revision: 1_003): EditFacts(isReverted: true)])
    #expect(edit.edit?.event.event.edit?.facts.isReverted == true)
  }
}
