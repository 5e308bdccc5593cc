import Foundation
import Model
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// What a person sees of a tab's feed: its order, its age, and what it is.
@Suite(.serialized) struct FeedTests {
  @Test(arguments: [(120, 36), (80, 24), (45, 20)]) func theOrderIsChosenFromAList(width: Int, height: Int) async {
    await ShellStory.tell {
      let story = ShellStory(width: width, height: height)
      story.type("s")
      let list = story.look()
      #expect(list.contains("╭─ Sort ─"))
      #expect(list.contains("▌ ✓ hot"), "the current one is marked")
      for name in ["active", "newest", "votes", "week", "month"] { #expect(list.contains("   \(name)"), "\(name)") }
      story.type("j", "j", "j", .enter)
      story.answers()
      #expect(story.screen.contains("─ s votes ─"))
      #expect(story.questions.orders == [.hot, .votes])
      story.type("s")
      #expect(story.look().contains("▌ ✓ votes"))
      story.type("s")
      #expect(!story.look().contains("╭─ Sort"), "the key closes it as well")
    }
  }

  @Test func onlyAListIsSorted() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.type("/", "s")
      #expect(story.look().contains("Filter  s"))
      story.type(.escape, .enter, "s")
      #expect(!story.look().contains("╭─ Sort"))
    }
  }

  private func draw(_ state: StackOverflowState, width: Int = 80) -> String {
    var canvas = Canvas(size: Size(width: width, height: 20))
    StackOverflowView(state: state, scroll: ListScroll())
      .draw(PaneContext(isFocused: true, now: Sample.now, clock: .utc), into: &canvas)
    return canvas.text
  }

  @Test func whatIsFromThePastTellsItsAge() {
    let list = Sample.list {
      $0.isFromThePast = true
      $0.loadedAt = Sample.ago(seconds: 2 * 3_600 + 60)
      $0.load = .reloading
      $0.hasMore = true
    }
    #expect(draw(Sample.stackOverflow(list)).contains(" 30+ · 2 h old ─"))
    #expect(draw(Sample.stackOverflow(list), width: 40).contains(" 2 h old ─"))
    var state = Sample.stackOverflow(Sample.list { $0.loadedAt = Sample.ago(seconds: 7_300) })
    #expect(draw(state).contains("12:01, 2 h ago"), "what was loaded in this run has its time")
    state.reading = ReadingState(
      question: Sample.questions[0], load: .reloading, loadedAt: Sample.ago(seconds: 3 * 86_400), isFromThePast: true)
    #expect(draw(state).contains(" 3 d old ─"))
    state.reading?.isFromThePast = false
    #expect(!draw(state).contains("old"))
  }

  /// Has two questions that are kept.
  private struct KeptStore: StateStore {
    var remembered: SignalProducer<RememberedState, Never> {
      let kept = Sample.questions[1...2].map {
        QuestionKey(.server(.standard), site: QuestionFeed.standardSite, id: $0.id)
      }
      return SignalProducer(value: RememberedState(marks: QuestionMarks(kept: Set(kept))))
    }
    func answer<Query: StateQuery>(to query: Query) -> SignalProducer<Query.Answer, Never> {
      let isAsked = (query as? KeptQuestions)?.site == QuestionFeed.standardSite
      return SignalProducer(value: (isAsked ? Array(Sample.questions[1...2]) as? Query.Answer : nil) ?? query.otherwise)
    }
    func keep(_ change: any StateChange) {}
    var written: Signal<any StateChange, Never> { .never }
    var notices: Signal<SafeText, Never> { .never }
  }

  @Test func whatIsKeptIsATabOfThePalette() async throws {
    try await ShellStory.tell {
      let story = ShellStory(store: KeptStore())
      story.type(":")
      story.type("kept qu")
      story.type(.enter)
      story.answers()
      try expect(story.display.frames[story.display.frames.count - 1], looksLike: "kept-120x36")
      story.type("s")
      #expect(!story.look().contains("╭─ Sort"), "it has one order")
      story.turn(seconds: 2)
      story.type("/", "z", "z", .enter)
      story.turn()
      #expect(story.screen.contains("None of 2 questions matches"))
    }
  }

  @Test func whatIsKeptIsOfferedWhereTabsAreOpened() async {
    await ShellStory.tell {
      let story = ShellStory(store: KeptStore())
      story.type("t")
      #expect(story.look().contains("site:unix bash; kept"))
      story.type("site:unix ke")
      #expect(story.look().contains("▌ hot questions tagged ke on unix"))
      #expect(story.screen.contains("  kept questions on unix"))
      story.type("pt")
      #expect(story.look().contains("▌ kept questions on unix"), "the whole word means it")
      #expect(story.screen.contains("  hot questions tagged kept on unix"))
      story.type(.enter)
      story.answers()
      #expect(story.screen.contains("unix kept"))
      #expect(story.screen.contains("No kept questions on unix"))
    }
  }

  @Test func theFirstTagThatIsMeantIsTakenAndAnUnknownOneIsTold() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.type("t")
      story.type("rai")
      story.turn()
      #expect(story.screen.contains("▌ rails"))
      #expect(story.screen.contains("  hot questions tagged rai") && story.screen.contains("no such tag"))
      story.type(.tab)
      #expect(story.look().contains("▌ hot questions tagged rails"), "what is typed is a tag now")
      story.type(.enter)
      story.answers()
      #expect(story.screen.contains("No questions tagged rails"))
      story.type("t")
      story.type("raiz")
      #expect(!story.look().contains("no such tag"), "nothing has been asked yet")
      story.turn()
      #expect(story.screen.contains("▌ hot questions tagged raiz") && story.screen.contains("no such tag"))
    }
  }

  @Test func aMistakeStandsBelowTheWordsAndHidesNone() async {
    await ShellStory.tell {
      let story = ShellStory(width: 80, height: 24)
      story.type("S")
      story.type("score:five and some more words")
      story.turn()
      #expect(story.screen.contains("Search  score:five and some more words"))
      #expect(story.screen.contains("score: takes a number, such as score:5"))
      #expect(!story.screen.contains("Nothing to search for"))
    }
  }

  /// The search of a story, typed and answered.
  @UI private static func search(_ words: String) -> ShellStory {
    let story = ShellStory()
    story.type("S")
    story.type(words)
    story.turn()
    return story
  }

  @Test func theResultOnWhichTheSelectionStandsIsOpened() async {
    await ShellStory.tell {
      let story = Self.search("concurrency")
      story.type(.down, .down, .enter)
      story.answers()
      let state = story.stackOverflow.state.value
      #expect(state.reading?.question.id == Sample.questions[1].id)
      #expect(state.list.feed.search == "concurrency" && state.list.feed.order == .relevance)
      story.type(.escape)
      #expect(
        story.stackOverflow.state.value.list.selection == Sample.questions[1].identity, "the results are behind it")
    }
  }

  @Test func theFirstRowIsTheListOfResults() async {
    await ShellStory.tell {
      let story = Self.search("concurrency")
      story.type(.enter)
      story.answers()
      #expect(story.stackOverflow.state.value.reading == nil)
      #expect(story.stackOverflow.state.value.list.feed.search == "concurrency")
      story.type("s")
      #expect(story.look().contains("relevance") && story.screen.contains("newest"))
    }
  }

  /// A question that is open in the tab of the results makes way for the chosen one.
  @Test func aResultOfASearchThatHasATabIsOpened() async {
    await ShellStory.tell {
      let story = Self.search("concurrency")
      story.type(.down, .enter)
      story.answers()
      story.type("1", "S")
      story.type("concurrency")
      story.turn()
      story.type(.down, .down, .enter)
      story.answers()
      #expect(story.stackOverflow.state.value.reading?.question.id == Sample.questions[1].id)
    }
  }

  @Test func whatTheFilterDoesNotFindIsSearchedFor() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.type("/")
      story.type("no such words")
      story.type(.enter)
      #expect(story.look().contains("S searches Stack Overflow"))
      story.type("S")
      #expect(story.look().contains("Search  no such words"))
      story.turn()
      #expect(story.screen.contains("Search Stack Overflow for no such words"))
      story.type(.control("u"))
      story.type("x")
      #expect(story.look().contains("Search  x "), "the words can be replaced")
      story.type(.escape, .escape, "S")
      #expect(!story.look().contains("no such words"), "not without the filter")
    }
  }

  @Test(arguments: [
    (QuestionFeed(), "hot questions", "No questions"),
    (QuestionFeed(tags: ["ios"], order: .creation), "newest questions tagged ios", "No questions tagged ios"),
    (
      QuestionFeed(site: "unix", tags: ["bash", "zsh"], matching: .any, order: .votes),
      "questions by votes tagged bash or zsh on unix", "No questions tagged bash or zsh on unix"
    ),
    (
      QuestionFeed(tags: ["c++", "gcc"], selection: .unanswered, order: .activity),
      "active unanswered questions tagged c++ and gcc", "No unanswered questions tagged c++ and gcc"
    ),
    (
      QuestionFeed(search: "nio websocket", order: .week), "questions by relevance found for nio websocket",
      "No questions found for nio websocket"
    ),
    (
      .kept(of: "unix"), "kept questions on unix",
      "No kept questions on unix; * keeps one for reading offline"
    ),
  ])
  func aFeedIsToldInWords(feed: QuestionFeed, description: String, emptiness: String) {
    #expect(feed.description(in: feed.knownOrder).string == description)
    #expect(feed.emptiness.string == emptiness)
  }
}
