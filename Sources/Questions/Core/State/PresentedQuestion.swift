import Foundation
import PaneKit

/// The presented question as a pure value: its text, its comments, and what follows from a person's actions on it.
///
/// Text and comments agree, and their requests have an order, so they are one value; ``StackOverflowModel`` holds it.
///
/// - A refresh requests the open question again, and its comments if they are shown. Beside the list it requests only a question
///   whose last request failed.
/// - Opening a question requests it again if the last request failed, or is a minute old.
struct PresentedQuestion: Sendable {
  typealias TextLoad = Load<QuestionTextAsk, LoadedQuestion>

  /// What a person can do with it.
  enum Action: Sendable, Hashable {
    /// Reloads the question.
    case refresh
    /// Reloads the question after the next answer of its list.
    case refreshAfterList
    /// Shows or hides the comments.
    case toggleComments
  }

  enum Step: Sendable {
    case action(Action)
    /// The question is presented in another way.
    case presentation(QuestionList.Presentation, at: Date)
    case text(TextLoad.State)
    case comments(LoadedComments?, isLoading: Bool)
  }

  enum Effect: Sendable, Equatable {
    case ask(QuestionTextAsk)
    /// Requests the text again, unless it is being requested already.
    case renew
    /// Requests the comments, after the end of the current request of the question.
    case askForComments
    /// The question is known further, for the next time that it is opened.
    case remember(LoadedQuestion)
    /// A person has shown or hidden the comments.
    case toggledComments(ReadingState)
  }

  let key: QuestionKey
  /// The question as it was loaded before.
  private let held: LoadedQuestion?
  private(set) var state: ReadingState
  private(set) var presentation: QuestionList.Presentation
  private var comments: CommentsModel
  private var remembered: LoadedQuestion?

  /// - Parameters:
  ///   - held: The question as it was loaded before.
  ///   - showsComments: Whether comments are shown at once if that takes no request.
  init(_ presented: QuestionList.Presented, held: LoadedQuestion? = nil, showsComments: Bool) {
    (key, self.held, presentation) = (presented.question.key, held, presented.presentation)
    // Known already.
    remembered = held
    comments = CommentsModel(held?.comments ?? LoadedComments(), isWanted: showsComments)
    state = ReadingState(question: presented.question.question)
    show(TextLoad.State(.once(.question)))
  }

  mutating func reduce(_ step: Step) -> [Effect] {
    let former = state
    var effects = respond(to: step)
    state.comments = comments.state
    if case .action(.toggleComments) = step { effects.append(.toggledComments(state)) }
    if state != former, let loaded = LoadedQuestion(state), loaded != remembered {
      remembered = loaded
      effects.append(.remember(loaded))
    }
    return effects
  }

  private mutating func respond(to step: Step) -> [Effect] {
    switch step {
    case .action(.refresh) where presentation == .preview: return state.isInTrouble ? [.ask(.question)] : []
    case .action(.refresh): return refresh(.question)
    case .action(.refreshAfterList): return refresh(.questionAfterList)
    case .action(.toggleComments): return comments.reduce(.toggle(state)) ? [.askForComments] : []
    case .presentation(let presentation, let now):
      let isOpened = self.presentation == .preview && presentation == .opened
      self.presentation = presentation
      return isOpened && state.isOutdated(at: now) ? [.renew] : []
    case .text(let load): show(load)
    case .comments(let content, let isLoading): _ = comments.reduce(.load(content, isLoading: isLoading))
    }
    return []
  }

  /// The question first: its comments are requested for the answers that are shown then.
  private mutating func refresh(_ ask: QuestionTextAsk) -> [Effect] {
    comments.reduce(.refresh) ? [.ask(ask), .askForComments] : [.ask(ask)]
  }

  private mutating func show(_ load: TextLoad.State) {
    let known = Self.known(load, held: held, from: key.provenance)
    state = ReadingState(
      question: state.question, detail: known?.detail,
      load: load.asking == nil
        ? known.map { .loaded(at: $0.at) } ?? .idle : known == nil ? .loading : .reloading,
      loadedAt: known?.at, isFromThePast: known != nil && known == load.value && !load.isAnswered,
      trouble: load.trouble, comments: comments.state)
  }

  /// Returns the known version of the question. An answer from another source concerns another question with its number.
  static func known(_ load: TextLoad.State, held: LoadedQuestion?, from source: Provenance) -> LoadedQuestion? {
    (load.value ?? held).flatMap { $0.detail.provenance == source ? $0 : nil }
  }
}

/// A request for the text of a question.
enum QuestionTextAsk: Sendable {
  case question
  /// After the next answer of the list: it finds out whether the live service can be reached, which does not know the
  /// demonstration's questions. If it can, the question is closed.
  case questionAfterList
}
