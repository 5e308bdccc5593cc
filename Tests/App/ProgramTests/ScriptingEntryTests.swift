import Assembly
import Edits
import Foundation
import Model
import PaneKit
import Questions
import Rooms
import RoomsEdge
import Screen
import Signals
import Testing
import Text

@testable import reactui

/// The lines of the commands for scripts, byte for byte.
@Suite struct ScriptingEntryTests {
  private static let noon = Date(timeIntervalSince1970: 1_795_348_800)

  private func lines(_ entry: any ScriptEntry, on page: TextPage) -> [String] { entry.lines(on: page).map(page.text) }

  private var question: ListedQuestion {
    let question = Question(
      id: 79_876_543, title: SafeText(oneLine: "Why \"does\" it\u{1B}[31m hop 海?"), tags: ["swift", "async-await"],
      score: -42, answerCount: 3, acceptedAnswerID: 7, asker: "maria",
      creationDate: Self.noon.addingTimeInterval(-7_200), link: URL(string: "https://stackoverflow.com/q/79876543"))
    return ListedQuestion(question: question, fetched: Self.noon)
  }

  @Test func aQuestionIsALine() {
    let start = "79876543    −42  ✓   3     2 h  Why \"does\" it�[31m hop 海?"
    #expect(lines(question, on: TextPage(width: nil)) == [start + "  swift · async-await  maria"])
    var named = question
    named.namesSite = true
    named.question.site = "unix"
    #expect(lines(named, on: TextPage(width: nil))[0].hasPrefix("79876543    −42  ✓   3     2 h  unix  Why"))
    #expect(lines(question, on: TextPage(width: 61)) == [start + "…"])
    // A wide character is not cut in two.
    #expect(lines(question, on: TextPage(width: 57)) == [String(start.dropLast(3)) + "…"])
  }

  @Test func numbersNeverRunTogether() {
    let question = Question(
      id: 9_999_999_999, title: "T", score: -2_147_483_650, answerCount: 12_345,
      creationDate: Self.noon.addingTimeInterval(-7_200))
    let wide = ListedQuestion(question: question, fetched: Self.noon)
    #expect(lines(wide, on: TextPage(width: nil)) == ["9999999999 −2147483650    12345     2 h  T"])
    let largest = Question(id: .max, title: "T", score: .min, acceptedAnswerID: 1)
    let line = lines(ListedQuestion(question: largest, fetched: Self.noon), on: TextPage(width: nil))
    #expect(line == ["9223372036854775807 −9223372036854775808  ✓   ?          T"])
    let edit = ReportedEdit(
      WikiEvent(kind: .unspecified, title: "T", time: Self.noon, lengthChange: -2_147_483_650), wiki: nil, at: Self.noon
    )
    #expect(lines(edit, on: TextPage(width: nil)) == ["12:00:00 −2147483650  T"])
  }

  @Test func whatIsNotKnownIsNoZero() {
    let unknown = ListedQuestion(question: Question(id: 7, title: "T"), fetched: Self.noon)
    #expect(lines(unknown, on: TextPage(width: nil)) == ["       7      ?      ?          T"])
    #expect(unknown.json.text.contains(#""score":null,"answerCount":null,"#))
    var detail = QuestionDetail(question: Question(id: 7, title: "T"), answers: [])
    func answers() -> Substring? {
      ReadQuestion(detail: detail, fetched: Self.noon).json.text.split(separator: #""answers":"#).last
    }
    #expect(answers() == #"[],"origin":"live"}"#)
    detail.hasAllAnswers = false
    #expect(answers() == #"null,"origin":"live"}"#)
    detail.answers = [Answer(id: 8)]
    #expect(answers()?.hasPrefix(#"[{"id":8,"score":null,"#) == true)
  }

  @Test func aQuestionIsAnObject() {
    #expect(
      question.json.text == #"""
        {"id":79876543,"site":"stackoverflow","title":"Why \"does\" it�[31m hop 海?","tags":["swift","async-await"],"score":-42,"answerCount":3,"acceptedAnswer":7,"asker":"maria","created":"2026-11-22T10:00:00Z","closed":null,"link":"https://stackoverflow.com/q/79876543","fetched":"2026-11-22T12:00:00Z","origin":"live"}
        """#)
  }

  @Test func anEditIsALineAndAnObject() {
    let edit = ReportedEdit(
      WikiEvent(kind: .unspecified, title: "Manhattan Film Academy", time: Self.noon, lengthChange: 214),
      wiki: "enwiki", at: .distantFuture)
    #expect(lines(edit, on: TextPage(width: nil)) == ["12:00:00     +214  Manhattan Film Academy"])
    #expect(
      edit.json.text == #"""
        {"time":"2026-11-22T12:00:00Z","wiki":"enwiki","kind":"edit","title":"Manhattan Film Academy","change":214,"link":null,"user":null,"comment":null,"bot":null,"minor":null,"revision":null,"risk":null,"reverted":null,"newcomer":null,"origin":"live"}
        """#)
    let signUp = ReportedEdit(WikiEvent(kind: .newuser, title: "", time: nil), wiki: nil, at: Self.noon)
    #expect(lines(signUp, on: TextPage(width: nil)) == ["12:00:00           new user"])
  }

  @Test func aTemperatureIsShownInTheUnitOfTheSettings() {
    let room = Room(
      id: Room.ID(source: RoomSourceEntry.ID(), key: .only), name: "Office", kind: .thisMachine,
      limits: RoomSettings.Limits())
    let reading = Reading(RoomReading(time: Self.noon, lowest: -22, mean: -21.53, highest: -20.5), room: room)
    #expect(lines(reading, on: TextPage(width: nil)) == ["2026-11-22 12:00:00   −21.5 °C  Office"])
    #expect(lines(reading, on: TextPage(width: nil, unit: .fahrenheit)) == ["2026-11-22 12:00:00    −6.8 °F  Office"])
    #expect(
      reading.json.text == #"""
        {"time":"2026-11-22T12:00:00Z","room":"Office","celsius":-21.53,"source":"this-machine","unit":"celsius",\#
        "min":-22.0,"max":-20.5,"event":null}
        """#)
  }

  @Test(arguments: [
    (31.810000000000002, "31.81"), (21.3, "21.3"), (-0.0, "0.0"), (-1e-12, "0.0"), (25.999999999999996, "26.0"),
    (9.777777777777779, "9.777777778"), (21.0625, "21.0625"), (-273.15, "-273.15"), (.nan, "null"),
  ])
  func aTemperatureIsAsShortAsItsSourceWroteIt(celsius: Double, text: String) {
    #expect(JSONText.celsius(celsius).text == text)
    #expect(!JSONText.number(-0.0).text.contains("-"))
  }

  @Test func anAlarmIsALineAndAnObject() {
    let room = Room(
      id: Room.ID(source: RoomSourceEntry.ID(), key: .only), name: "Office", kind: .conAir,
      limits: RoomSettings.Limits(above: 26))
    var event = RoomEvent(
      room: "a", name: "Office", limit: RoomLimit(.above, 26), since: Self.noon, extreme: 26.4)
    func reported(_ kind: AlarmTransition.Kind, _ minutes: Double, _ celsius: Double) -> ReportedAlarm {
      let reading = RoomReading(Temperature(time: Self.noon + minutes * 60, celsius: celsius))
      return ReportedAlarm(news: AlarmTransition(kind, event, of: room, with: reading, isReplayed: false))
    }
    #expect(
      lines(reported(.began, 0, 26.4), on: TextPage(width: nil))
        == ["2026-11-22 12:00:00    26.4 °C  Office  above 26.0 °C"])
    #expect(
      lines(reported(.began, 10, 26.4), on: TextPage(width: nil))
        == ["2026-11-22 12:10:00    26.4 °C  Office  above 26.0 °C since 2026-11-22 12:00:00"])
    (event.until, event.extreme) = (Self.noon + 1_800, 28.1)
    #expect(
      lines(reported(.ended, 30, 25.6), on: TextPage(width: nil)) == [
        "2026-11-22 12:30:00    25.6 °C  Office  no longer above 26.0 °C: highest 28.1 °C since 2026-11-22 12:00:00"
      ])
    #expect(
      reported(.ended, 30, 25.6).json.text == #"""
        {"time":"2026-11-22T12:30:00Z","room":"Office","celsius":25.6,"source":"conair","unit":"celsius","min":25.6,\#
        "max":25.6,"event":{"kind":"above","limit":26.0,"since":"2026-11-22T12:00:00Z","sinceKnown":true,\#
        "until":"2026-11-22T12:30:00Z",\#
        "extreme":28.1}}
        """#)
  }

  @Test func aBeginningThatIsNotKnownIsToldSo() {
    let room = Room(
      id: Room.ID(source: RoomSourceEntry.ID(), key: .only), name: "Office", kind: .conAir,
      limits: RoomSettings.Limits(above: 26))
    let event = RoomEvent(
      room: "a", name: "Office", limit: RoomLimit(.above, 26), since: Self.noon, isSinceKnown: false, extreme: 26.4)
    let reading = RoomReading(Temperature(time: Self.noon, celsius: 26.4))
    let began = ReportedAlarm(news: AlarmTransition(.began, event, of: room, with: reading, isReplayed: false))
    #expect(
      lines(began, on: TextPage(width: nil))
        == ["2026-11-22 12:00:00    26.4 °C  Office  above 26.0 °C since before 2026-11-22 12:00:00"])
    #expect(began.json.text.contains(#""since":"2026-11-22T12:00:00Z","sinceKnown":false"#))
    #expect(AlarmPrograms.variables(of: began.news)["ALARM_SINCE_KNOWN"] == "no")
  }

  @Test func aRoomThatIsSilentAndRoomsThatAreLeftOutAreTold() {
    let entry = RoomSourceEntry(
      id: RoomSourceEntry.ID(), name: "House", kind: .prometheus, source: NoRoom())
    let part = RoomPart.configured(RoomSettings(source: .sensors))
    let last = RoomReading(Temperature(time: Self.noon - 2_700, celsius: 20))
    let rooms = [RoomReadings(key: RoomKey("a"), name: "a", readings: [last])]
    let listed = ListedRoom.rooms(of: entry, part, RoomAnswer(rooms: rooms, total: 40), at: Self.noon)
    let text = listed.flatMap { lines($0, on: TextPage(width: nil)) }
    #expect(text.count == 2 && text[0].contains("silent since 2026-11-22 11:15:00: no reading"), "\(text)")
    #expect(text[1] == "House: 1 of 40 rooms are listed")
    let json = listed[0].json.text
    #expect(json.contains(#""silence":"no reading","silentSince":"2026-11-22T11:15:00Z","leftOut":39"#), "\(json)")
  }

  @Test func colourIsForTerminalsWhoseOwnersWantIt() {
    func colours(_ isTerminal: Bool, _ environment: [String: String]) -> Theme.Colours {
      TextPage(Settings(), isTerminal: isTerminal, environment: environment).theme.colours
    }
    #expect(colours(true, ["TERM": "xterm"]) == .sixteen)
    #expect(colours(true, ["TERM": "xterm", "NO_COLOR": ""]) == .sixteen)
    #expect(colours(true, ["TERM": "xterm", "NO_COLOR": "1"]) == .none)
    #expect(colours(true, ["TERM": "dumb"]) == .none)
    #expect(colours(false, ["TERM": "xterm"]) == .none)
    let line = lines(question, on: TextPage(width: 200, theme: Theme(colours: .sixteen))).joined()
    #expect(line.contains("\u{1B}[0;1mWhy") || line.contains("\u{1B}[0;1m  Why"), "\(line)")
    #expect(line.hasSuffix("\u{1B}[0m"))
  }

  @Test func whatWasPrintedIsNotPrintedAgain() {
    var seen = SeenQuestions()
    func questions(_ ids: Range<Int>) -> [Question] { ids.map { Question(id: $0, title: "") } }
    #expect(seen.take(questions(1..<4)).map(\.id) == [1, 2, 3])
    #expect(seen.take(questions(2..<6)).map(\.id) == [4, 5])
    // What is older than ten thousand questions is forgotten, and nothing else.
    _ = seen.take(questions(10..<10 + SeenQuestions.limit - 1))
    #expect(seen.take(questions(1..<6)).map(\.id) == [1, 2, 3, 4])
    #expect(seen.take([Question(id: 4, site: "unix", title: "")]).count == 1, "another site has numbers of its own")
  }

  @Test func aTextIsMarkdown() {
    let text = RichText(
      blocks: [
        .paragraph([
          RichText.Run("See "), RichText.Run("the ", link: 0), RichText.Run("docs", style: .bold, link: 0),
          RichText.Run(": "), RichText.Run("f()", style: .code),
        ]),
        .code(["let a = 1", "```"]), .quote([.paragraph([RichText.Run("so")])]),
        .list(
          ordered: true, start: 2,
          items: [[.paragraph([RichText.Run("two")])], [.paragraph([RichText.Run("three")]), .code(["x"])]]),
        .table(rows: [[[RichText.Run("a")], [RichText.Run("b")]], [[RichText.Run("1")], []]], hasHead: true),
      ], links: [RichText.Link("https://swift.org")])
    #expect(
      text.markdown == """
        See [the **docs**](https://swift.org): `f()`

        ````
        let a = 1
        ```
        ````

        > so

        2. two
        3. three
           ```
           x
           ```

        | a | b |
        | --- | --- |
        | 1 |  |
        """)
  }
}

/// A source that is not asked.
private struct NoRoom: RoomSource {
  var origin: Origin { .live }

  func readings(over window: ClosedRange<Date>, step: TimeInterval) -> SignalProducer<RoomAnswer, ServiceError> {
    .empty
  }
}
