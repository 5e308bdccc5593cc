import Charting
import Foundation
import Model
import Screen
import Simulation
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions
@testable import Rooms

/// The states that the pictures show.
extension Sample {
  // MARK: Stack Overflow

  static let tabs: [SafeText] = ["Top", "Android", "iOS", "Ruby", "Windows Phone"]

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
      list.questions = VisibleRows(Array(questions.prefix(4)))
      list.filter = FilterState(field: TextFieldState("conc"), isEditing: true, words: FilterWords("conc"))
    }
  }

  static func stackOverflow(
    _ list: QuestionListState = list(), reading: ReadingState? = nil, origin: Origin = .live, selectedTab: Int = 0
  ) -> StackOverflowState {
    StackOverflowState(
      tabs: tabs, selectedTab: selectedTab, list: list, reading: reading, provenance: Provenance(origin))
  }

  /// The comments of ``reading(_:)`` as they are known; the second answer has none.
  static let commentsContent = LoadedComments(
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
      connection: .connected(source: .english), rate: 2.4, latestEdit: "Manhattan Film Academy", chart: rateChart(),
      recent: VisibleRows(events))
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

  static func rooms(_ change: (inout RoomsState) -> Void = { _ in }) -> RoomsState {
    var state = RoomsState(
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
  var text = QuestionScroll(
    state, window: TextWindow(size: canvas.size, theme: canvas.theme), screenWidth: screenWidth)
  text.reduce(.scroll(.move(.lines(line))))
  var view = StackOverflowView(
    state: state, scroll: ListScroll(), document: text.document, place: text.place, column: text.column,
    screenWidth: screenWidth)
  view.adapt(size: canvas.size)
  view.draw(context(), into: &canvas)
  return canvas
}

func draw(_ state: WikipediaState, _ width: Int = 60, _ height: Int = 12) -> Canvas {
  var canvas = Canvas(size: Size(width: width, height: height))
  var view = WikipediaView(state: state, scroll: ListScroll(), ticker: state.latestEdit)
  view.adapt(size: canvas.size)
  view.draw(context(), into: &canvas)
  return canvas
}

func draw(_ state: RoomsState, _ width: Int = 60, _ height: Int = 12) -> Canvas {
  var canvas = Canvas(size: Size(width: width, height: height))
  RoomsView(state: state).draw(context(), into: &canvas)
  return canvas
}
