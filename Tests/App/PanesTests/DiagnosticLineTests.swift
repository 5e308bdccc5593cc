import Foundation
import Model
import Screen
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions

/// How the last requests ended, as the diagnostics tell it.
@Suite struct DiagnosticLineTests {
  private static let refused = ServiceError.unreachable(host: "h.example", reason: "connection refused")
  private static let reason = "No connection to h.example: connection refused"
  private static let context = PaneContext(isFocused: true, now: Sample.now, clock: .utc)

  private static func words(_ lines: [DiagnosticLine]) -> [String] {
    lines.map { "\($0.label.string): \($0.value.string)" }
  }

  @UI private static func told(_ pane: PaneID, _ story: ShellStory) -> [String] {
    words(story.panes.first { $0.id == pane }?.diagnostics(context) ?? [])
  }

  @Test func theLastRequestIsToldAsFarAsItIsKnown() {
    let answered = Sample.ago(seconds: 20)
    let cases: [(LoadState, Date?, Bool, [String])] = [
      (.idle, nil, false, ["last request: none in progress"]),
      (.loading, nil, false, ["last request: in progress, for the first time"]),
      (.loaded(at: answered), nil, false, ["last request: answered at 14:03:00"]),
      (.reloading, answered, false, ["last request: in progress, the one before answered at 14:03:00"]),
      (
        .loaded(at: Sample.ago(hours: 2)), nil, true,
        ["last request: none in progress", "last answer: 12:03, 2 h ago"]
      ),
    ]
    for (load, date, isFromThePast, expected) in cases {
      let lines = DiagnosticLine.load(
        load, answeredAt: date, isFromThePast: isFromThePast, failures: [], Self.context)
      #expect(Self.words(lines) == expected)
    }
  }

  @Test func aFailureIsToldWithItsTimeAndThatOfTheFirstOne() {
    var failure = ServiceFailure(
      Self.refused, since: Sample.ago(seconds: 80), failedAt: Sample.now, retry: Sample.now + 12)
    let lines = DiagnosticLine.load(
      .loaded(at: Sample.ago(seconds: 140)), failures: [failure], of: "Rack", Self.context)
    #expect(
      Self.words(lines) == [
        "last request: Rack: failed at 14:03:20: \(Self.reason)", "failing since: 14:02:00",
        "tries again: at 14:03:32", "last answer: 14:01",
      ])
    failure = ServiceFailure(Self.refused, since: Sample.now)
    let again = DiagnosticLine.load(.loading, failures: [failure], Self.context)
    #expect(
      Self.words(again) == ["last request: in progress, the one before failed at 14:03:20: \(Self.reason)"])
  }

  @Test func theListAndTheOpenQuestionTellHowTheyWereAnswered() async {
    await ShellStory.tell {
      let story = ShellStory()
      #expect(Self.told(.stackOverflow, story).contains("last request: answered at 14:03:20"))
      story.questions.failure.withLock { $0 = Self.refused }
      story.type("r")
      story.turn()
      let failed = Self.told(.stackOverflow, story)
      #expect(failed.contains("last request: failed at 14:03:21: \(Self.reason)"))
      #expect(failed.contains("last answer: 14:03"))
      story.type(.enter, "c")
      story.answers()
      let opened = Self.told(.stackOverflow, story)
      #expect(opened.contains("last request: answered at 14:03:22"))
      #expect(opened.contains("comments: answered at 14:03:22"))
    }
  }

  @Test func theFeedTellsOfItsConnectionAndAnEditOfItsText() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.connectFeed()
      story.sendEdit("Article", revision: 101)
      story.turn()
      story.scheduler.perform { story.wikipedia.send(.open) }
      story.answers()
      let open = Self.told(.wikipedia, story)
      #expect(open.contains { $0.hasPrefix("connection: open since 14:03:21 with events of ") })
      #expect(open.contains("open edit: Article") && open.contains("last request: answered at 14:03:27"))
      story.scheduler.perform { story.feed.send(.disconnected(Self.refused, retry: nil)) }
      story.turn()
      #expect(Self.told(.wikipedia, story).contains("connection: none, failed at 14:03:27: \(Self.reason)"))
      story.scheduler.perform { story.feed.send(.connecting(.live)) }
      story.turn()
      let again = Self.told(.wikipedia, story)
      #expect(again.contains("connection: connecting, the one before failed at 14:03:27: \(Self.reason)"))
    }
  }
}
