import Foundation
import Model
import ModelTesting
import SignalsTesting
import Testing
import Text

@testable import Edits
@testable import PaneKit

/// Facts about edits that the feed reports after them.
@Suite struct WikipediaAnnotationTests {
  private let feed = ScriptedFeed()
  private let scheduler = TestScheduler(startDate: Date(timeIntervalSince1970: 1_795_200_000))
  private let viewModel: WikipediaViewModel

  init() {
    viewModel = WikipediaViewModel(feed: feed, scheduler: scheduler)
    viewModel.start()
    scheduler.advance(by: .seconds(1))
    feed.connect()
    for revision in 1...3 { edit(revision) }
    scheduler.advance(by: .seconds(1))
  }

  private func edit(_ revision: Int, wiki: String = "enwiki") {
    let edit = WikiEdit(revision: WikiRevision(wiki: wiki, old: nil, new: revision))
    let event = WikiEvent(kind: .unspecified, title: "Page", time: nil, wiki: wiki, edit: edit)
    feed.input.send(value: .event(event, isReplay: false))
  }

  private func annotate(_ revision: Int, wiki: String = "enwiki", _ facts: EditFacts) {
    feed.input.send(value: .annotated(EditAnnotation(.init(wiki: wiki, revision: revision), facts)))
  }

  /// The facts of the edits in the list, the newest first.
  private var facts: [EditFacts?] { viewModel.state.value.recent.map { $0.event.edit?.facts } }

  @Test func anAnnotationAmendsItsEditOnly() {
    annotate(2, EditFacts(risk: 0.93, isNewcomer: true, userEdits: 3))
    scheduler.advance(by: .seconds(1))
    #expect(facts == [EditFacts(), EditFacts(risk: 0.93, isNewcomer: true, userEdits: 3), EditFacts()])
  }

  @Test func severalAnnotationsOfOneBatchAddUp() {
    annotate(3, EditFacts(risk: 0.4))
    annotate(3, EditFacts(risk: 0.5, isReverted: true))
    annotate(3, EditFacts(isNewcomer: false))
    scheduler.advance(by: .seconds(1))
    #expect(facts.first == EditFacts(risk: 0.5, isNewcomer: false, isReverted: true))
  }

  @Test func theSameNumberOfAnotherWikiIsAnotherEdit() {
    annotate(2, wiki: "dewiki", EditFacts(risk: 0.93))
    annotate(99, EditFacts(risk: 0.93))
    scheduler.advance(by: .seconds(1))
    #expect(facts == [EditFacts(), EditFacts(), EditFacts()])
  }

  @Test func anEditAndItsAnnotationMayComeInOneBatch() {
    edit(4)
    annotate(4, EditFacts(risk: 0.2))
    scheduler.advance(by: .seconds(1))
    #expect(facts.first == EditFacts(risk: 0.2))
  }

  @Test func theOpenEditIsAmendedToo() {
    scheduler.perform { viewModel.send(.open) }
    annotate(3, EditFacts(isReverted: true))
    scheduler.advance(by: .seconds(1))
    #expect(viewModel.edit.value?.opened.event.event.edit?.facts.isReverted == true)
  }

  @Test func aFrozenListStaysAsItIsUntilItGoesOn() {
    scheduler.perform { viewModel.send(.gesture(.togglePause)) }
    annotate(3, EditFacts(risk: 0.7))
    scheduler.advance(by: .seconds(1))
    #expect(facts.first == EditFacts())
    scheduler.perform { viewModel.send(.gesture(.togglePause)) }
    #expect(facts.first == EditFacts(risk: 0.7))
  }
}

// MARK: - Order and chart

extension WikipediaAnnotationTests {
  @Test func theListIsSortedByRiskAndKeepsTheOrderWhileRisksCome() {
    #expect(!viewModel.state.value.hasRisks)
    annotate(1, EditFacts(risk: 0.3))
    annotate(3, EditFacts(risk: 0.2))
    scheduler.advance(by: .seconds(1))
    #expect(viewModel.state.value.hasRisks)
    scheduler.perform { viewModel.send(.sort(.risk)) }
    #expect(facts.map(\.?.risk) == [0.3, 0.2, nil], "what has no risk comes last")
    annotate(2, EditFacts(risk: 0.95))
    scheduler.advance(by: .seconds(1))
    #expect(facts.map(\.?.risk) == [0.95, 0.3, 0.2])
    edit(4)
    edit(5)
    scheduler.advance(by: .seconds(1))
    #expect(viewModel.state.value.recent.compactMap { $0.revision?.new } == [2, 1, 3, 5, 4], "the later one first")
  }

  @Test func revertsAreALineOnceTheFeedTellsOfThem() {
    scheduler.perform { viewModel.send(.toggleLines) }
    scheduler.advance(by: .seconds(10))
    #expect(viewModel.state.value.chart.lines.map(\.id) == ["people", "anonymous", "bots"])
    annotate(3, EditFacts(isRevert: true))
    annotate(2, EditFacts(isReverted: true))
    annotate(2, EditFacts(userEdits: 7))
    scheduler.advance(by: .seconds(5))
    let lines = viewModel.state.value.chart.lines
    #expect(lines.map(\.id) == ["people", "anonymous", "bots", "reverts"])
    #expect(lines.last?.series.points.map(\.value).suffix(1) == [0.2])
    let revert = WikiEdit(
      revision: WikiRevision(wiki: "enwiki", old: nil, new: 9), user: "Maria", facts: EditFacts(isRevert: true))
    for _ in 1...2 {
      feed.input.send(
        value: .event(WikiEvent(kind: .unspecified, title: "Page", time: nil, edit: revert), isReplay: false))
    }
    scheduler.advance(by: .seconds(5))
    #expect(viewModel.state.value.chart.lines.last?.series.points.map(\.value).suffix(2) == [0.2, 0.4])
    #expect(viewModel.state.value.rate == 0.4, "a revert counts once, as an edit")
  }

  @Test func aFeedWithoutFactsHasNeitherColumnsNorLine() {
    scheduler.perform { viewModel.send(.toggleLines) }
    for revision in 4...20 { edit(revision) }
    scheduler.advance(by: .seconds(10))
    let state = viewModel.state.value
    #expect(!state.hasRisks && !state.hasFacts && !state.chart.lines.contains { $0.id == "reverts" })
  }
}
