import Foundation
import Model
import Testing
import Text

@testable import Edits
@testable import PaneKit

private let now = Date(timeIntervalSince1970: 1_795_200_000)

extension RecentEvent {
  /// An edit of the English Wikipedia whose time is by default as many seconds after the others' as its number.
  static func edit(
    _ id: Int, _ title: SafeText = "Page", at seconds: Double? = nil, change: Int = 0, risk: Double? = nil,
    wiki: String = "enwiki"
  ) -> RecentEvent {
    let revision = WikiRevision(wiki: wiki, old: id + 100, new: id + 1_000)
    let edit = WikiEdit(revision: revision, user: "Maria", facts: EditFacts(risk: risk))
    let event = WikiEvent(
      kind: .unspecified, title: title, time: nil, wiki: wiki, lengthChange: change,
      address: "https://en.wikipedia.org/wiki/\(id)", edit: edit)
    return RecentEvent(id: id, event: event, time: now + (seconds ?? Double(id)))
  }

  /// A sign-up, which has no revision.
  static func signUp(_ id: Int) -> RecentEvent {
    RecentEvent(id: id, event: WikiEvent(kind: .newuser, title: "Somebody", time: nil), time: now + Double(id))
  }
}

/// The list of events as a pure value.
@Suite struct EventListTests {
  /// What a list shows after some steps.
  struct Story: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var steps: @Sendable (inout EventList) -> Void
    /// The numbers of the rows.
    var rows: [Int]
    var selection: Int?
    var newCount = 0

    init(
      _ description: String, rows: [Int], selection: Int? = nil, newCount: Int = 0,
      _ steps: @escaping @Sendable (inout EventList) -> Void
    ) {
      (testDescription, self.steps) = (description, steps)
      (self.rows, self.selection, self.newCount) = (rows, selection, newCount)
    }
  }

  /// The edits 0 "Mars" to 2 "Venus", the newest first, of which the oldest changed most.
  private static var three: EventList {
    var list = EventList()
    list.add(.edit(0, "Mars", change: -30), .edit(1, "Saturn", change: 5, risk: 0.9), .edit(2, "Venus", change: 10))
    return list
  }

  static let stories: [Story] = [
    Story("the newest is first", rows: [2, 1, 0]) { _ in },
    Story("what is collected waits until it is shown", rows: [2, 1, 0]) {
      $0.insert(WikipediaBatch(events: [.edit(3)]))
    },
    Story("by size", rows: [0, 2, 1]) { $0.sort(by: .size) },
    Story("by risk", rows: [1, 2, 0]) { $0.sort(by: .risk) },
    Story("what comes is sorted as well", rows: [3, 0, 2, 1]) {
      $0.sort(by: .size)
      $0.add(.edit(3, change: 99))
    },
    Story("filtered by words once the text is applied", rows: [2, 1, 0]) { $0.type("sat") },
    Story("filtered by words", rows: [1]) {
      $0.type("sat")
      $0.applyFilter()
    },
    Story("filtered by a condition", rows: [1]) {
      $0.type("?risk>0.5")
      $0.filter(.accept)
    },
    Story("a move is among the rows of the typed text", rows: [1], selection: 1) {
      $0.type("sat")
      $0.move(.lines(1))
    },
    Story("a filter that is cleared", rows: [2, 1, 0]) {
      $0.type("sat")
      $0.filter(.accept)
      $0.filter(.clear)
    },
    Story("a selection counts what comes", rows: [4, 3, 2, 1, 0], selection: 2, newCount: 2) {
      $0.move(.lines(1))
      $0.add(.edit(3), .edit(4))
    },
    Story("another row of the held list counts the same", rows: [3, 2, 1, 0], selection: 1, newCount: 1) {
      $0.select(2)
      $0.add(.edit(3))
      $0.move(.lines(1))
    },
    Story("what is told of the past is not new", rows: [2, 1, 0, 9], selection: 2) {
      $0.select(2)
      $0.insert(WikipediaBatch(past: [.edit(9, at: -60)]))
      $0.showLatest()
    },
    Story("nothing is new to who follows", rows: [3, 2, 1, 0]) {
      $0.select(1)
      $0.followNewest()
      $0.add(.edit(3))
    },
    Story("a row that is hidden is not selected, and what came is not counted", rows: [0]) {
      $0.select(2)
      $0.add(.edit(3))
      $0.type("mars")
      $0.applyFilter()
    },
    Story("the settings' condition leaves out", rows: [1]) {
      var scope = $0.scope
      scope.condition = try? EditCondition("risk>0.5")
      $0.show(scope)
    },
    Story("other wikis leave out", rows: []) {
      var scope = $0.scope
      scope.wikis = WikiSelection(["dewiki"])
      $0.show(scope)
    },
    Story("other wikis are listed as far as the typed text leaves them", rows: [1]) {
      $0.type("sat")
      var scope = $0.scope
      scope.wikis = .all
      $0.show(scope)
    },
    Story("another origin begins empty, with the person's filter and order", rows: [8, 9]) {
      $0.type("mars")
      $0.filter(.accept)
      $0.sort(by: .size)
      $0 = $0.emptied(keepsMarks: false)
      $0.add(.edit(7, "Venus"), .edit(8, "Mars", change: 2), .edit(9, "Mars", change: 1))
    },
  ]

  @Test(arguments: stories) func theListShows(story: Story) {
    var list = Self.three
    story.steps(&list)
    #expect(list.rows.map(\.id) == story.rows)
    #expect(list.selected?.id == story.selection)
    #expect(list.newCount == story.newCount)
  }

  @Test func theNewestEditIsPointedAtUntilARowIsSelected() {
    var list = Self.three
    list.add(.signUp(3))
    #expect(list.pointed?.id == 2, "a sign-up is no edit")
    list.select(3)
    #expect(list.pointed?.id == 3)
    #expect(list.link == nil, "the selected event has no page")
  }

  @Test func whatIsReadIsToldOnceAndCountsForMoreThanEarlierRuns() {
    var list = Self.three
    let (venus, key) = (RecentEvent.edit(2), EditAnnotation.Key(wiki: "enwiki", revision: 1_002))
    #expect(list.mark(venus, isRead: true) == key)
    #expect(list.read == [key])
    #expect(list.mark(venus, isRead: false) == key)
    list.recall([key, EditAnnotation.Key(wiki: "enwiki", revision: 1_000)])
    #expect(list.read.map(\.revision) == [1_000])
    #expect(list.mark(.signUp(4), isRead: true) == nil)
  }

  @Test func watchedEditsAreCountedUntilTheyAreRead() {
    var list = Self.three
    list.watch(WatchedEdits(settings: [EditWatch(.title("Saturn"))]))
    #expect(list.watchedCount == 0, "not before it is shown")
    list.showLatest()
    #expect(list.watchedCount == 1)
    _ = list.mark(.edit(1), isRead: true)
    #expect(list.watchedCount == 0)
  }

  private static let ignoresMars = WatchedEdits(ignored: [WatchedSubject(.page, "Mars", on: "enwiki")])

  @Test func whatIsIgnoredIsLeftOutUntilItIsNoLonger() {
    var list = Self.three
    list.watch(Self.ignoresMars)
    list.add(.edit(3, "Mars"), .edit(5))
    #expect(list.rows.map(\.id) == [5, 2, 1])
    list.watch(WatchedEdits())
    list.showLatest()
    #expect(list.rows.map(\.id) == [5, 3, 2, 1, 0])
    list.watch(Self.ignoresMars)
    list.watch(WatchedEdits(settings: [EditWatch(.user("Maria"))], ignored: Self.ignoresMars.ignored))
    list.showLatest()
    #expect(list.rows.map(\.id) == [5, 3, 2, 1, 0], "what is watched is shown")
  }

  /// Where a person is, nothing disappears by itself.
  @Test func whatIsIgnoredStaysWhileItIsSelectedOrOpen() {
    var list = Self.three
    list.add(.edit(3, "Mars"))
    list.select(0)
    list.watch(Self.ignoresMars, holding: 3)
    list.letGo(except: 3)
    #expect(list.rows.map(\.id) == [3, 2, 1, 0] && list.selected?.id == 0)
    list.letGo(except: nil)
    #expect(list.rows.map(\.id) == [2, 1, 0], "the other one is open no more")
    list.amend(0, EditFacts(risk: 0.99))
    list.add(.edit(4), .edit(5, "Mars"))
    #expect(list.rows.map(\.id) == [4, 2, 1, 0] && list.selected?.id == 0)
    list.move(.lines(-1))
    list.letGo(except: nil)
    #expect(list.rows.map(\.id) == [4, 2, 1] && list.selected?.id == 1)
  }

  @Test func whatIsIgnoredIsNotListedOfAnotherOriginEither() {
    var list = Self.three
    list.select(0)
    list.watch(Self.ignoresMars)
    list = list.emptied(keepsMarks: false)
    list.add(.edit(0, "Mars"), .edit(6))
    #expect(list.rows.map(\.id) == [6])
  }

  @Test func whatIsMarkedStaysWhateverIsToldOfItLater() throws {
    var list = EventList(.init(condition: try EditCondition("not reverted")))
    list.add(.edit(0), .edit(1), .edit(2))
    list.select(1)
    list.togglePick()
    for id in 1...2 { list.amend(id, EditFacts(isReverted: true)) }
    #expect(list.rows.map(\.id) == [1, 0] && list.picked.map(\.id) == [1])
    list.show(.init(condition: try EditCondition("risk>0.99")))
    #expect(list.rows.map(\.id) == [1] && list.picked.map(\.id) == [1], "whatever is chosen")
    list.clearPicks()
    #expect(list.rows.isEmpty)
  }

  @Test func factsOnceReportedStay() {
    var list = EventList()
    list.add(.edit(0))
    #expect(!list.hasFacts && !list.hasRisks)
    let key = EditAnnotation.Key(wiki: "enwiki", revision: 1_000)
    list.insert(WikipediaBatch(annotations: [EditAnnotation(key, EditFacts(risk: 0.5))]))
    #expect(list.hasFacts && list.hasRisks)
    list.insert(WikipediaBatch(events: (1...2_300).map { .edit($0) }))
    list.showLatest()
    #expect(list.hasFacts && list.hasRisks && list.total == WikipediaState.recentLimit)
    list = list.emptied(keepsMarks: true)
    #expect(!list.hasFacts && !list.hasRisks && !list.hasEditors)
  }

  /// A list of many edits, the newest numbered `count - 1`, and every hundredth of them risky.
  private static func many(_ count: Int = 2_500, _ steps: (inout EventList) -> Void = { _ in }) -> EventList {
    var list = three
    steps(&list)
    for start in stride(from: 3, to: count, by: 500) { list.add(from: start, to: min(start + 500, count)) }
    return list
  }

  @Test func theNewestThousandsAreListed() {
    #expect(Self.many().rows.map(\.id) == (500..<2_500).reversed())
    var list = Self.many()
    list.sort(by: .risk)
    #expect(list.rows.count == 2_000)
    #expect(list.rows.prefix(20).map(\.id) == stride(from: 2_400, through: 500, by: -100).map { $0 })
  }

  /// What the filter, the person's choice and the settings let through counts, and not what they leave out.
  @Test(arguments: ["words", "a condition", "the person's choice", "the settings"])
  func theNewestThatAreLetThroughAreListed(filter: String) {
    let list = Self.many(5_000) { list in
      var scope = list.scope
      switch filter {
      case "words": list.type("risky")
      case "a condition": list.type("?risk>0.4")
      case "the person's choice": scope.edits = ShownEdits([.editor(.anonymous)])
      default: scope.condition = try? EditCondition("risk>0.4")
      }
      list.applyFilter()
      list.show(scope)
    }
    let found = [1] + stride(from: 100, to: 5_000, by: 100)
    #expect(
      list.rows.map(\.id)
        == (filter == "words" || filter == "the person's choice" ? Array(found.dropFirst()) : found).reversed())
  }

  /// However many edits come, a person goes on from the row.
  @Test(arguments: EventOrder.allCases) func aSelectedRowStaysWithThoseAroundIt(order: EventOrder) {
    var list = Self.many(500)
    list.sort(by: order)
    list.move(.lines(250))
    let selected = list.selected?.id
    for start in stride(from: 500, to: 6_500, by: 20) { list.add(from: start, to: start + 20) }
    #expect(list.selected?.id == selected && selected != nil)
    let row = list.rows.row(of: selected ?? -1) ?? -1
    #expect(row >= 100 && row + 100 < list.rows.count)
    #expect(list.total <= WikipediaState.totalLimit)
    list.followNewest()
    list.add(from: 6_500, to: 6_520)
    #expect(list.total == WikipediaState.recentLimit, "until it is left")
  }

  @Test func anOpenEditStaysWithThoseAroundIt() {
    var list = Self.three
    for start in stride(from: 3, to: 3_003, by: 100) { list.add(from: start, to: start + 100, holding: 1) }
    #expect(list.rows.suffix(103).map(\.id) == [1_003] + (0...101).reversed())
  }

  @Test func whereAPersonIsNothingDisappearsByAFact() {
    var list = Self.three
    list.type("?risk<0.95")
    list.applyFilter()
    list.select(1)
    list.amend(1, EditFacts(risk: 0.99))
    #expect(list.rows.map(\.id) == [1] && list.selected?.id == 1)
    list.filter(.clear)
    list.followNewest()
    list.type("?risk<0.95")
    list.applyFilter()
    #expect(list.rows.isEmpty, "a filter that is typed decides again")
  }

  /// Nothing of another wiki stays, selected or open.
  @Test func otherWikisLeaveOutWhatIsHeld() {
    var list = Self.three
    list.select(1)
    list.show(.init(wikis: WikiSelection(["dewiki"])))
    #expect(list.rows.isEmpty && list.selected == nil)
    list.insert(WikipediaBatch(events: [.edit(7), .edit(8, wiki: "dewiki"), .edit(9)]), holding: 1)
    list.showLatest()
    #expect(list.rows.map(\.id) == [8])
  }

  @Test func aFilterThatHidesEveryEditHidesNoEditors() {
    var list = EventList()
    list.add(.signUp(0))
    #expect(!list.hasEditors)
    list.add(.edit(1))
    list.type("no such title")
    list.applyFilter()
    #expect(list.rows.isEmpty && list.hasEditors)
  }

  @Test func otherWikisLeaveTheMarksAndAnotherOriginDoesNot() {
    var list = Self.three
    _ = list.mark(.edit(2), isRead: true)
    #expect(list.emptied(keepsMarks: true).read == list.read)
    #expect(list.emptied(keepsMarks: false).read.isEmpty)
  }
}

extension EventList {
  fileprivate mutating func add(_ events: RecentEvent...) {
    insert(WikipediaBatch(events: events))
    showLatest()
  }

  /// Adds edits, of which every hundredth is risky, and by somebody without an account.
  fileprivate mutating func add(from first: Int, to end: Int, holding open: RecentEvent.ID? = nil) {
    let events = (first..<end).map { id in
      var event = RecentEvent.edit(
        id, id % 100 == 0 ? "Risky" : "Page", change: id % 31, risk: id % 100 == 0 ? 0.5 : 0.1)
      if id % 100 == 0 { event.event.edit?.user = "192.0.2.\(id % 250)" }
      return event
    }
    insert(WikipediaBatch(events: events), holding: open)
    showLatest()
  }

  fileprivate mutating func amend(_ id: Int, _ facts: EditFacts) {
    let key = EditAnnotation.Key(wiki: "enwiki", revision: id + 1_000)
    insert(WikipediaBatch(annotations: [EditAnnotation(key, facts)]))
    showLatest()
  }

  fileprivate mutating func type(_ text: SafeText) {
    filter(.begin)
    filter(.edit(.insert(text)))
  }
}
