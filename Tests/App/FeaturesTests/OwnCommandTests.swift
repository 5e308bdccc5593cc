import Foundation
import ModelTesting
import Rooms
import Testing
import Text

@testable import Edits
@testable import Model
@testable import Questions

/// What a program gets of a subject, however hostile that is.
@Suite struct OwnCommandTests {
  private func words(_ words: [String]) throws -> [ProgramWord] { try words.map { try ProgramWord($0) } }

  private func call(
    _ words: [String], title: SafeText = "A title", input: ProgramValue? = nil
  ) throws -> ProgramCall {
    let question = Question(
      id: 7, title: title, tags: ["swift", "async-await"], link: URL(string: "https://a.example/q/7"))
    return try OwnCommand("save it", for: [.questions], words: self.words(words), input: input)
      .call(for: ProgramSubject(question))
  }

  private func refusal(_ words: [String], title: SafeText = "A title", input: ProgramValue? = nil) -> String? {
    #expect(throws: ProgramRefusal.self) { try call(words, title: title, input: input) }?.sentence.string
  }

  @Test func aValueIsPartOfOneWord() throws {
    #expect(
      try call(["save", "--", "{url}", "title={title}", "{id}/{site}", "{tags}"], title: "one; two $(three) 'x' \"y\"")
        .words == [
          "save", "--", "https://a.example/q/7", "title=one; two $(three) 'x' \"y\"", "7/stackoverflow",
          "swift async-await",
        ])
  }

  @Test func aValueIsNotReadForPlaceholdersAgain() throws {
    #expect(try call(["save", "x{title}"], title: "{url} {{").words == ["save", "x{url} {{"])
  }

  /// A program compares bytes: a combining mark, a variation selector or a joiner after the dash makes it no other sign. What
  /// `SafeText` removes before the dash makes it the first.
  @Test(arguments: [
    "--output=/etc/x", "-rf", "-", "+:!sh", "+\u{301}!touch x", "-\u{FE0F}x", "-\u{200D}x", "-\u{20DD}", "+\u{E0100}x",
    "\u{FEFF}-x", "\u{200B}\u{202E}+x",
  ])
  func aValueCannotBecomeAnOption(title: String) throws {
    let title = SafeText(oneLine: title)
    let sentence = refusal(["save", "{title}"], title: title) ?? ""
    #expect(
      sentence.unicodeScalars.starts(with: "save it is not run: “\(title)” would be an option".unicodeScalars),
      "\(sentence)")
    #expect(refusal(["save", "{tags}", "{title}", "--"], title: title) != nil)
    #expect(try call(["save", "--", "{title}"], title: title).words == ["save", "--", title.string])
    #expect(try call(["save", "t={title}"], title: title).words == ["save", "t=\(title)"])
    // What the person has written is an option because the person says so.
    #expect(try call(["save", "--title={title}"], title: title).words == ["save", "--title=\(title)"])
  }

  @Test func anEmptyValueDoesNotMakeAnOptionOfTheRest() {
    #expect(refusal(["save", "{title}-x"], title: "") != nil)
  }

  @Test func lineBreaksStayInTheirWordAndControlCharactersAreGone() throws {
    // Titles are one line when they are decoded.
    let title = SafeText(title: "a\n--output=x\u{0}\u{1B}[31m")
    #expect(try call(["save", "--", "{title}"], title: title).words == ["save", "--", "a --output=x��[31m"])
    let code: SafeText = "first\n--second"
    let command = OwnCommand("run it", for: [.questions], words: try words(["save", "{code}"]))
    #expect(try command.call(for: ProgramSubject(.questions, [.code: code])).words == ["save", "first\n--second"])
  }

  @Test func whatIsNotKnownIsSaid() {
    #expect(refusal(["save", "{user}"]) == "save it is not run: user is not known")
    #expect(refusal(["save", "{code}"]) == "save it is not run: there is no code; open the question first")
    #expect(refusal(["save"], input: .body) == "save it is not run: the text is not loaded; open it first")
  }

  @Test(arguments: [
    ("{{url}", "{url}"), ("{", "{"), ("{}", "{}"), ("{ print $1 }", "{ print $1 }"), ("a{1}", "a{1}"), ("}", "}"),
    ("{{{id}}", "{7}"), ("", ""), ("{id}\u{301}", "7\u{301}"),
  ])
  func otherBracesStandForThemselves(word: String, text: String) throws {
    #expect(try call(["save", word]).words == ["save", text])
  }

  @Test(arguments: ["{urll}", "x{body}", "{a}{url}"])
  func anUnknownPlaceholderIsAMistake(word: String) {
    #expect(throws: ProgramWord.UnknownPlaceholder.self) { try ProgramWord(word) }
  }

  @Test func wordsThatAValueMayMakeAnOptionAreFoundBeforehand() throws {
    let command = OwnCommand("x", for: [.questions], words: try words(["a", "{id}", "t={title}", "--", "{title}"]))
    #expect(command.openWords.map(\.text) == ["{id}"])
  }

  @Test func theBodyIsTheTextWithItsAnswers() throws {
    let code = RichText(blocks: [
      .paragraph([.init("Look:")]), .list(ordered: false, start: 1, items: [[.code(["let a = 1", "  let b"])]]),
    ])
    var question = Question(id: 1, title: "T")
    question.body = code
    let detail = QuestionDetail(
      question: question, answers: [Answer(id: 2, body: RichText(blocks: [.quote([.paragraph([.init("yes")])])]))])
    let subject = ProgramSubject(Question(id: 1, title: "T"), detail: detail)
    #expect(subject.values[.code] == "let a = 1\n  let b")
    #expect(subject.values[.body]?.string == "T\n\nLook:\n\n- let a = 1\n    let b\n\n> yes\n")
  }

  @Test func anEditAndARoomHaveTheirValues() {
    let event = WikiEvent(
      kind: .unspecified, title: "Zürich", time: nil, wiki: "dewiki", lengthChange: -31,
      edit: WikiEdit(revision: WikiRevision(wiki: "dewiki", old: 1, new: 2), user: "Maria"))
    let diff = EditDiff(hunks: [
      .init(
        section: "Lage",
        lines: [
          .init(.context, old: 1, new: 1, [.init("a")]),
          .init(.changed, old: 2, new: 2, [.init("b "), .init("c", .removed), .init("d", .added)]),
        ])
    ])
    let values = ProgramSubject(event, link: URL(string: "https://de.example/"), diff: diff).values
    #expect(values[.page] == "Zürich" && values[.id] == "2" && values[.site] == "dewiki" && values[.user] == "Maria")
    #expect(values[.value] == "-31" && values[.url] == "https://de.example/")
    #expect(values[.body]?.string == "@@ Lage\n  a\n- b c\n+ b d\n")
    #expect(
      ProgramSubject(room: "Attic", latest: 21, unit: .fahrenheit).values
        == [.room: "Attic", .title: "Attic", .value: "69.8"])
    #expect(ProgramSubject(room: "Attic", latest: nil, unit: .celsius).values[.value] == nil)
  }
}
