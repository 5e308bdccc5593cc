import Foundation
import Model
import Screen
import Testing
import Text
import ViewModels

@testable import Panes

/// What a person sees of a tab's feed: its order, its age, and what it is.
@Suite(.serialized) struct FeedTests {
  @Test(arguments: [(120, 36), (80, 24), (45, 20)]) func theOrderIsChosenFromAList(width: Int, height: Int) async {
    await ShellStory.tell {
      let story = ShellStory(width: width, height: height)
      story.type("s")
      let list = story.look()
      #expect(list.contains("╭─ sort ─"))
      #expect(list.contains("▌ ✓ hot"), "the current one is marked")
      for name in ["active", "newest", "votes", "week", "month"] { #expect(list.contains("   \(name)"), "\(name)") }
      story.type("j", "j", "j", .enter)
      story.answers()
      #expect(story.screen.contains(" votes · 6 · 14:03 ─"))
      #expect(story.questions.orders == [.hot, .votes])
      story.type("s")
      #expect(story.look().contains("▌ ✓ votes"))
      story.type("s")
      #expect(!story.look().contains("╭─ sort"), "the key closes it as well")
    }
  }

  @Test func onlyAListIsSorted() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.type("/", "s")
      #expect(story.look().contains("Filter  s"))
      story.type(.escape, .enter, "s")
      #expect(!story.look().contains("╭─ sort"))
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
    #expect(draw(Sample.stackOverflow(list)).contains(" hot · 30+ · 2 h old ─"))
    #expect(draw(Sample.stackOverflow(list), width: 40).contains(" 2 h old ─"))
    var state = Sample.stackOverflow(Sample.list { $0.loadedAt = Sample.ago(seconds: 7_300) })
    #expect(draw(state).contains("12:01, 2 h ago"), "what was loaded in this run has its time")
    state.reading = ReadingState(
      question: Sample.questions[0], load: .reloading, loadedAt: Sample.ago(seconds: 3 * 86_400), isFromThePast: true)
    #expect(draw(state).contains(" 3 d old ─"))
    state.reading?.isFromThePast = false
    #expect(!draw(state).contains("old"))
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
      QuestionFeed(search: "nio websocket", order: .week), "active questions found for nio websocket",
      "No questions found for nio websocket"
    ),
  ])
  func aFeedIsToldInWords(feed: QuestionFeed, description: String, emptiness: String) {
    #expect(feed.description(in: feed.knownOrder).string == description)
    #expect(feed.emptiness.string == emptiness)
  }
}
