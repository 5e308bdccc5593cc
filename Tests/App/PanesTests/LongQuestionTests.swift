import Model
import Screen
import Simulation
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// An open question of a megabyte, and what stays at the top of the window whatever changes around it.
@Suite struct LongQuestionTests {
  private static let sentence: SafeText = "An actor runs one task at a time, and a task that waits lets another one in."

  private static func paragraphs(_ count: Int, from first: Int = 0) -> RichText {
    RichText(blocks: (first..<first + count).map { .paragraph([.init("Number \($0). \(sentence)")]) })
  }

  private static func state(
    _ question: RichText, _ answers: [RichText] = [], search: SafeText? = nil
  ) -> StackOverflowState {
    let reading = Sample.reading { reading in
      reading.detail?.question.body = question
      reading.detail?.answers = answers.enumerated().map { Answer(id: $0.offset + 1, body: $0.element) }
      if let search {
        reading.search = FilterState(field: TextFieldState(search), words: FilterWords(search))
      }
    }
    return Sample.stackOverflow(reading: reading)
  }

  private static func window(_ width: Int = 80, _ height: Int = 24) -> TextWindow {
    TextWindow(size: Size(width: width, height: height), theme: Theme())
  }

  private static func picture(_ state: StackOverflowState, _ text: QuestionScroll, _ window: TextWindow) -> [Substring]
  {
    var canvas = Canvas(size: window.size)
    StackOverflowView(
      state: state, scroll: ListScroll(), document: text.document, place: text.place, column: text.column,
      search: text.search
    ).draw(context(), into: &canvas)
    return canvas.text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The number of the paragraph at the top of the window.
  private static func top(_ text: QuestionScroll) -> String? {
    guard let line = text.document?.layout.lines(from: text.place, 1).first?.line else { return nil }
    let words = line.cells.map(\.glyph.string).joined().split(separator: " ")
    return words.count > 1 && words[0] == "Number" ? String(words[1]) : nil
  }

  // MARK: - As much work as a screen

  @Test func openingScrollingAndResizingALongQuestionLaysOutWhatIsSeen() throws {
    let state = Self.state(Self.paragraphs(9_000), [Self.paragraphs(2_000)])
    var text = QuestionScroll(state, window: Self.window())
    let steps: [QuestionScroll.Input] = [
      .scroll(.move(.lines(1))), .scroll(.move(.lines(20))), .state(state), .window(Self.window(60, 20)),
      .scroll(.move(.end)), .scroll(.move(.lines(-20))), .answer(-1), .window(Self.window()), .scroll(.move(.start)),
      .answer(1),
    ]
    for (index, step) in steps.enumerated() {
      text.reduce(step)
      _ = Self.picture(state, text, Self.window())
      let laidOut = try #require(text.document?.layout.laidOut)
      #expect(laidOut.lines < 300, "step \(index): \(laidOut)")
    }
    #expect(text.document?.answer(at: text.place) == 1)
  }

  @Test func aLongTextSaysHowMuchOfItWasSeen() {
    let state = Self.state(Self.paragraphs(9_000))
    var text = QuestionScroll(state, window: Self.window())
    #expect(Self.picture(state, text, Self.window())[0].hasSuffix(" 1 % ─╮"))
    for _ in 0..<25 { text.reduce(.scroll(.move(.lines(text.page * 25)))) }
    let border = Self.picture(state, text, Self.window())[0]
    #expect(border.contains(" %") && !border.contains(" 1 %") && !border.contains("100 %"))
    text.reduce(.scroll(.move(.end)))
    let end = Self.picture(state, text, Self.window())
    #expect(end[0].hasSuffix(" 100 % ─╮"))
    #expect(end.dropLast().last?.hasSuffix("┃") == true && end[1].hasSuffix("│"), "the thumb is at the end")
    text.reduce(.scroll(.move(.lines(-1))))
    #expect(Self.picture(state, text, Self.window()).dropLast().last?.hasSuffix("│") == true, "and only there")
  }

  @Test func aShortTextCountsItsLines() {
    let state = Self.state(Self.paragraphs(20))
    let text = QuestionScroll(state, window: Self.window())
    #expect(Self.picture(state, text, Self.window())[0].contains(" 1–22 of "))
  }

  @Test func aSearchGoesToTheEndOfALongTextAndLaysOutWhatIsSeen() throws {
    var text = QuestionScroll(Self.state(Self.paragraphs(9_000)), window: Self.window())
    let searched = Self.state(Self.paragraphs(9_000), search: "8765")
    text.reduce(.state(searched))
    #expect(text.search.note == "1 of 1")
    #expect(Self.picture(searched, text, Self.window()).contains { $0.contains("Number 8765.") })
    let laidOut = try #require(text.document?.layout.laidOut)
    #expect(laidOut.lines < 200, "\(laidOut)")
  }

  // MARK: - What stays at the top

  @Test func aResizeKeepsTheTextAtTheTop() {
    for count in [60, 9_000] {
      let state = Self.state(Self.paragraphs(count))
      var text = QuestionScroll(state, window: Self.window())
      text.reduce(.scroll(.move(.lines(100))))
      while Self.top(text) == nil { text.reduce(.scroll(.move(.lines(1)))) }
      let place = text.place
      let number = Self.top(text)
      for size in [(30, 10), (120, 40), (40, 24), (100, 30)] {
        text.reduce(.window(Self.window(size.0, size.1)))
        #expect(Self.top(text) == number, "\(count) at \(size)")
      }
      text.reduce(.window(Self.window()))
      #expect(text.place == place, "back where it was")
    }
  }

  @Test func whatComesAboveMovesNothing() {
    var text = QuestionScroll(
      Self.state(Self.paragraphs(3), [Self.paragraphs(30, from: 100), Self.paragraphs(30, from: 200)]),
      window: Self.window())
    text.reduce(.answer(1))
    text.reduce(.answer(1))
    text.reduce(.scroll(.move(.lines(8))))
    #expect(Self.top(text) == "202.")
    text.reduce(
      .state(Self.state(Self.paragraphs(40), [Self.paragraphs(33, from: 100), Self.paragraphs(30, from: 200)])))
    #expect(Self.top(text) == "202.")
    #expect(text.document?.answer(at: text.place) == 2)
    // The answer that was read is gone: the end of what stood before it is shown.
    text.reduce(.state(Self.state(Self.paragraphs(40))))
    #expect(text.place.section == 1, "\(text.place)")
  }
}
