import Charting
import Foundation
import Model
import Screen
import Text
import ViewModels

@testable import Panes

/// The states that the pictures show: one afternoon at three minutes past two, UTC.
enum Sample {
  /// 2026-11-21 14:03:20 UTC
  static let now = Date(timeIntervalSince1970: 1_795_269_800)
  static let clock = ClockTime.utc

  /// Before the minute that `now` is in, by whose beginning the screen tells ages.
  static func ago(hours: Double) -> Date { now.startOfMinute.addingTimeInterval(-hours * 3600) }
  static func ago(seconds: Double) -> Date { now.addingTimeInterval(-seconds) }

  // MARK: Stack Overflow

  static let tabs: [SafeText] = ["Top", "Android", "iOS", "Ruby", "Windows Phone"]

  static let questions: [Question] = [
    Question(
      id: 1, title: "Why does Swift concurrency hop threads here?", tags: ["swift", "async-await"], score: 42,
      answerCount: 3, acceptedAnswerID: 11, asker: "maria", creationDate: ago(hours: 2),
      link: URL(string: "https://stackoverflow.com/q/1")),
    Question(
      id: 2, title: "Debouncing without a concurrent queue", tags: ["ios", "swift"], score: 17, answerCount: 1,
      asker: "Łukasz", creationDate: ago(hours: 5)),
    Question(
      id: 3, title: "ConcurrentHashMap and null values", tags: ["java", "collections"], score: 3, answerCount: 2,
      acceptedAnswerID: 31, asker: "山田", creationDate: ago(hours: 9)),
    Question(
      id: 4, title: "Structured concurrency in a Rails controller", tags: ["ruby", "rails"], score: 0, answerCount: 0,
      asker: "nobody", creationDate: ago(hours: 25)),
    Question(
      id: 5, title: "並行処理で画面が固まるのはなぜですか? メインスレッドで重い処理をしていないのに", tags: ["ios", "日本語"], score: -2,
      answerCount: 14, acceptedAnswerID: 51, asker: "José 👨‍👩‍👧 Ñandú", creationDate: ago(hours: 30 * 24)),
    Question(
      id: 6, title: "למה הקוד שלי לא עובד עם concurrency?", tags: ["c++"], score: 27_094, answerCount: 122,
      creationDate: ago(hours: 5 * 365 * 24)),
  ]

  static func list(
    _ change: (inout QuestionListState) -> Void = { _ in }
  ) -> QuestionListState {
    var list = QuestionListState(
      load: .loaded(at: now), loadedAt: now, questions: questions, total: 30, selection: 1)
    change(&list)
    return list
  }

  static func filtered() -> QuestionListState {
    list { list in
      list.questions = VisibleQuestions(Array(questions.prefix(4)))
      list.filter = FilterState(field: TextFieldState("conc"), isEditing: true, words: FilterWords("conc"))
    }
  }

  static func stackOverflow(
    _ list: QuestionListState = list(), reading: ReadingState? = nil, origin: Origin = .live, selectedTab: Int = 0
  ) -> StackOverflowState {
    StackOverflowState(
      tabs: tabs, selectedTab: selectedTab, list: list, reading: reading, provenance: Provenance(origin))
  }

  static let body = RichText(
    blocks: [
      .paragraph([
        .init("I call an async function from a "), .init("Task", style: .code),
        .init(" and expect to stay on the main thread, but a breakpoint shows another one:"),
      ]),
      .code(["Task {", "    await load()", "    print(Thread.current)   // not main", "}"]),
      .paragraph([.init("The "), .init("documentation", link: 0), .init(" says a task inherits its actor.")]),
    ], links: [.init("https://docs.swift.org/swift-book/documentation/the-swift-programming-language/concurrency/")])

  static let answers: [Answer] = [
    Answer(
      id: 11, score: 57, isAccepted: true, author: "Jan Novák", creationDate: ago(hours: 1),
      body: RichText(blocks: [
        .paragraph([.init("Only if the closure is isolated. Yours is not, so:")]),
        .code(["Task { @MainActor in … }"]),
      ])),
    Answer(
      id: 12, score: -1, author: "someone", creationDate: ago(hours: 1.5),
      body: RichText(
        blocks: [
          .quote([.paragraph([.init("expect to stay on the main thread")])]),
          .list(
            ordered: true, start: 1,
            items: [
              [.paragraph([.init("Read "), .init("the proposal", link: 0), .init(" first, it explains what hops.")])],
              [.paragraph([.init("Then look at "), .init("the documentation", link: 1), .init(".")])],
            ]),
          .table(
            rows: [
              [[.init("call")], [.init("thread")]], [[.init("await load()")], [.init("any")]],
              [[.init("@MainActor")], [.init("main")]],
            ], hasHead: true),
        ],
        links: [
          .init("https://github.com/swiftlang/swift-evolution"),
          .init("https://docs.swift.org/swift-book/documentation/the-swift-programming-language/concurrency/"),
        ])),
  ]

  /// Comments on the question and on the first answer.
  static func comments(on posts: [Int]) -> [Comment] {
    let all = [
      Comment(
        id: 1, post: questions[0].id, author: "Ingrid", creationDate: ago(hours: 1.4),
        body: RichText(blocks: [.paragraph([.init("Which version is this? It changed in the last release.")])])),
      Comment(
        id: 2, post: questions[0].id, score: 4, creationDate: ago(hours: 0.5),
        body: RichText(
          blocks: [
            .paragraph([
              .init("@Ingrid The "), .init("release notes", link: 0), .init(" say "), .init("-strict", style: .code),
              .init(" is what decides, and they say so in a sentence that takes more than one line."),
            ])
          ], links: [.init("https://www.swift.org/releases")])),
      Comment(
        id: 3, post: answers[0].id, score: 12, author: "半月", creationDate: ago(hours: 0.1),
        body: RichText(blocks: [.paragraph([.init("This should be the accepted answer.")])])),
    ]
    return all.filter { posts.contains($0.post) }
  }

  /// The comments of ``reading(_:)`` as they are known; the second answer has none.
  static let commentsContent = CommentsContent(
    ofQuestion: .init(known: known(on: [questions[0].id])), ofAnswers: .init(known: known(on: answers.map(\.id))))

  private static func known(on posts: [Int]) -> KnownComments {
    KnownComments(comments(on: posts), on: posts, fetched: now)
  }

  static func reading(_ change: (inout ReadingState) -> Void = { _ in }) -> ReadingState {
    var question = questions[0]
    question.body = body
    var reading = ReadingState(
      question: questions[0], detail: QuestionDetail(question: question, answers: answers), load: .loaded(at: now))
    change(&reading)
    return reading
  }

  // MARK: Wikipedia

  static func rateChart() -> Chart {
    let end = now.timeIntervalSince1970
    var series = Series()
    for index in 0..<48 {
      let time = end - 240 + Double(index) * 5
      let isGap = (20..<23).contains(index)
      let wave = 2 + 1.4 * sin(Double(index) / 5) + 0.4 * sin(Double(index) * 1.7)
      series.insert(.init(time: time, value: isGap ? nil : max(0, wave)))
    }
    return Chart(
      series: series, viewport: Viewport(time: (end - 240)...end, value: 0...4), annotations: [end - 170, end - 62])
  }

  /// Edits counted each 5 s, as random as edits are, more of them by day, and a sign-up each minute or so.
  static func dayOfRates() -> Chart {
    let end = now.timeIntervalSince1970
    var random: UInt64 = 88_172_645_463_325_252
    func chance() -> Double {
      random ^= random << 13
      random ^= random >> 7
      random ^= random << 17
      return Double(random >> 11) * 0x1p-53
    }
    var series = Series()
    var signUps: [Double] = []
    for index in 0..<17_280 {
      let time = end - 86_400 + Double(index) * 5
      let mean = 5 * (1.9 - 0.8 * cos(Double(index) / 17_280 * 2 * .pi))
      // Knuth's way to a number with a Poisson distribution: as many factors as it takes.
      var edits = -1
      var product = 1.0
      while product > exp(-mean) {
        product *= chance()
        edits += 1
      }
      series.insert(.init(time: time, value: Double(edits) / 5))
      if chance() < 0.07 { signUps.append(time + 2) }
    }
    return Chart(
      series: series, viewport: Viewport(time: (end - 86_400)...end, value: 0...6), annotations: signUps)
  }

  static let events: [RecentEvent] = [
    RecentEvent(
      id: 9,
      event: WikiEvent(
        kind: .unspecified, title: "Manhattan Film Academy", time: now, lengthChange: 214,
        address: "https://en.wikipedia.org/wiki/Manhattan_Film_Academy"), time: now),
    RecentEvent(
      id: 8,
      event: WikiEvent(kind: .unspecified, title: "Łódź Fabryczna railway station", time: now, lengthChange: -31),
      time: ago(seconds: 1)),
    RecentEvent(id: 7, event: WikiEvent(kind: .newuser, title: "", time: now), time: ago(seconds: 3)),
    RecentEvent(
      id: 6, event: WikiEvent(kind: .unspecified, title: "東京都", time: now, lengthChange: 8), time: ago(seconds: 4)),
    RecentEvent(
      id: 5, event: WikiEvent(kind: .talk, title: "Talk:Zürich", time: now, lengthChange: 0), time: ago(seconds: 7)),
    RecentEvent(id: 4, event: WikiEvent(kind: .special, title: "", time: now), time: ago(seconds: 8)),
  ]

  static func wikipedia(_ change: (inout WikipediaState) -> Void = { _ in }) -> WikipediaState {
    var state = WikipediaState(
      connection: .connected(source: "enwiki"), rate: 2.4, latestEdit: "Manhattan Film Academy", chart: rateChart(),
      recent: events)
    change(&state)
    if !state.filter.isShown { state.total = state.recent.count }
    return state
  }

  // MARK: ConAir

  static func temperatureChart() -> Chart {
    let end = now.timeIntervalSince1970
    var series = Series()
    for index in 0...720 {
      let time = end - 86_400 + Double(index) * 120
      series.insert(.init(time: time, value: 21 + 1.6 * sin(Double(index) / 115 - 0.5)))
    }
    return Chart(series: series, viewport: Viewport(time: (end - 86_400)...end, value: 19...23))
  }

  static func conAir(_ change: (inout ConAirState) -> Void = { _ in }) -> ConAirState {
    var state = ConAirState(
      latest: Temperature(time: ago(seconds: 80), celsius: 21.3), change: 0.4, chart: temperatureChart(),
      load: .loaded(at: now))
    change(&state)
    return state
  }
}

/// What a focused pane is drawn in, or another one.
func context(isFocused: Bool = true) -> PaneContext {
  PaneContext(isFocused: isFocused, now: Sample.now, clock: Sample.clock)
}

/// A pane drawn by itself.
///
/// - Parameter line: the line of an open question that is to be the first visible one.
func draw(
  _ state: StackOverflowState, _ width: Int = 60, _ height: Int = 12, line: Int = 0, screenWidth: Int = 160
) -> Canvas {
  var canvas = Canvas(size: Size(width: width, height: height))
  let textPane = StackOverflowPlaces(canvas.size, screenWidth: screenWidth).textPane
  var text = OpenText(state, window: OpenText.Window(size: textPane, theme: canvas.theme))
  text.take(.move(.lines(line)))
  var view = StackOverflowView(
    state: state, scroll: ListScroll(), document: text.document, place: text.place, column: text.column,
    screenWidth: screenWidth)
  view.settle(size: canvas.size)
  view.draw(context(), into: &canvas)
  return canvas
}

func draw(_ state: WikipediaState, _ width: Int = 60, _ height: Int = 12) -> Canvas {
  var canvas = Canvas(size: Size(width: width, height: height))
  var view = WikipediaView(state: state, scroll: ListScroll())
  view.settle(size: canvas.size)
  view.draw(context(), into: &canvas)
  return canvas
}

func draw(_ state: ConAirState, _ width: Int = 60, _ height: Int = 12) -> Canvas {
  var canvas = Canvas(size: Size(width: width, height: height))
  ConAirView(state: state).draw(context(), into: &canvas)
  return canvas
}

extension Provenance {
  /// The public server, or the demonstration.
  init(_ origin: Origin) { self = origin == .demo ? .demonstration : .server(.standard) }
}
