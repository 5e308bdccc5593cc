import Edits
import Foundation
import Model
import ModelTesting
import Rooms
import Signals
import SignalsTesting
import Testing
import Text

@testable import Questions
@testable import Storage

@Suite struct StateDatabaseTests {
  private let folder: TemporaryFolder
  private let swift = QuestionFeed(site: "unix", tags: ["swift", "c/c++"], matching: .any, order: .votes)

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [Override(62, of: 50), Override(62, of: nil)])
  func theBordersPlaceIsRemembered(share: Override<Int?>?) async {
    StateDatabase(folder.state).keepNow(.share(share))
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState(share: share))
    StateDatabase(folder.state).keepNow(.share(nil))
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState())
  }

  @Test(arguments: [
    "", "62 50 40", "0", "x", "62  50", "9999999999999999999", #"{"chosen":0,"setting":50}"#,
    #"{"chosen":null,"setting":50}"#, #"{"chosen":62,"setting":100}"#,
  ])
  func aPlaceOfTheBorderThatIsNoneIsLeftOut(text: String) async throws {
    StateDatabase(folder.state).keepNow(.share(Override(62, of: 50)))
    try Raw.execute("UPDATE value SET value = '\(text)' WHERE name = 'share'", in: folder.state)
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState())
  }

  @Test func aChosenThemeIsRemembered() async {
    let theme = Override("mono", of: "auto")
    StateDatabase(folder.state).keepNow(.theme(theme))
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState(theme: theme))
    StateDatabase(folder.state).keepNow(.theme(nil))
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState())
  }

  @Test func whatWasChosenInThePaletteIsRemembered() async {
    let history = PaletteHistory(["theme:mono", "tab:swift", "theme:mono", "a", "b", "c"])
    #expect(history.ids == ["theme:mono", "tab:swift", "a", "b"])
    StateDatabase(folder.state).keepNow(.palette(history))
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState(palette: history))
  }

  @Test(arguments: ["", "theme:mono", "[1, 2]", #"["theme:mono""#, #"{"a": "b"}"#, "null"])
  func aDamagedHistoryOfThePaletteIsLeftOut(text: String) async throws {
    StateDatabase(folder.state).keepNow(.palette(PaletteHistory(["quit"])), .pane("conair"))
    try Raw.execute("UPDATE value SET value = '\(text)' WHERE name = 'palette'", in: folder.state)
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState(pane: "conair"))
  }

  @Test func nothingIsRememberedAtFirst() async {
    let state = StateDatabase(folder.state)
    #expect(await state.remembered.only == RememberedState())
  }

  @Test func whatIsKeptIsThereAtTheNextStart() async {
    let state = StateDatabase(folder.state)
    state.keep(.pane("wikipedia"))
    state.keepNow(.tab(swift), .order(swift, .creation), .order(QuestionFeed(), .week))
    state.keepNow(.greeted)
    let remembered = await StateDatabase(folder.state).remembered.only
    #expect(
      remembered
        == RememberedState(
          pane: "wikipedia", tab: swift, orders: [swift: .creation, QuestionFeed(): .week], isGreeted: true))
  }

  @Test func theLastChangeHolds() async {
    let state = StateDatabase(folder.state)
    for (pane, order) in [("wikipedia", QuestionOrder.creation), ("conair", nil)] {
      state.keep(.pane(pane))
      state.keep(.order(swift, order))
    }
    #expect(state.flush(within: 300))
    #expect(await state.remembered.only == RememberedState(pane: "conair"))
  }

  @Test func whatIsDoneToTabsIsThereAtTheNextStartInItsOrder() async {
    let (ios, bash) = (QuestionFeed(tags: ["ios"]), QuestionFeed(tags: ["bash"]))
    StateDatabase(folder.state).keepNow(
      .tabFate(swift, .opened), .tabFate(bash, .opened), .tabFate(ios, .closed), .tabFate(swift, .closed),
      .tabFate(QuestionFeed(), .closed), .tabFate(QuestionFeed(), nil), .tabOrder([bash, swift]))
    #expect(
      await StateDatabase(folder.state).remembered.only.questions.tabs
        == TabChanges(opened: [bash], closed: [ios, swift], order: [bash, swift]))
  }

  @Test func theWikisThatWereChosenAreThereAtTheNextStart() async {
    let choice = Override(WikiSelection(["dewiki", "frwiki"]), of: .english)
    StateDatabase(folder.state).keepNow(
      .choice(.wikis(Override(.all, of: .english))), .choice(.wikis(choice)))
    #expect(await StateDatabase(folder.state).remembered.only.wikipedia.wikis == choice)
    StateDatabase(folder.state).keepNow(.choice(.wikis(nil)))
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState())
  }

  @Test func whichEditsAreShownIsThereAtTheNextStart() async {
    let choice = Override(ShownEdits([.editor(.bots), .pages(.talk), .major]), of: .all)
    StateDatabase(folder.state).keepNow(
      .choice(.shown(choice)), .choice(.hasLinesApart(true)), .choice(.span(21_600)))
    let remembered = await StateDatabase(folder.state).remembered.only.wikipedia
    #expect(remembered == WikipediaChoices(shown: choice, hasLinesApart: true, span: 21_600))
    #expect(Override<ShownEdits>(text: #"{"chosen":["robots"],"setting":[]}"#) == nil)
    StateDatabase(folder.state).keepNow(
      .choice(.shown(nil)), .choice(.hasLinesApart(false)), .choice(.span(1e300)))
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState())
  }

  @Test(arguments: [
    #"{"chosen":["../x"],"setting":[]}"#, #"{"chosen":["dewiki"]}"#, "[]", "", #"{"chosen":[],"setting":[]}"#,
  ])
  func whatNamesNoWikisIsNoChoice(text: String) { #expect(Override<WikiSelection>(text: text) == nil) }

  @Test func theQuestionsReadLastAreRemembered() async {
    let state = StateDatabase(folder.state)
    func key(_ id: Int) -> QuestionKey { QuestionKey(site: "unix", id: id) }
    for id in 0..<QuestionMarks.limit + 2 {
      state.keep(.read(key(id), answers: id, at: Samples.date.addingTimeInterval(Double(id))))
    }
    state.keepNow(.unread(key(7)))
    let read = await StateDatabase(folder.state).remembered.only.questions.marks.read
    #expect(read.count == QuestionMarks.limit - 1)
    #expect(read[key(0)] == nil && read[key(1)] == nil && read[key(7)] == nil && read[key(2)] == 2)
  }

  @Test func aQuestionIsKeptWithItsAnswersUntilItIsDropped() async {
    let state = StateDatabase(folder.state)
    let key = QuestionKey(site: "unix", id: Samples.full.id)
    var kept = Samples.cached
    kept.detail.question.site = "unix"
    state.keepNow(.keep(kept, site: "unix"))
    #expect(await StateDatabase(folder.state).kept(key).only == kept)
    #expect(await StateDatabase(folder.state).remembered.only.questions.marks.kept == [key])
    state.keepNow(.drop(key))
    #expect(await StateDatabase(folder.state).kept(key).only == nil)
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState())
  }

  @Test func whatIsKeptIsListedTheLastFirst() async {
    let state = StateDatabase(folder.state)
    func kept(_ id: Int, _ title: SafeText = "x") -> QuestionChange {
      var detail = Samples.detail
      (detail.question.id, detail.question.title) = (id, title)
      return .keep(CachedDetail(detail: detail, fetched: Samples.date.addingTimeInterval(Double(-id))), site: "unix")
    }
    state.keepNow(
      kept(1), kept(2), kept(3), kept(4), .keep(CachedDetail(detail: Samples.detail, fetched: Samples.date), site: "x"),
      .drop(QuestionKey(site: "unix", id: 2)), kept(1, "newer"), .drop(QuestionKey(site: "unix", id: 4)), kept(4))
    let listed = await StateDatabase(folder.state).keptQuestions(of: "unix").only
    #expect(listed.map(\.id) == [4, 3, 1], "what is kept in a newer form keeps its place")
    #expect(listed.last?.title == "newer" && listed.allSatisfy { $0.body == nil })
    #expect(await state.keptQuestions(of: "superuser").only == [])
  }

  @Test func whatHasChangedIsInTheFileWhenThatIsTold() throws {
    let state = StateDatabase(folder.state)
    let (url, counts) = (folder.state, MutableProperty<[Int]>([]))
    state.keptChanges.observeValues {
      let count: [Int]? = try? Raw.values("SELECT COUNT(*) FROM kept_question", in: url)
      counts.modify { $0 += count ?? [] }
    }
    state.keep(.keep(CachedDetail(detail: Samples.detail, fetched: Samples.date), site: "unix"))
    state.keepNow(.pane("wikipedia"))
    state.keepNow(.drop(QuestionKey(site: "unix", id: Samples.full.id)))
    #expect(counts.value == [1, 0])
  }

  @Test func aKeptQuestionThatCannotBeReadIsLeftOut() async throws {
    let state = StateDatabase(folder.state)
    state.keepNow(.keep(CachedDetail(detail: Samples.detail, fetched: Samples.date), site: "unix"))
    try Raw.execute(
      "INSERT INTO kept_question VALUES ('\(QuestionServer.standard)', 'unix', 99, 0, x'FFFF')", in: folder.state)
    #expect(await state.keptQuestions(of: "unix").only.map(\.id) == [Samples.full.id])
  }

  @Test func quotaAndLinesAreRemembered() async {
    let quota = RememberedQuota(remaining: 12, max: nil, date: Samples.date)
    StateDatabase(folder.state).keepNow(.quota(quota, of: .standard), .isDense(true))
    let state = StateDatabase(folder.state)
    #expect(await state.quota(of: .standard).only == quota)
    #expect(await state.remembered.only == RememberedState(isDense: true))
  }

  @Test func whatWasSelectedIsRememberedUntilItsListBeginsAgain() async throws {
    let (one, other) = (QuestionKey(site: "unix", id: 7), QuestionKey(site: "stackoverflow", id: 8))
    let (bash, ruby) = (QuestionFeed(tags: ["bash"]), QuestionFeed(tags: ["ruby"]))
    let state = StateDatabase(folder.state)
    state.keepNow(
      .selected(one, in: swift), .selected(other, in: QuestionFeed()), .selected(one, in: bash),
      .selected(QuestionKey(.demonstration, site: "unix", id: 9), in: ruby))
    state.keepNow(.order(swift, .votes), .tabFate(bash, .closed))
    #expect(await StateDatabase(folder.state).remembered.only.questions.selections == [QuestionFeed(): other])
    try Raw.execute("UPDATE value SET value = '[1]' WHERE name LIKE 'selected %'", in: folder.state)
    #expect(await StateDatabase(folder.state).remembered.only.questions.selections.isEmpty)

    StateDatabase(folder.state).keepNow(.selected("sensors 0 a"), .selected("sensors 0 b"))
    #expect(await StateDatabase(folder.state).remembered.only.rooms.choices == RoomChoices(selected: "sensors 0 b"))
  }

  @Test func theDayBeforeBehindTheRoomsIsRemembered() async {
    StateDatabase(folder.state).keepNow(.showsBackdrop(true))
    #expect(await StateDatabase(folder.state).remembered.only.rooms.choices == RoomChoices(showsBackdrop: true))
    StateDatabase(folder.state).keepNow(.showsBackdrop(false))
    #expect(await StateDatabase(folder.state).remembered.only.rooms.choices == RoomChoices())
  }

  @Test func theSpanOfTheRoomsIsRememberedAndAnUnknownOneIsNot() async throws {
    StateDatabase(folder.state).keepNow(.span(.year), .span(.week))
    #expect(await StateDatabase(folder.state).remembered.only.rooms.choices == RoomChoices(span: .week))
    try Raw.execute("UPDATE value SET value = '3 weeks' WHERE name = 'room-span'", in: folder.state)
    #expect(await StateDatabase(folder.state).remembered.only.rooms.choices == RoomChoices())
  }

  @Test func theLimitsByKeyAreRememberedAndDamagedOnesAreNot() async throws {
    let limit = LimitByKey(RoomLimit(.above, 26.5), for: 600)
    StateDatabase(folder.state).keepNow(.limit("sensors 0 b", limit), .limit("sensors 0 a", limit))
    // Of two programs, the last one wins.
    StateDatabase(folder.state).keepNow(
      .limit("sensors 0 a", LimitByKey(RoomLimit(.below, 4))), .limit("sensors 0 b", nil))
    #expect(
      await StateDatabase(folder.state).remembered.only.rooms.choices
        == RoomChoices(limits: ["sensors 0 a": LimitByKey(RoomLimit(.below, 4))]))
    try Raw.execute("UPDATE value SET value = 'above nan 0' WHERE name LIKE 'room-limit %'", in: folder.state)
    #expect(await StateDatabase(folder.state).remembered.only.rooms.choices == RoomChoices())
  }

  @Test func whatAnotherProgramUsedOfTheDayIsSeenAtOnce() async {
    let (one, other) = (StateDatabase(folder.state), StateDatabase(folder.state))
    #expect(await one.quota(of: .standard).only == nil)
    #expect(await other.quota(of: .standard).only == nil)
    for remaining in [40, 39] {
      let quota = RememberedQuota(remaining: remaining, max: 300, date: Samples.date + Double(-remaining))
      one.keepNow(.quota(quota, of: .standard))
      #expect(await other.quota(of: .standard).only == quota)
    }
  }

  @Test func programsAtTheSameTimeOverwriteEachOthersValuesOneByOne() async {
    let (one, other) = (StateDatabase(folder.state), StateDatabase(folder.state))
    _ = await one.remembered.only
    _ = await other.remembered.only
    one.keep(.pane("wikipedia"))
    one.keepNow(.order(swift, .creation))
    other.keepNow(.tab(swift), .order(QuestionFeed(), .week))
    one.keepNow(.pane("conair"))
    #expect(
      await other.remembered.only
        == RememberedState(pane: "conair", tab: swift, orders: [swift: .creation, QuestionFeed(): .week]))
  }

  @Test func twoProgramsThatWriteAtOnceLoseNothing() async {
    let databases = [StateDatabase(folder.state), StateDatabase(folder.state)]
    let feeds = (0..<100).map { QuestionFeed(tags: ["tag\($0)"]) }
    for (number, feed) in feeds.enumerated() { databases[number % 2].keep(.order(feed, .votes)) }
    for database in databases { #expect(database.flush(within: 300)) }
    #expect(await databases[0].remembered.only.questions.orders.count == 100)
  }

  @Test func nothingIsTouchedBeforeTheFirstUse() {
    let scheduler = TestScheduler()
    let state = StateDatabase(folder.state, on: scheduler)
    let remembered = state.remembered
    #expect(folder.names.isEmpty)
    remembered.start()
    #expect(folder.names.isEmpty, "it is opened on the scheduler, not by the caller")
    scheduler.advance()
    #expect(folder.names.contains("state.sqlite"))
  }

  @Test func whatHasNothingToWriteIsFlushedWithoutOpening() {
    #expect(StateDatabase(folder.state).flush(within: 0))
    #expect(folder.names.isEmpty)
  }

  @Test func quittingDoesNotWaitForLong() {
    let state = StateDatabase(folder.state, on: TestScheduler())
    state.keep(.pane("wikipedia"))
    // The scheduler stands still, as a disk may.
    #expect(!state.flush(within: 0.01))
  }

  /// A key that is held down repeats faster than a disk writes.
  @Test func whatWaitsIsOneChangeForEachValue() async {
    let scheduler = TestScheduler()
    let state = StateDatabase(folder.state, on: scheduler)
    let key = QuestionKey(site: "unix", id: Samples.full.id)
    let toggles = MutableProperty(0)
    state.keptChanges.observeValues { toggles.modify { $0 += 1 } }
    for press in 0..<1_000 {
      for id in 0..<30 {
        let question = QuestionKey(site: "unix", id: id)
        state.keep(press % 2 == 0 ? .read(question, answers: press, at: Samples.date) : .unread(question))
      }
      state.keep(.isDense(press % 2 == 0))
      state.keep(
        press % 2 == 1 ? .drop(key) : .keep(CachedDetail(detail: Samples.detail, fetched: Samples.date), site: "unix"))
    }
    state.keep(.read(key, answers: 7, at: Samples.date))
    #expect(scheduler.scheduledCount == 1)
    scheduler.advance()
    #expect(state.flush(within: 300))
    #expect(toggles.value == 1)
    let remembered = await StateDatabase(folder.state).remembered.only
    #expect(remembered == RememberedState(marks: QuestionMarks(read: [key: 7]), isDense: false))
  }

  @Test func aBatchHasTheLatestChangesInTheirOrder() {
    let other = QuestionKey(site: "unix", id: 2)
    let (kept, question) = (
      CachedDetail(detail: Samples.detail, fetched: Samples.date), QuestionKey(site: "unix", id: Samples.full.id)
    )
    func keep() -> QuestionChange { .keep(kept, site: "unix") }
    func drop(_ key: QuestionKey) -> QuestionChange { .drop(key) }
    func pane(_ name: String) -> DashboardChange { .pane(name) }
    let batch = ChangeBatch(keep())
    let changes: [any StateChange] = [pane("conair"), drop(question), drop(other), pane("wikipedia"), keep()]
    for change in changes { #expect(batch.add(change)) }
    // Dropped and kept again, a question comes first among those that are kept; a newer version has the older one's place.
    let isDense = QuestionChange.isDense(true)
    #expect(batch.add(isDense) && batch.add(keep()))
    let all = [drop(question), drop(other), pane("wikipedia"), keep(), isDense] as [AnyHashable]
    #expect(batch.begin().map { AnyHashable($0) } == all)
    // The write has begun, and may be repeated.
    #expect(!batch.add(pane("conair")) && batch.begin().map { AnyHashable($0) } == all)
  }

  /// Whether this program tells an event depends on whether it was stored before.
  @Test func anEventIsToldFirstAlsoWhereItMovesAtOnce() async {
    let scheduler = TestScheduler()
    let state = StateDatabase(folder.state, on: scheduler)
    let event = RoomEvent(
      room: "room", name: "Room", limit: RoomLimit(.above, 26), since: Samples.date, extreme: 27)
    let isFirst = MutableProperty<[Bool]>([])
    state.keep(.pane("wikipedia"))
    state.tellFirst(event).startWithValues { value in isFirst.modify { $0.append(value) } }
    var moved = event
    moved.extreme = 28
    state.keep(.event(moved))
    scheduler.advance()
    #expect(state.flush(within: 300))
    #expect(isFirst.value == [true])
    #expect(await StateDatabase(folder.state).roomEvents.only.map(\.extreme) == [28])
  }

  @Test func aStartThatIsDisposedOfOpensNothing() {
    let scheduler = TestScheduler()
    let state = StateDatabase(folder.state, on: scheduler)
    state.remembered.start().dispose()
    scheduler.advance()
    #expect(folder.names.isEmpty)
  }
}
