import Foundation
import Model
import Screen
import Simulation
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// The list of an open question's links and blocks of code.
@Suite struct ReadingPartsTests {
  @Test func partsStandInTheOrderOfTheTextAndEachLinkOnce() {
    var question = Sample.questions[0]
    question.body = Sample.body
    let parts = ReadingPart.all(of: question, Sample.answers)
    let choices = parts.map { $0.choice(0, .unicode) }
    let titles: [SafeText] = [
      "│ Task {",
      "[1] https://docs.swift.org/swift-book/documentation/the-swift-programming-language/concurrency/",
      "│ Task { @MainActor in … }", "[2] https://github.com/swiftlang/swift-evolution",
    ]
    let details: [SafeText] = ["4 lines · question", "question", "1 line · answer 1", "answer 2"]
    #expect(choices.map(\.title) == titles)
    #expect(choices.map(\.detail) == details)
  }

  @Test func linksOfCommentsStandBelowTheirPost() {
    var question = Sample.questions[0]
    question.body = Sample.body
    let parts = ReadingPart.all(of: question, Sample.answers, Sample.commentsContent)
    let choices = parts.map { $0.choice(0, .unicode) }
    #expect(choices.map(\.detail)[2] == "comment on question")
    #expect(choices.map(\.title)[2] == "[2] https://www.swift.org/releases")
    #expect(choices.last?.title == "[3] https://github.com/swiftlang/swift-evolution")
    let document = ReadingDocument(
      ReadingDocument.Source(
        question: question, detail: QuestionDetail(question: question, answers: Sample.answers),
        comments: CommentsState(isShown: true, content: Sample.commentsContent), width: 60, theme: Theme()))
    let lines = document.layout.lines(from: document.start, .max).map(\.line)
    #expect(lines.contains { $0.cells.map(\.glyph.string).joined().hasPrefix("[2] https://www.swift.org/releases") })
    let link = CellLink(to: "https://www.swift.org/releases")
    let linked = lines.flatMap(\.cells).filter { $0.link == link }.map(\.glyph.string).joined()
    #expect(linked.hasPrefix("release notes [2]"), "a terminal's hyperlink")
  }

  @Test func theNumbersAreThoseOfTheText() {
    var question = Sample.questions[0]
    question.body = RichText(
      blocks: [
        .quote([.list(ordered: false, start: 1, items: [[.paragraph([.init("b", link: 1), .init("a", link: 0)])]])]),
        .table(rows: [[[.init("c", link: 2)]]], hasHead: false), .heading(level: 1, [.init("b", link: 1)]),
      ], links: [.init("https://a.example"), .init("https://b.example"), .init("https://c.example")])
    let document = ReadingDocument(
      ReadingDocument.Source(
        question: question, detail: QuestionDetail(question: question, answers: []), width: 60, theme: Theme()))
    let lines = document.layout.lines(from: document.start, .max).map { $0.line.cells.map(\.glyph.string).joined() }
    let parts = ReadingPart.all(of: question, [])
    #expect(parts.count == 3)
    for case .link(let number, let target) in parts.map(\.content) {
      #expect(lines.contains("[\(number)] " + target.string))
    }
  }

  @Test func onlyPagesOfTheWebAreOpened() {
    func page(_ target: SafeText) -> URL? { ReadingPart(content: .link(1, target)).page }
    #expect(page("https://a.example/x")?.absoluteString == "https://a.example/x")
    #expect(page("mailto:a@b.example") == nil && page("javascript:alert(1)") == nil)
  }

  @Test func enterOpensALinkAndCopiesABlockAndYCopiesEither() async {
    await ShellStory.tell {
      let story = ShellStory(width: 80, height: 24)
      story.type(.enter)
      story.answers()
      story.type("L")
      #expect(story.look().contains("Links and code") && story.screen.contains("▌ │ Task {"))
      #expect(story.footer.hasPrefix(" ↑↓ move   ⏎ open or copy   y copy   Esc close"))
      story.type(.enter)
      let block: SafeText = "Task {\n    await load()\n    print(Thread.current)   // not main\n}"
      #expect(story.display.copied == [block])
      #expect(story.look().contains("Copied 4 lines") && !story.screen.contains("Links and code"))
      story.type("L", "j", .enter)
      #expect(story.display.opened.map(\.host) == ["docs.swift.org"])
      story.type("L", "j", "y")
      #expect(story.display.copied.count == 2 && story.display.copied.last?.string.hasPrefix("https://docs.") == true)
      #expect(story.look().contains("Links and code") && story.footer.contains("Copied https://docs."))
      story.type("L")
      #expect(!story.look().contains("Links and code"), "the same key closes it")
      #expect(story.stackOverflow.state.value.reading != nil)
    }
  }

  @Test func theListBeginsAtWhatIsRead() async {
    await ShellStory.tell {
      let story = ShellStory(width: 80, height: 12)
      story.type(.enter)
      story.answers()
      story.type("n", "L", "y")
      #expect(story.display.copied == ["Task { @MainActor in … }"])
      story.type("k", "y")
      #expect(story.display.copied.last?.string.hasPrefix("https://docs.") == true)
      #expect(story.look().contains("Links and code"))
      story.type("L", "g", "L", "y")
      #expect(story.display.copied.last?.string.hasPrefix("Task {\n") == true, "where the text is read now")
    }
  }

  @Test func theListBeginsAtTheStartOfATextThatComesLater() async {
    await ShellStory.tell {
      let story = ShellStory(width: 80, height: 12)
      story.type(.enter, "n", "L", "y")
      story.answers()
      #expect(story.display.copied == ["Task { @MainActor in … }"], "where the keys before it lead")
    }
  }

  @Test func theFirstPartAtOrBelowTheFirstLineIsRead() {
    var state = Sample.stackOverflow(reading: Sample.reading(), selectedTab: 0)
    state.tabIDs = QuestionTab.standard.map(\.id)
    var text = QuestionScroll(state, window: TextWindow(size: Size(width: 62, height: 12), theme: Theme()))
    var read = [text.readPart]
    var place = text.place
    repeat {
      place = text.place
      text.reduce(.scroll(.move(.lines(1))))
      read.append(text.readPart)
    } while text.place != place
    // The last lines are the list of links itself.
    read.removeLast(2)
    #expect(
      read == read.sorted() && Set(read) == [0, 1, 2, 3], "the links listed at the end are not read yet: \(read)")
    text.reduce(.answer(-1))
    text.reduce(.answer(-1))
    #expect(text.readPart == 2)
  }

  @Test func aLinkOfTheTextIsALinkOnTheScreenUnlessAListCoversIt() async {
    await ShellStory.tell {
      @UI func linked(_ story: ShellStory) -> [String] {
        story.look()
        let cells = story.display.frames.last?.cells ?? []
        return cells.filter { $0.link != .none }.map(\.glyph.string)
      }
      let story = ShellStory(width: 62, height: 24)
      #expect(linked(story).isEmpty)
      story.type(.enter)
      story.answers()
      #expect(linked(story).joined().hasPrefix("documentation [1]"))
      let count = linked(story).count
      story.type("L")
      #expect(linked(story).count < count)
      story.type(.escape, .escape)
      #expect(linked(story).isEmpty)
    }
  }
}
