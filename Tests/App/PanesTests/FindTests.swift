import Foundation
import Model
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions

/// `F`, which finds in everything that was loaded, from every pane.
@Suite(.serialized) struct FindTests {
  @UI private static func story(width: Int = 120, height: Int = 36, origin: Origin = .live) -> ShellStory {
    ShellStory(width: width, height: height, origin: origin, cache: FoundInStory())
  }

  /// What is on the screen after some words.
  @UI private static func find(_ words: String, in story: ShellStory) -> String {
    story.type("F")
    story.type(words)
    story.turn(seconds: 0.2)
    return story.look()
  }

  @Test(arguments: [(120, 36), (80, 24), (50, 14)]) func whatIsFoundIsShownWithItsLine(width: Int, height: Int)
    async throws
  {
    try await ShellStory.tell {
      let story = Self.story(width: width, height: height)
      let screen = Self.find("actor", in: story)
      #expect(screen.contains("Find in what was loaded") && screen.contains("2 found"))
      #expect(screen.contains("An actor that waits") && screen.contains("unix"))
      #expect(screen.contains("answer: use an actor here"))
      if width == 120 { try expect(try #require(story.display.frames.last), looksLike: "find-120x36") }
    }
  }

  @Test func enterOpensItAtTheAnswerAndEscapeGoesBack() async {
    await ShellStory.tell {
      let story = Self.story(height: 18)
      story.type("j")
      story.turn()
      let before = story.look()
      _ = Self.find("actor", in: story)
      story.type(.down, .enter)
      story.answers()
      #expect(story.stackOverflow.state.value.found?.text == .answer(12))
      #expect(story.screen.contains("Found 2 of 2 › Question"))
      #expect(story.lines.dropFirst(2).prefix(3).contains { $0.contains("someone") }, "\(story.screen)")
      story.type("K")
      story.answers()
      #expect(story.screen.contains("Found 1 of 2 on unix › Question"))
      story.type(.escape)
      #expect(story.look() == before)
    }
  }

  @Test func escapeInTheFieldGoesBackToWhereOneWas() async {
    await ShellStory.tell {
      let story = Self.story()
      story.type(.tab)
      _ = Self.find("actor", in: story)
      story.type(.escape)
      #expect(!story.look().contains("Find in what was loaded"))
      #expect(story.dashboard.state.value.focus == .wikipedia && story.stackOverflow.state.value.reading == nil)
    }
  }

  @Test func itIsFoundFromAnotherPaneAndFromAnOpenEdit() async {
    await ShellStory.tell {
      let story = Self.story()
      story.connectFeed()
      story.sendEdit("Article", revision: 100)
      story.turn(seconds: 6)
      story.type(.tab, .enter)
      story.answers()
      _ = Self.find("actor", in: story)
      story.type(.enter)
      story.answers()
      #expect(story.dashboard.state.value.focus == .stackOverflow)
      #expect(story.screen.contains("Found 1 of 2 on unix"))
    }
  }

  @Test func inAFieldItIsALetter() async {
    await ShellStory.tell {
      let story = Self.story()
      story.type("/F")
      #expect(story.stackOverflow.state.value.list.filter.field.text == "F")
    }
  }

  @Test func aSentenceSaysWhyNothingIsFound() async {
    await ShellStory.tell {
      #expect(Self.find("nothing", in: Self.story()).contains("nothing found"))
      #expect(Self.find("actor", in: Self.story(origin: .demo)).contains("nothing is kept of the demonstration"))
      let story = ShellStory()
      story.type("F")
      #expect(story.look().contains("Words of a question, its answers or comments; also without a network"))
      story.type("actor")
      story.turn()
      #expect(story.look().contains("nothing that was kept can be searched"))
    }
  }

  @Test func whereThePaneIsNotInTheLayoutItSaysSo() async {
    await ShellStory.tell {
      var layout = LayoutSettings()
      layout.panes = ["wikipedia", "conair"]
      let story = ShellStory(layout: Property(value: layout), cache: FoundInStory())
      story.type("F")
      #expect(story.look().contains("Stack Overflow is not in the layout"))
    }
  }

  @Test func aClickOnTheSecondLineOpensItsQuestion() async throws {
    try await ShellStory.tell {
      let story = Self.story()
      _ = Self.find("actor", in: story)
      let y = try #require(story.lines.firstIndex { $0.contains("answer: use an actor here") })
      story.point(.click, x: 40, y: y)
      story.answers()
      #expect(story.stackOverflow.state.value.found?.number == 2)
    }
  }
}

/// A cache in which two questions are found by one word.
private struct FoundInStory: QuestionCache {
  func found(_ text: SafeText, from server: QuestionServer) -> SignalProducer<FoundQuestions?, Never> {
    guard text == "actor" else { return SignalProducer(value: FoundQuestions()) }
    var (first, second) = (Sample.questions[3], Sample.questions[1])
    (first.id, second.id) = (90, 91)
    first.title = "An actor that waits for another actor"
    return SignalProducer(
      value: FoundQuestions([
        FoundQuestion(question: first, key: QuestionKey(.server(server), site: "unix", id: 90)),
        FoundQuestion(
          question: second, key: QuestionKey(.server(server), site: "stackoverflow", id: 91), place: .answer(12),
          line: "use an actor here"),
      ]))
  }

  func questions(of feed: QuestionFeed, from server: QuestionServer) -> SignalProducer<CachedQuestions?, Never> {
    SignalProducer(value: nil)
  }
  func keep(_ questions: CachedQuestions, of feed: QuestionFeed) {}
  func detail(of question: QuestionKey) -> SignalProducer<CachedDetail?, Never> { SignalProducer(value: nil) }
  func keep(_ detail: CachedDetail, site: String) {}
}
