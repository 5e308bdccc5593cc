import Foundation
import Model

/// An open question as a state machine: its body and answers arriving, and the place in the text.
struct Reading: Sendable {
  /// A question to be asked for.
  struct Request: Sendable, Hashable {
    var number: Int
    var id: Question.ID
  }

  private(set) var state: ReadingState
  /// The latest request, while it is to be on its way.
  private(set) var pending: Request?
  /// The list is loaded first; then this question is asked for, if it is still there.
  private(set) var isWaitingForList = false
  /// What was asked for before the text was laid out.
  private var awaited: [Move] = []

  /// - Parameter detail: what is held from an earlier visit, shown at once.
  init(_ question: Question, detail: HeldDetail? = nil) {
    state = ReadingState(question: question, detail: detail?.detail, load: detail.map { .loaded(at: $0.at) } ?? .idle)
  }

  /// The question's page, by the newest that is known of it.
  var link: URL? { state.detail?.question.link ?? state.question.link }

  mutating func ask(number: Int) {
    showLoading()
    isWaitingForList = false
    pending = Request(number: number, id: state.question.id)
  }

  private mutating func showLoading() { state.load = state.detail == nil ? .loading : .reloading }

  mutating func receive(_ detail: QuestionDetail, for request: Request, at now: Date) {
    guard pending == request else { return }
    pending = nil
    state.detail = detail
    state.load = .loaded(at: now)
    state.trouble = nil
  }

  mutating func fail(_ error: ServiceError, for request: Request, at now: Date) {
    guard pending == request else { return }
    end(request)
    state.trouble = Trouble(error, since: state.trouble?.since ?? now)
  }

  /// The request ended without an answer.
  mutating func end(_ request: Request) {
    guard pending == request else { return }
    pending = nil
    state.load = .idle
  }

  // MARK: Waiting for the list

  mutating func waitForList() {
    showLoading()
    isWaitingForList = true
    pending = nil
  }

  mutating func failWithList(_ error: ServiceError, at now: Date) {
    guard isWaitingForList else { return }
    endWithList()
    state.trouble = Trouble(error, since: state.trouble?.since ?? now)
  }

  mutating func endWithList() {
    guard isWaitingForList else { return }
    isWaitingForList = false
    state.load = .idle
  }

  // MARK: Place in the text
  //
  // Keys may come faster than frames: then the layout still is that of another question, and says nothing of this one.
  // What is asked for meanwhile is done as soon as the text is laid out.

  private enum Move {
    case motion(Motion)
    case nextAnswer
  }

  /// More than anybody types within a frame; for a terminal in which nothing is laid out.
  private static let awaitedLimit = 256

  mutating func move(_ motion: Motion, in layout: ReadingLayout) {
    perform(.motion(motion), in: layout)
  }

  /// Goes to where the next answer starts; stays where none is below.
  mutating func moveToNextAnswer(in layout: ReadingLayout) {
    perform(.nextAnswer, in: layout)
  }

  /// Keeps the last line at the foot of the screen at most, after the text or the screen changed.
  mutating func keepScroll(in layout: ReadingLayout) {
    guard layout.question == state.question.id else { return }
    scroll(to: state.scroll, in: layout)
    let moves = awaited
    awaited = []
    for move in moves { perform(move, in: layout) }
  }

  private mutating func perform(_ move: Move, in layout: ReadingLayout) {
    guard layout.question == state.question.id else {
      if awaited.count < Self.awaitedLimit { awaited.append(move) }
      return
    }
    let page = max(1, layout.visibleLines - 1)
    switch move {
    case .motion(.lines(let count)): scroll(to: state.scroll.clampedSum(count), in: layout)
    case .motion(.pages(let count)): scroll(to: state.scroll.clampedSum(count * page), in: layout)
    case .motion(.start): scroll(to: 0, in: layout)
    case .motion(.end): scroll(to: .max, in: layout)
    case .nextAnswer:
      if let line = layout.answerLines.first(where: { $0 > state.scroll }) { scroll(to: line, in: layout) }
    }
  }

  private mutating func scroll(to line: Int, in layout: ReadingLayout) {
    state.scroll = min(max(0, line), max(0, layout.lines - layout.visibleLines))
  }
}

/// A question with its answers as it was loaded, kept for a while, so that opening it again does not ask again.
struct HeldDetail: Sendable {
  var detail: QuestionDetail
  var at: Date

  /// Within the minute in which the same request is not repeated by itself.
  func isFresh(at now: Date) -> Bool {
    AutomaticRequests<Question.ID>.isRecent(at, at: now)
  }
}
