import Foundation
import Model
import Screen
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions
@testable import Rooms

/// Every state that a pane can be in has its picture.
@Suite struct PaneStateTests {
  private let unreachable = ServiceFailure(
    .unreachable(host: "api.stackexchange.com", reason: "connection refused"), since: Sample.ago(seconds: 400),
    retry: Sample.now.addingTimeInterval(20))

  // MARK: Stack Overflow

  @Test func questionsLoadingForTheFirstTime() throws {
    let list = Sample.list {
      $0 = QuestionListState(feed: QuestionFeed(tags: ["ios"]), load: .loading)
    }
    try expect(draw(Sample.stackOverflow(list, selectedTab: 2)), looksLike: "questions-loading")
  }

  @Test func questionsLoadingAgainStayWhereTheyWere() throws {
    let before = draw(Sample.stackOverflow(Sample.list()))
    let during = draw(Sample.stackOverflow(Sample.list { $0.load = .reloading }))
    try expect(during, looksLike: "questions-reloading")
    #expect(during.text.split(separator: "\n").dropFirst() == before.text.split(separator: "\n").dropFirst())
  }

  @Test func noQuestionsAtAll() throws {
    let list = QuestionListState(
      feed: QuestionFeed(tags: ["windows-phone"]), load: .loaded(at: Sample.now), loadedAt: Sample.now)
    try expect(draw(Sample.stackOverflow(list, selectedTab: 4)), looksLike: "questions-none")
  }

  @Test func noQuestionMatches() throws {
    let list = Sample.list {
      $0.questions = []
      $0.selection = nil
      $0.filter = FilterState(field: TextFieldState("zebra"), isEditing: true, words: FilterWords("zebra"))
    }
    try expect(draw(Sample.stackOverflow(list)), looksLike: "questions-no-match")
  }

  @Test func anErrorLeavesTheOldQuestions() throws {
    let list = Sample.list {
      $0.trouble = unreachable
      $0.loadedAt = Sample.ago(seconds: 400)
    }
    let canvas = draw(Sample.stackOverflow(list), 90, 12)
    try expect(canvas, looksLike: "questions-error")
    // Where there is no room for all, it is said in fewer words.
    #expect(draw(Sample.stackOverflow(list), 40, 12).text.contains("connection refused  again 14:03:40"))
  }

  @Test func anErrorBeforeAnythingWasLoaded() throws {
    let list = QuestionListState(trouble: ServiceFailure(.httpStatus(503, host: "h.example"), since: Sample.now))
    try expect(draw(Sample.stackOverflow(list)), looksLike: "questions-error-first")
  }

  @Test func theDemonstrationAndALowQuotaAreTold() throws {
    var state = Sample.stackOverflow(Sample.list { $0.isLoadingMore = true }, origin: .demo)
    state.quota = Quota(remaining: 12, max: 300)
    try expect(draw(state, 80, 20), looksLike: "questions-demo")
  }

  @Test func thatTheServiceHasMoreIsTold() {
    let loaded = Sample.stackOverflow(Sample.list { $0.hasMore = true })
    #expect(draw(loaded, 80, 20).text.contains("─ 30+ · "))
    let filtered = Sample.stackOverflow(
      Sample.list {
        $0.hasMore = true
        $0.filter.isEditing = true
      })
    #expect(draw(filtered, 80, 20).text.contains(" of 30+ "))
  }

  @Test func aNarrowBorderTellsItsTimeWithoutTheCount() {
    let loaded = Sample.stackOverflow(Sample.list { $0.hasMore = true })
    #expect(draw(loaded, 36, 20).text.contains("─ 30+ · "))
    #expect(draw(loaded, 35, 20).text.contains("─ 14:0"))
  }

  @Test func theBorderCountsMarkedQuestionsAndTheirRowsHaveASign() {
    let list = Sample.list { $0.picks = [$0.questions[1].identity] }
    let (marked, plain) = (draw(Sample.stackOverflow(list), 80, 20).text, draw(Sample.stackOverflow(), 80, 20).text)
    #expect(marked.contains("─ 1 marked · ") && !plain.contains("marked"))
    #expect(marked.count { $0 == "#" } == plain.count { $0 == "#" } + 1)
  }

  @Test func theBorderSaysWhatItCountsOfWatchedPages() {
    func border(_ count: Int) -> Substring? {
      let state = Sample.wikipedia {
        $0.watchedCount = count
        $0.order = .risk
      }
      return draw(state, 90, 18).text.split(separator: "\n").first
    }
    #expect(border(2)?.contains("─ 2 watched edits · ") == true)
    #expect(border(1)?.contains("─ 1 watched edit · ") == true)
    #expect(border(0)?.contains("watched") == false)
  }

  @Test func theBorderSaysThatSomeEditsAreIgnored() {
    func border(_ count: Int) -> Substring? {
      draw(Sample.wikipedia { $0.ignoredCount = count }, 90, 18).text.split(separator: "\n").first
    }
    #expect(border(1)?.contains("some edits") == true && border(0)?.contains("some edits") == false)
  }

  @Test func oneIsNotToldAsMany() {
    var state = Sample.stackOverflow(
      Sample.list {
        $0.questions = VisibleRows([Sample.questions[0]])
        $0.total = 1
      })
    state.quota = Quota(remaining: 1, max: 300)
    let text = draw(state, 80, 20).text
    #expect(text.contains("today · 1 · ") && text.contains(" 1 request left today "))
    state.list.questions = []
    state.list.filter = FilterState(field: TextFieldState("zebra"), words: FilterWords("zebra"))
    #expect(draw(state, 80, 20).text.contains("The only question does not match"))
  }

  @Test func sixQuestionsFitOnAScreenOf24Lines() {
    // Less header, footer and border.
    #expect(QuestionListView.Layout(size: Size(width: 78, height: 20), of: Sample.list()).rows.visible == 6)
  }

  /// A list with one question, in rows of three lines.
  private func row(_ title: SafeText, words: FilterWords = FilterWords(""), width: Int = 40) -> Canvas {
    var question = Sample.questions[0]
    question.title = title
    var canvas = Canvas(size: Size(width: width, height: 3))
    QuestionRow(question, words: words, isSelected: false, at: Sample.now).draw(into: &canvas)
    return canvas
  }

  @Test func aTitleGoesOnInTheSecondLineAndItsTagsStandBelow() {
    let lines = row("A title of so many words that it needs two lines", width: 50).text.components(separatedBy: "\n")
    #expect(lines[0].hasSuffix("  A title of so many words that it"))
    #expect(lines[1] == "           needs two lines")
    #expect(lines[2].hasPrefix("           swift"))
    let short = row("A title", width: 50).text.components(separatedBy: "\n")
    #expect(short[0].hasSuffix("  A title") && short[1].hasPrefix("           swift"))
    #expect(short[1].hasSuffix("  2 h") && short[2].allSatisfy(\.isWhitespace), "\(short)")
  }

  @Test(arguments: [44, 50, 54, 100]) func whatAPersonHasMarkedIsSeenAlsoBesideAQuestion(width: Int) {
    var question = Sample.questions[0]
    question.asker = "A name of so many letters that it is cut"
    question.viewCount = 12_000
    question.bounty = 50
    var canvas = Canvas(size: Size(width: width, height: 3))
    let mark = QuestionMarks.Mark(isRead: true, newAnswers: 2, isKept: true)
    QuestionRow(question, mark: mark, words: FilterWords(""), isSelected: false, at: Sample.now).draw(into: &canvas)
    let tags = canvas.text.components(separatedBy: "\n").first { $0.contains("2 h") }
    #expect(tags?.contains("swift") == true, "\(canvas.text)")
    #expect(tags?.hasPrefix(" * ") == true, "\(canvas.text)")
    #expect(tags?.contains(" +2 ") == true, "\(canvas.text)")
    #expect((width >= 96) == (tags?.contains("12k views") == true), "\(canvas.text)")
  }

  /// The columns of numbers, asker, views and age do not depend on the question.
  @Test(arguments: [60, 72, 100]) func rowsOfOneListHaveTheSameColumns(width: Int) {
    func line(_ change: (inout Question) -> Void, _ mark: QuestionMarks.Mark = QuestionMarks.Mark()) -> String {
      var question = Sample.questions[0]
      (question.asker, question.viewCount, question.title) = ("Maria", 12_000, "A title")
      change(&question)
      var canvas = Canvas(size: Size(width: width, height: 2))
      QuestionRow(question, mark: mark, words: FilterWords(""), isSelected: false, at: Sample.now).draw(into: &canvas)
      return canvas.text.components(separatedBy: "\n")[1]
    }
    let plain = line { _ in }
    let others = [
      line { $0.bounty = 50 }, line { $0.closedReason = "Duplicate" }, line { $0.title = "A title of many more words" },
      line({ _ in }, QuestionMarks.Mark(isRead: true, newAnswers: 12, isKept: true)),
    ]
    for other in others {
      #expect(other.dropFirst(9) == plain.dropFirst(9))
    }
    #expect(Set(others.map { $0.prefix(9) }) == ["   bounty", " ×       ", "         ", " *    +12"], "\(others)")
  }

  @Test func tagsStandBesideTheEndOfALongTitleWhereTheyHaveRoom() {
    var question = Sample.questions[0]
    question.title = "A title of so many words that it does not fit into one line of this list, and goes on"
    func lines(_ width: Int) -> [String] {
      var canvas = Canvas(size: Size(width: width, height: 2))
      QuestionRow(question, words: FilterWords(""), isSelected: false, at: Sample.now).draw(into: &canvas)
      return canvas.text.components(separatedBy: "\n")
    }
    #expect(lines(80)[1].contains(" goes on   swift"))
    #expect(lines(60)[0].hasSuffix("…") && lines(60)[1].hasPrefix("           swift"), "\(lines(60))")
  }

  @Test func aTitleOfMoreThanTwoLinesIsCutAtTheEndOfTheSecond() {
    let title = SafeText(oneLine: String(repeating: "東京都庁舎", count: 20))
    for width in 20...60 {
      let lines = row(title, width: width).text.components(separatedBy: "\n")
      #expect(lines[1].hasSuffix("…") && !lines[0].contains("…"))
      #expect(DisplayWidth.of(SafeText(oneLine: lines[1])) <= width - 2)
    }
  }

  @Test func whatMatchesIsUnderlinedOnBothLines() {
    let canvas = row("The word swift stands here, and at the very end: swift", words: FilterWords("swift"), width: 50)
    let marked = (0..<3).map { y in
      (0..<50).filter { canvas[x: $0, y: y].style == canvas.theme.match }.count
    }
    #expect(marked[0] == 5 && marked[1] == 5)
  }

  @Test func rowsKeepTheirHeightWhateverIsFilteredOrSelected() {
    let size = Size(width: 66, height: 32)
    let plain = QuestionListView.Layout(size: size, of: Sample.list())
    let filtered = QuestionListView.Layout(
      size: size,
      of: Sample.list {
        $0.filter = FilterState(field: TextFieldState("zebra"), words: FilterWords("zebra"))
        $0.questions = VisibleRows([Sample.questions[0]])
      })
    #expect(plain.rows == filtered.rows && plain.list == filtered.list)
    #expect(plain.rows.visible == 7)
  }

  @Test func betweenAskerAndAgeIsRoomWhateverTheAge() {
    let list = Sample.list {
      var question = Sample.questions[0]
      question.creationDate = Sample.ago(seconds: 34 * 60 + 20)
      $0.questions = VisibleRows([question])
    }
    #expect(draw(Sample.stackOverflow(list)).text.contains("maria  34 min"))
  }

  @Test func aQuestionsLineLeavesOutWhatDoesNotFit() {
    func line(_ width: Int) -> String {
      var canvas = Canvas(size: Size(width: width, height: 1))
      var question = Sample.questions[0]
      (question.score, question.asker, question.tags) = (-366, "Sanne de Vries", ["python", "matplotlib"])
      PostLine(question).draw(context(), y: 0, into: &canvas)
      return canvas.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    #expect(line(34) == "▲ −366       Sanne de V…   2 h ago")
    #expect(line(48) == "▲ −366   3 answers      Sanne de Vries   2 h ago")
    #expect(line(55).hasPrefix("▲ −366   3 answers     ") && !line(55).contains("pyth"), "no part of a tag")
    #expect(line(56).hasPrefix("▲ −366   3 answers   python …   Sanne"))
    #expect(line(70).hasPrefix("▲ −366   3 answers   python · matplotlib   "))
  }

  @Test func anEventsLabelDoesNotRepeatItsTitle() {
    func line(_ kind: WikiEvent.Kind, _ title: SafeText) -> String {
      var canvas = Canvas(size: Size(width: 60, height: 1))
      EventRow(
        event: RecentEvent(id: 1, event: WikiEvent(kind: kind, title: title, time: Sample.now), time: Sample.now),
        isSelected: false
      ).draw(context(), into: &canvas)
      return canvas.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    #expect(line(.talk, "Talk:Zürich") == "14:03:20  Talk:Zürich")
    #expect(line(.user, "User talk:Maria: a life") == "14:03:20  User talk:Maria: a life")
    #expect(line(.file, "File:A.png") == "14:03:20  File:A.png")
    #expect(line(.talk, "Diskussion:Zürich") == "14:03:20  talk page  Diskussion:Zürich")
    #expect(line(.user, "Maria") == "14:03:20  user page  Maria")
  }

  @Test func anOpenQuestionIsLoading() throws {
    let reading = Sample.reading { $0.detail = nil }
    var loading = reading
    loading.load = .loading
    try expect(draw(Sample.stackOverflow(reading: loading)), looksLike: "question-loading")
  }

  @Test func anOpenQuestionCouldNotBeLoaded() throws {
    let reading = Sample.reading {
      $0.detail = nil
      $0.load = .idle
      $0.trouble = ServiceFailure(.notFound("Question 1"), since: Sample.now)
    }
    try expect(draw(Sample.stackOverflow(reading: reading)), looksLike: "question-error")
  }

  @Test func anOpenQuestionScrolledToItsEnd() throws {
    let canvas = draw(Sample.stackOverflow(reading: Sample.reading()), 60, 24, line: 1_000)
    try expect(canvas, looksLike: "question-end")
  }

  // MARK: Rules

  @Test func anUnfocusedPaneDiffersInMoreThanColour() {
    var focused = Canvas(size: Size(width: 60, height: 12), theme: Theme(colours: .none))
    var unfocused = focused
    let view = RoomsView(state: Sample.rooms())
    view.draw(context(isFocused: true), into: &focused)
    view.draw(context(isFocused: false), into: &unfocused)
    #expect(focused.text == unfocused.text)
    #expect(focused.styles != unfocused.styles)
  }

  @Test func everyPaneIsHarmlessAtEverySize() {
    let reading = Sample.stackOverflow(reading: Sample.reading())
    for width in 0...24 {
      for height in 0...9 {
        #expect(draw(Sample.stackOverflow(), width, height).size == Size(width: width, height: height))
        #expect(draw(reading, width, height).size == Size(width: width, height: height))
        #expect(draw(Sample.wikipedia(), width, height).size == Size(width: width, height: height))
        #expect(draw(Sample.rooms(), width, height).size == Size(width: width, height: height))
      }
    }
  }
}
