import Charting
import Foundation
import Model
import Testing
import Text

@testable import Edits
@testable import PaneKit

/// A multiple of five seconds.
private let start = Date(timeIntervalSince1970: 1_400_165_160)

/// The chart of the edit rate as a pure value.
@Suite struct RateChartTests {
  /// What a chart shows after some steps.
  struct Story: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The values of each line.
    var lines: [[Double?]]
    var rate: Double?
    var steps: @Sendable (inout RateChart) -> Void

    init(
      _ description: String, lines: [[Double?]], rate: Double? = nil,
      _ steps: @escaping @Sendable (inout RateChart) -> Void
    ) {
      (testDescription, self.lines, self.rate, self.steps) = (description, lines, rate, steps)
    }
  }

  static let stories: [Story] = [
    Story("it begins empty", lines: [[]]) { _ in },
    Story("a counted window, which is told once it is shown", lines: [[1]]) { $0.count(people: 5, at: 5) },
    Story("the rate of the shown window", lines: [[1]], rate: 1) {
      $0.count(people: 5, at: 5)
      $0.showLatest()
    },
    Story("a line for each kind of editor", lines: [[1], [0], [2]]) {
      $0.count(people: 5, bots: 10, at: 5)
      $0.show(Set(WikiEditor.allCases), areApart: true)
    },
    Story("only people", lines: [[1, 2]], rate: 2) {
      $0.show([.people], areApart: false)
      $0.count(people: 5, bots: 10, at: 5)
      $0.count(people: 10, bots: 10, at: 10)
      $0.showLatest()
    },
    Story("reverts have a line once the feed reports them", lines: [[1], [0], [0], [0]]) {
      $0.show(Set(WikiEditor.allCases), areApart: true)
      $0.count(people: 5, at: 5)
      $0.showReverts()
    },
    Story("a paused chart stands still", lines: [[1]], rate: 1) {
      $0.count(people: 5, at: 5)
      $0.showLatest()
      $0.perform(.togglePause)
      $0.count(people: 10, at: 10)
    },
    Story("a paused chart waits with the line of the reverts", lines: [[1], [0], [0]]) {
      $0.show(Set(WikiEditor.allCases), areApart: true)
      $0.count(people: 5, at: 5)
      $0.perform(.togglePause)
      $0.showReverts()
    },
    Story("lines apart are shown while paused, up to the pause", lines: [[1], [0], [0]]) {
      $0.count(people: 5, at: 5)
      $0.perform(.togglePause)
      $0.count(people: 10, at: 10)
      $0.show(Set(WikiEditor.allCases), areApart: true)
    },
    Story("after the pause it has all", lines: [[1, 2]]) {
      $0.count(people: 5, at: 5)
      $0.perform(.togglePause)
      $0.count(people: 10, at: 10)
      $0.perform(.togglePause)
    },
    Story("stored windows, with a gap up to the counted ones", lines: [[0.4, 0.6, nil, 1]]) {
      $0.count(people: 5, at: 10)
      $0.insert([KeptRate(end: Int(start.timeIntervalSince1970) - 5, people: 2), .init(at: 0, people: 3)])
    },
    Story("a counted window counts for more than a stored one, up to the gap that follows", lines: [[0.4, 1, nil]]) {
      $0.count(people: 5, at: 5)
      $0.insert([.init(at: 0, people: 2), .init(at: 5, people: 9)])
    },
    Story("another origin begins empty", lines: [[]]) {
      $0.count(people: 5, at: 5)
      $0.showLatest()
      $0 = $0.emptied(at: start + 6)
    },
  ]

  @Test(arguments: stories) func theChartShows(story: Story) {
    var chart = RateChart(editors: Set(WikiEditor.allCases), now: start)
    story.steps(&chart)
    #expect(chart.chart.lines.map { $0.series.points.map(\.value) } == story.lines)
    #expect(chart.rate == story.rate)
  }

  @Test func aWindowIsStoredOnceWithItsRevertsIfTheyAreKnown() {
    var chart = RateChart(editors: [.people], now: start)
    #expect(chart.count(people: 5, at: 5) == [.init(at: 5, people: 5)])
    #expect(chart.insert(WikipediaBatch(), of: nil, at: start + 6) == [])
    chart.showReverts()
    #expect(chart.count(people: 2, at: 10) == [.init(at: 10, people: 2, reverts: 0)])
    let gap = WikipediaBatch(points: [RatePoint(time: (start + 15).timeIntervalSince1970, counts: nil)])
    #expect(chart.insert(gap, of: nil, at: start + 15) == [], "a gap is not stored")
  }

  /// The spans, in seconds, that are chosen and recalled, and what is shown after all.
  @Test(
    arguments: [
      ([.choose(.longer)], 120, [120]),
      ([.recall(21_600)], 21_600, []),
      ([.recall(nil)], 60, []),
      ([.recall(900_000)], 86_400, []),
      ([.choose(.longer), .recall(21_600)], 120, [120]),
      ([.recall(21_600), .choose(.longer)], 86_400, [86_400]),
      ([.recall(21_600), .choose(.shorter), .recall(600)], 3_600, [3_600]),
      ([.choose(.shorter)], 60, []),
      ([.recall(21_600), .keep(7_200)], 7_200, []),
      ([.choose(.longer), .restart], 120, [120]),
    ] as [([SpanEvent], TimeInterval, [TimeInterval])])
  func theSpanIsTheOneThatWasChosenLast(events: [SpanEvent], shown: TimeInterval, stored: [TimeInterval]) {
    var chart = RateChart(editors: [.people], now: start)
    var told: [TimeInterval] = []
    for event in events {
      switch event {
      case .choose(let step): told += chart.show(step).map { [$0] } ?? []
      case .recall(let span): chart.recall(span: span)
      case .keep(let history): chart.keep(history)
      case .restart: chart = chart.emptied(at: start)
      }
    }
    #expect(chart.chart.viewport.time.span == shown)
    #expect(told == stored)
  }

  @Test func theDayBeforeIsThatOfStoredRates() {
    var chart = RateChart(editors: [.people], history: 3 * 86_400, now: start)
    let now = start.timeIntervalSince1970
    chart.insert([KeptRate(end: Int(now) - 86_400, people: 10)])
    #expect(chart.chart.backdrop == nil)
    chart.showBackdrop(true)
    #expect(chart.chart.backdrop?.point(at: now)?.value == 2)
    #expect(chart.emptied(at: start).chart.backdrop != nil, "it stays with other wikis")
    chart.show([.people, .bots], areApart: true)
    #expect(chart.chart.backdrop == nil && !chart.canCompare, "of several lines none is compared")
  }

  enum SpanEvent: Sendable {
    case choose(SpanStep)
    case recall(TimeInterval?)
    case keep(TimeInterval)
    case restart
  }

  @Test func signUpsHaveTheOnlyWikiAndGoWithTheHistory() {
    var chart = RateChart(editors: [.people], history: 600, now: start)
    let time = start.timeIntervalSince1970
    let signUps = [SignUp(time: time + 1, user: "Maria"), SignUp(time: time + 2, user: "Jo", wiki: "dewiki")]
    _ = chart.insert(WikipediaBatch(signUps: signUps), of: "enwiki", at: start + 3)
    #expect(chart.signUps.within(time...(time + 3)).map(\.wiki) == ["enwiki", "dewiki"])
    #expect(chart.chart.annotations == [time + 1, time + 2])
    _ = chart.insert(WikipediaBatch(), of: "enwiki", at: start + 700)
    #expect(chart.signUps.isEmpty && chart.chart.annotations.isEmpty)
  }
}

extension RateChart {
  /// Adds a window that ends some seconds after the start.
  @discardableResult
  fileprivate mutating func count(people: Int = 0, bots: Int = 0, at seconds: Int) -> [KeptRate] {
    var counts = EditCounts()
    (counts[.people], counts[.bots]) = (people, bots)
    let end = start + Double(seconds)
    let point = RatePoint(time: end.timeIntervalSince1970, counts: counts, hasReverts: true)
    return insert(WikipediaBatch(points: [point], rate: counts), of: nil, at: end)
  }
}

extension KeptRate {
  fileprivate init(at seconds: Int, people: Int, reverts: Int? = nil) {
    self.init(end: Int(start.timeIntervalSince1970) + seconds, people: people, reverts: reverts)
  }
}
