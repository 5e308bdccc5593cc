import Foundation
import Model
import Text

/// What a tab shows: its list, and the question that is open above it.
struct QuestionTabState: Sendable, Equatable {
  var list: QuestionListState
  @Apart var reading: ReadingState?
  var origin: Origin
}

/// A tab as a state machine: commands go to the open question while there is one, else to the list.
struct QuestionTabModel: Sendable {
  /// What the pane knows about the screen.
  struct Screen: Sendable {
    var visibleRows: Int
    var reading: ReadingLayout
  }

  private(set) var list: QuestionList
  @Apart private(set) var reading: Reading?
  /// Where what is shown comes from.
  private var origin: Origin
  /// The tab is the one on the screen.
  private(set) var isShown = false

  /// The questions read last, the latest one at the end.
  private var held: [HeldDetail] = []
  private var detailRequestCount = 0
  private static let heldLimit = 16

  init(tab: QuestionTab, origin: Origin = .live) {
    list = QuestionList(tab: tab)
    self.origin = origin
  }

  var state: QuestionTabState { QuestionTabState(list: list.state, reading: reading?.state, origin: origin) }

  /// What is to be done for the model; most keys change nothing of it.
  struct Agenda: Sendable, Equatable {
    /// The list's request that is to be on its way.
    var request: QuestionList.Request?
    /// The open question's request that is to be on its way.
    var detailRequest: Reading.Request?
    /// By what the list is to be filtered before long.
    var filterText: SafeText
    /// When a failed load is to be tried again; only a tab that is seen does so.
    var retryDate: Date?
  }

  var agenda: Agenda {
    Agenda(
      request: list.pending, detailRequest: reading?.pending, filterText: list.field.text,
      retryDate: isShown ? list.retryDate : nil)
  }

  var context: InputContext {
    if reading != nil { return .question }
    return list.isEditing ? .filter : .questionList
  }

  /// The page of the question that is open or selected.
  var link: URL? {
    if let reading { return reading.link }
    return list.selected?.link
  }
}

// MARK: - Input

extension QuestionTabModel {
  mutating func show(at now: Date) {
    isShown = true
    list.show(at: now)
  }

  mutating func hide() {
    isShown = false
    list.acceptFilter()
  }

  mutating func retry(awaited date: Date, at now: Date) {
    if isShown { list.retry(awaited: date, at: now) }
  }

  mutating func settleFilter() { list.settleFilter() }

  mutating func keepScroll(in layout: ReadingLayout) { reading?.keepScroll(in: layout) }

  /// Commands that mean nothing here change nothing.
  mutating func perform(_ command: Command, on screen: Screen, at now: Date) {
    if reading != nil { return performReading(command, on: screen, at: now) }
    switch command {
    case .refresh: list.refresh(at: now)
    case .move(let motion): list.move(motion, visibleRows: screen.visibleRows, at: now)
    case .selectQuestion(let id): list.select(id)
    case .open: open(at: now)
    case .editFilter: list.editFilter()
    case .edit(let edit): list.edit(edit)
    case .acceptFilter: list.acceptFilter()
    // "Back" is Esc: in the list it clears a filter that is in force.
    case .clearFilter, .back: list.clearFilter()
    default: break
    }
  }

  private mutating func performReading(_ command: Command, on screen: Screen, at now: Date) {
    switch command {
    // The live service does not know the demonstration's questions: whether it can be reached, the list finds out.
    case .refresh where origin == .demo:
      list.refresh(at: now)
      reading?.waitForList()
    case .refresh: askForDetail()
    case .move(let motion): reading?.move(motion, in: screen.reading)
    case .nextAnswer: reading?.moveToNextAnswer(in: screen.reading)
    case .back: reading = nil
    default: break
    }
  }

  /// Opens the selected question. By its id: what stands at its row a moment later does not matter.
  private mutating func open(at now: Date) {
    list.settleFilter()
    guard let question = list.selected else { return }
    list.acceptFilter()
    list.select(question.id)
    let known = held.last { $0.detail.question.id == question.id }
    reading = Reading(question, detail: known)
    if known?.isFresh(at: now) != true { askForDetail() }
  }

  private mutating func askForDetail() {
    detailRequestCount += 1
    let number = detailRequestCount
    reading?.ask(number: number)
  }
}

// MARK: - Origin

extension QuestionTabModel {
  /// What comes from now on comes from elsewhere; what is held does not, and a question's number means another one there.
  mutating func change(to origin: Origin, at now: Date) {
    guard origin != self.origin else { return }
    self.origin = origin
    list = list.emptied()
    reading = nil
    held = []
    if isShown { list.show(at: now) }
  }

  /// Gives up the list's request: its answer would come from where the next ones may not.
  mutating func cancel() { list.cancel() }
}

// MARK: - Answers

extension QuestionTabModel {
  mutating func receive(_ outcome: Outcome<QuestionPage>, for request: QuestionList.Request, at now: Date) {
    guard request == list.pending else { return }
    switch outcome {
    case .value(let page):
      list.receive(page, for: request, at: now)
      if reading?.isWaitingForList == true { askForDetail() }
    case .failure(let error):
      list.fail(error, for: request, at: now)
      reading?.failWithList(error, at: now)
    case .end:
      list.end(request)
      reading?.endWithList()
    }
  }

  mutating func receive(_ outcome: Outcome<QuestionDetail>, for request: Reading.Request, at now: Date) {
    guard request == reading?.pending else { return }
    switch outcome {
    case .value(let detail):
      reading?.receive(detail, for: request, at: now)
      held.removeAll { $0.detail.question.id == request.id }
      held.append(HeldDetail(detail: detail, at: now))
      if held.count > Self.heldLimit { held.removeFirst() }
    case .failure(let error): reading?.fail(error, for: request, at: now)
    case .end: reading?.end(request)
    }
  }
}
