import Foundation
import Model
import Testing
import Text

@testable import Edits
@testable import PaneKit

private let now = Date(timeIntervalSince1970: 1_795_200_000)

/// What holds list, chart and open edit together: what freezes, and what follows from each step.
@Suite struct WikipediaModelTests {
  private typealias Action = WikipediaViewModel.Action
  typealias Effect = WikipediaModel.Effect

  /// A model with edits 0 and 1 of a server.
  private static func model(origin: Origin = .live) -> WikipediaModel {
    var model = WikipediaModel(origin: origin, server: "https://a/", now: now)
    model.reduce(.batch(batch([.edit(0), .edit(1)], origin), at: now))
    return model
  }

  private static func batch(_ events: [RecentEvent] = [], _ origin: Origin = .live) -> WikipediaBatch {
    WikipediaBatch(events: events, connection: .connected(source: .english), origin: origin)
  }

  private static func key(_ id: Int) -> EditAnnotation.Key { EditAnnotation.Key(wiki: "enwiki", revision: id + 1_000) }

  private static let opened = Effect.keep(.read(key(1), of: "https://a/", at: now))
  private static let page = WatchedSubject(.page, "Page", on: "enwiki")
  private static let german = WikiSelection(["dewiki"])
  private static let people = ShownEdits([.editor(.people)])

  /// What is kept, in order. Nothing else follows from these actions, and nothing twice.
  @Test(
    arguments: [
      ([.open], [opened]),
      ([.open, .close, .followNewest, .move(.lines(1)), .refreshEdit], [opened]),
      ([.open, .open], [opened, opened]),
      ([.open, .step(1)], [opened, .keep(.read(key(0), of: "https://a/", at: now))]),
      ([.open, .step(-1)], [opened]),
      (
        [.open, .markUnread, .markUnread],
        [opened]
          + [[Effect]](
            repeating: [.keep(.unread(key(1), of: "https://a/")), .tell("Marked as unread")], count: 2
          ).flatMap(\.self)
      ),
      ([.markUnread], []),
      ([.openHotPage(.init(wiki: "enwiki", title: "Page"))], []),
      ([.lengthenSpan], [.keep(.choice(.span(120)))]),
      ([.shortenSpan], []),
      ([.showSpan(3_600)], [.keep(.choice(.span(3_600)))]),
      ([.showSpan(7)], []),
      (
        [.toggleBackdrop, .toggleBackdrop],
        [
          .keep(.choice(.showsBackdrop(true))), .tell("Nothing is known of the day before (wikipedia.history)"),
          .keep(.choice(.showsBackdrop(false))),
        ]
      ),
      (
        [.toggleLines, .toggleLines],
        [.keep(.choice(.hasLinesApart(true))), .keep(.choice(.hasLinesApart(false)))]
      ),
      (
        [.chooseWikis(german), .chooseWikis(.english)],
        [.keep(.choice(.wikis(Override(german, of: .english)))), .keep(.choice(.wikis(nil)))]
      ),
      ([.chooseEdits(people)], [.keep(.choice(.shown(Override(people, of: .all))))]),
      (
        [.chooseCondition("bots"), .chooseCondition(nil)],
        [.keep(.choice(.condition("bots"))), .keep(.choice(.condition(nil)))]
      ),
      ([.sort(.size), .sort(.time)], [.keep(.choice(.order(.size))), .keep(.choice(.order(.time)))]),
      (
        [.select(0), .watchPage()],
        [
          .keep(.choice(.watch(WatchedSubject(.page, "Page", on: "enwiki"), true))),
          .tell("Watching “Page” on enwiki; again: no longer"),
        ]
      ),
      (
        [.ignore(page, true), .ignore(page, true), .ignore(page, false), .ignore(page, false)],
        [
          .keep(.choice(.ignore(page, true))),
          .tell("Ignored; the command “what is ignored” takes back “Page” on enwiki"),
          .keep(.choice(.ignore(page, false))), .tell("No longer ignoring “Page” on enwiki"),
        ]
      ),
      (
        [.select(0), .watchPage(), .ignore(page, true)],
        [
          .keep(.choice(.watch(page, true))), .tell("Watching “Page” on enwiki; again: no longer"),
          .tell("It is watched, so it is not ignored: first stop watching “Page” on enwiki"),
        ]
      ),
      ([.refresh, .gesture(.togglePause), .select(0), .filter(.begin), .search(.begin)], []),
    ] as [([WikipediaViewModel.Action], [Effect])])
  func whatAPersonDoesIsKept(actions: [WikipediaViewModel.Action], effects: [Effect]) {
    var model = Self.model()
    #expect(actions.flatMap { model.reduce(.action($0, at: now)) } == effects)
  }

  @Test func whatIsDoneIsDoneWithAllMarkedEdits() {
    var model = Self.model()
    let act = { (action: Action) in model.reduce(.action(action, at: now)) }
    #expect(act(.togglePick) == [] && model.state.picks == [], "nothing is selected")
    for action in [.select(1), .togglePick, .togglePick] as [Action] { _ = act(action) }
    #expect(model.state.picks == [0, 1])
    #expect(act(.markUnread).last == .tell("Marked 2 edits as read") && model.state.read == [Self.key(0), Self.key(1)])
    for action in [.open, .close] as [Action] { _ = act(action) }
    #expect(act(.markUnread).last == .tell("Marked 2 edits as unread") && model.state.read == [])
    _ = act(.select(0))
    for action in [.open, .close] as [Action] { _ = act(action) }
    #expect(act(.markUnread).last == .tell("Marked 1 edit as unread"), "the one that was read")
    // However many come, what is marked stays.
    model.reduce(.batch(Self.batch((2...3_000).map { .edit($0) }), at: now))
    _ = act(.followNewest)
    model.reduce(.batch(Self.batch((3_001...6_000).map { .edit($0) }), at: now))
    #expect(model.list.picked.map(\.id) == [1, 0])
    _ = act(.clearPicks)
    model.reduce(.batch(Self.batch([.edit(6_001)]), at: now))
    #expect(model.state.picks == [] && model.list.row(of: 1) == nil)
    // Marks are of the list, and an open edit is alone.
    for action in [.select(6_001), .togglePick, .open] as [Action] { _ = act(action) }
    #expect(model.state.picks == [6_001] && act(.markUnread).last == .tell("Marked as unread"), "the open one alone")
    var other = Self.batch()
    other.era = 1
    model.reduce(.batch(other, at: now))
    _ = act(.close)
    #expect(model.state.picks == [])
  }

  @Test func anotherOrderBeginsWithItsFirstRowUnlessAnEditIsOpen() {
    var model = Self.model()
    for action in [.select(0), .sort(.time)] as [Action] { model.reduce(.action(action, at: now)) }
    #expect(model.state.selection == 0, "it is the same order")
    model.reduce(.action(.sort(.size), at: now))
    #expect(model.state.selection == nil)
    for action in [.select(0), .open, .sort(.time)] as [Action] { model.reduce(.action(action, at: now)) }
    #expect(model.state.selection == 0 && model.opened?.event.id == 0)
  }

  @Test(arguments: [Origin.demo]) func nothingOfTheDemonstrationIsKept(origin: Origin) {
    var model = Self.model(origin: origin)
    #expect(model.reduce(.action(.open, at: now)) == [])
    let point = RatePoint(time: now.timeIntervalSince1970, counts: EditCounts(by: .people))
    #expect(model.reduce(.batch(WikipediaBatch(points: [point], origin: origin), at: now)) == [])
    #expect(model.state.read == [Self.key(1)], "it is read for this run")
  }

  @Test func theBellFollowsFromTheBatchThatIsInTheList() {
    var model = Self.model()
    var batch = Self.batch([.edit(2)])
    #expect(model.reduce(.batch(batch, at: now)) == [])
    batch = Self.batch([.edit(3), .edit(4)])
    batch.ringsBell = true
    #expect(model.reduce(.batch(batch, at: now)) == [.ring], "once for all that came together")
    #expect(model.state.recent.map(\.id) == [4, 3, 2, 1, 0])
  }

  @Test func eachWindowIsKeptOnce() {
    var model = Self.model()
    var batch = Self.batch()
    batch.points = [RatePoint(time: now.timeIntervalSince1970, counts: EditCounts(by: .people))]
    let window = KeptRate(end: Int(now.timeIntervalSince1970), people: 1)
    #expect(
      model.reduce(.batch(batch, at: now)) == [.keep(.rates([window], of: "https://a/ enwiki", oldest: now - 86_400))])
    #expect(model.reduce(.batch(Self.batch(), at: now)) == [])
    model.reduce(.action(.gesture(.togglePause), at: now))
    batch.points = [RatePoint(time: now.timeIntervalSince1970 + 5, counts: EditCounts(by: .people))]
    #expect(model.reduce(.batch(batch, at: now + 5)).count == 1, "also while the pane is paused")
  }

  /// Four wikis have the same label as any other four.
  @Test func whatIsCountedOfFormerWikisIsStoredAsTheirs() {
    let four = { (wiki: String) in WikiSelection(["dewiki", "frwiki", "itwiki", wiki]) }
    var model = Self.model()
    var batch = Self.batch()
    model.reduce(.action(.chooseWikis(four("eswiki")), at: now))
    batch.connection = .connected(source: four("eswiki"))
    model.reduce(.batch(batch, at: now))
    #expect(model.state.followsWikis)
    model.reduce(.action(.chooseWikis(four("plwiki")), at: now))
    #expect(!model.state.followsWikis)
    batch.points = [RatePoint(time: now.timeIntervalSince1970, counts: EditCounts(by: .people))]
    let window = KeptRate(end: Int(now.timeIntervalSince1970), people: 1)
    let source = "https://a/ dewiki,frwiki,itwiki,eswiki"
    #expect(model.reduce(.batch(batch, at: now)) == [.keep(.rates([window], of: source, oldest: now - 86_400))])
  }

  /// What a person chose in this run, before or after the choices of the last run are read, counts for more.
  @Test(arguments: [false, true]) func aChoiceOfThisRunCountsForMore(isRecalledFirst: Bool) {
    var model = Self.model()
    let recalled = WikipediaChoices(
      wikis: Override(.all, of: .english), shown: Override(ShownEdits([.major]), of: .all), hasLinesApart: true,
      span: 21_600, order: .risk, watched: [WatchedSubject(.page, "Saturn", on: "enwiki")],
      ignored: [WatchedSubject(.user, "Botty", on: "enwiki")])
    let choices: [Action] = [
      .chooseWikis(Self.german), .chooseEdits(Self.people), .toggleLines, .lengthenSpan, .sort(.size),
      .watchPage(of: .edit(0, "Mars")), .ignore(Self.page, true),
    ]
    if isRecalledFirst { model.reduce(.recall(recalled)) }
    for choice in choices { model.reduce(.action(choice, at: now)) }
    if !isRecalledFirst { #expect(model.reduce(.recall(recalled)) == [], "it is kept already") }
    let state = model.state
    #expect(state.wikis == Self.german && state.edits == Self.people && state.order == .size)
    #expect(model.watched.byHand.map(\.name).sorted { $0.string < $1.string } == ["Mars", "Saturn"])
    #expect(model.watched.ignored.map(\.name).sorted { $0.string < $1.string } == ["Botty", "Page"])
    #expect(state.hasLinesApart == !isRecalledFirst, "a toggle changes what is shown")
    #expect(state.chart.viewport.time.span == (isRecalledFirst ? 86_400 : 120))
  }

  @Test func withoutAChoiceItIsTheLastRunsUnlessTheSettingsHaveChanged() {
    var model = Self.model()
    model.reduce(
      .recall(WikipediaChoices(wikis: Override(Self.german, of: .all), shown: Override(Self.people, of: .all))))
    #expect(model.state.wikis == .english && model.state.edits == Self.people)
    #expect(Self.recalling(WikipediaChoices(order: .risk)).state.order == .risk)
    var settings = WikipediaSettings()
    settings.shown = ShownEdits([.major])
    model.reduce(.settings(settings))
    #expect(model.state.edits == ShownEdits([.major]), "what is said last holds")
  }

  @Test func listRateAndChartStandStillTogether() {
    var model = Self.model()
    model.reduce(.action(.gesture(.togglePause), at: now))
    let paused = model.state
    var batch = Self.batch([.edit(2, "New")])
    (batch.latestEdit, batch.rate) = ("New", EditCounts(by: .people))
    batch.points = [RatePoint(time: now.timeIntervalSince1970, counts: EditCounts(by: .people))]
    model.reduce(.batch(batch, at: now))
    #expect(model.state == paused)
    model.reduce(.action(.gesture(.togglePause), at: now))
    let state = model.state
    #expect(state.recent.first?.id == 2 && state.latestEdit == "New" && state.rate == 0.2)
    #expect(state.chart.series.points.map(\.value) == [0.2])
  }

  @Test func theOpenEditStaysWhenTheOriginChanges() {
    var model = Self.model()
    model.reduce(.action(.open, at: now))
    var batch = Self.batch([.edit(5)], .demo)
    batch.era = 1
    model.reduce(.batch(batch, at: now))
    #expect(model.opened?.event.id == 1 && model.opened?.hasNext == false)
    #expect(model.state.origin == .demo && model.state.recent.map(\.id) == [5] && model.state.read == [])
  }

  @Test func whatIsStoredOfAnotherSourceIsIgnored() {
    var model = Self.model()
    let (source, other) = (
      RateSource(server: "https://a/", era: 0, wikis: .english),
      RateSource(server: "https://a/", era: 1, wikis: Self.german)
    )
    #expect(model.rateSource == source)
    model.reduce(.rates([KeptRate(end: Int(now.timeIntervalSince1970) - 60)], of: other))
    model.reduce(.read([Self.key(0)], of: other))
    #expect(model.state.chart.series.isEmpty && model.state.read == [])
    model.reduce(.rates([KeptRate(end: Int(now.timeIntervalSince1970) - 60)], of: source))
    model.reduce(.read([Self.key(0)], of: source))
    #expect(!model.state.chart.series.isEmpty && model.state.read == [Self.key(0)])
  }

  @Test func openGoesByWhatWasTyped() {
    var model = Self.model()
    model.reduce(.batch(Self.batch([.edit(2, "Mars"), .edit(3, "Venus")]), at: now))
    for action: Action in [.filter(.begin), .filter(.edit(.insert("mars"))), .open] {
      model.reduce(.action(action, at: now))
    }
    #expect(model.opened?.event.id == 2)
  }

  @Test func theOpenEditIsMarkedAsUnreadAndNotTheSelectedOne() {
    var model = Self.model()
    let chosen = ChosenEdit(event: .edit(-5), events: [.edit(-5)], origin: .demo, list: .contributions(of: "Maria"))
    model.reduce(.action(.select(0), at: now))
    model.reduce(.action(.openContribution(chosen), at: now))
    #expect(model.opened?.origin == .demo && model.state.selection == 0)
    #expect(
      model.reduce(.action(.markUnread, at: now)) == [
        .keep(.unread(Self.key(-5), of: "https://a/")), .tell("Marked as unread"),
      ])
  }

  @Test func aHotPagesEditIsOpenedAmongTheOthers() {
    var model = Self.model()
    var batch = Self.batch()
    batch.hotPages = [1, 0].map { id in
      HotPage(
        id: .init(wiki: "enwiki", title: SafeText(id)), recentEditors: 2, editors: 2, latest: .edit(id, SafeText(id)))
    }
    model.reduce(.batch(batch, at: now))
    model.reduce(.action(.openHotPage(.init(wiki: "enwiki", title: "1")), at: now))
    #expect(model.opened?.event.id == 1 && model.opened?.hasNext == true && model.state.selection == nil)
    model.reduce(.action(.step(1), at: now))
    #expect(model.opened?.event.event.title == "0" && model.state.selection == nil)
    var other = Self.batch([], .demo)
    other.era = 1
    model.reduce(.batch(other, at: now))
    #expect(model.hotPages.isEmpty, "those of another origin")
  }

  private static func recalling(_ choices: WikipediaChoices) -> WikipediaModel {
    var model = Self.model()
    model.reduce(.recall(choices))
    return model
  }

  /// At twenty edits a second, for a minute and more.
  @Test func anOpenEditIsInTheListHoweverManyCome() {
    var model = Self.model()
    model.reduce(.batch(Self.batch((2..<10).map { .edit($0) }), at: now))
    for action: Action in [.select(5), .open] { model.reduce(.action(action, at: now)) }
    for start in stride(from: 10, to: 3_010, by: 20) {
      model.reduce(.batch(Self.batch((start..<start + 20).map { .edit($0) }), at: now))
    }
    #expect(model.opened?.hasNext == true && model.opened?.hasPrevious == true)
    model.reduce(.action(.step(1), at: now))
    #expect(model.opened?.event.id == 4)
    model.reduce(.action(.step(-1), at: now))
    model.reduce(.action(.step(-1), at: now))
    #expect(model.opened?.event.id == 6)
    model.reduce(.action(.close, at: now))
    #expect(model.state.selection == 6 && model.state.recent.contains { $0.id == 6 })
  }

  @Test func otherWikisCloseTheOpenEdit() {
    var model = Self.model()
    for action: Action in [.open, .chooseWikis(Self.german)] { model.reduce(.action(action, at: now)) }
    #expect(model.opened == nil && model.state.recent.isEmpty)
  }

  /// Closing an edit of a user's leads back to the user's edits, at the place, and from there to what was open before.
  @Test func closingLeadsBackOneLevel() {
    var model = Self.model()
    let maria = ChosenEdit(
      event: .edit(-9), events: [.edit(-9), .edit(-8)], origin: .live, list: .contributions(of: "Maria"))
    for action: Action in [.open, .openContribution(maria), .step(1)] { model.reduce(.action(action, at: now)) }
    let stepped = ChosenEdit(event: .edit(-8), events: maria.events, origin: .live, list: maria.list)
    #expect(model.reduce(.action(.close, at: now)) == [.goBack(stepped)])
    #expect(model.opened?.event.id == 1, "the edit from which the list was opened")
    #expect(model.reduce(.action(.close, at: now)) == [] && model.opened == nil)
    model.reduce(.action(.openContribution(maria), at: now))
    #expect(model.reduce(.action(.close, at: now)) == [.goBack(maria)] && model.opened == nil)
  }
}
