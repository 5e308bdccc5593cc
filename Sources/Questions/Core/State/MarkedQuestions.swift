import Foundation
import Model
import PaneKit
import Text

/// The marks of questions, and what follows from their changes, as a pure value.
struct MarkedQuestions: Sendable {
  enum Step: Sendable {
    /// The marks of earlier runs.
    case recall(QuestionMarks)
    /// A question is open.
    case read(ReadQuestion, at: Date)
    case markUnread(QuestionKey)
    /// Marks several questions as unread, or as read if all are unread.
    case toggleReadOf([ReadQuestion], at: Date)
    /// Marks all questions of a tab's list as read; if all are, those as unread that were marked so before.
    case toggleRead([ReadQuestion], in: QuestionTab.ID, at: Date)
    /// Keeps a question, or stops keeping it.
    ///
    /// - Parameters:
    ///   - isOpen: Whether the question is open, so that its mark in the list may not be seen.
    ///   - isWhole: Whether all of it is loaded.
    case toggleKept(ListedQuestion, isOpen: Bool, isWhole: Bool, at: Date)
    /// A question was loaded, or loaded further.
    case loaded(LoadedQuestion, QuestionKey)
    /// The answer for ``Effect/complete(_:)``.
    case whole(QuestionKey, Result<CachedDetail, ServiceError>)
  }

  enum Effect: Sendable, Equatable {
    case keep(QuestionChange)
    case tell(SafeText)
    /// Requests what is missing of a kept question.
    case complete(ListedQuestion)
  }

  private(set) var marks = Remembered<QuestionMarks, QuestionMarks.Change>(QuestionMarks()) { $0.reduce($1) }
  /// The questions that were marked as read together, of each tab the latest, and not opened since.
  private var together: [QuestionTab.ID: [QuestionKey]] = [:]
  private let hasStore: Bool

  /// - Parameter hasStore: Whether questions can be kept for the next run.
  init(hasStore: Bool) { self.hasStore = hasStore }

  mutating func reduce(_ step: Step) -> [Effect] {
    switch step {
    case .recall(let marks):
      self.marks.recall(marks)
      return []
    case .read(let question, let now):
      forget(question.key)
      marks.reduce(.read(question.key, answers: question.answers))
      return keep(.read(question.key, answers: question.answers, at: now), of: question.key)
    case .toggleRead(let questions, let tab, let now): return toggleRead(questions, tab, now)
    case .markUnread(let key):
      forget(key)
      marks.reduce(.unread(key))
      // The selected row looks the same, read or not.
      return keep(.unread(key), of: key) + [.tell("Marked as unread")]
    case .toggleReadOf(let questions, let now): return toggleRead(of: questions, now)
    case .toggleKept(let question, let isOpen, let isWhole, let now):
      let effects = toggleKept(question, isWhole, now)
      let isKept = marks.value.kept.contains(question.key)
      guard isOpen, question.key.provenance != .demonstration else { return effects }
      return effects + [
        .tell(!isKept ? "No longer kept" : isWhole ? "Kept" : "Kept; what is missing of it is asked for")
      ]
    case .loaded(let question, let key):
      // A complete version is not replaced by an incomplete one.
      let isKept = marks.value.kept.contains(key) && question.detail.hasAllAnswers
      return isKept ? [.keep(.keep(question.cached, site: key.site))] : []
    case .whole(let key, let result): return marks.value.kept.contains(key) ? complete(key, result) : []
    }
  }

  private mutating func toggleRead(_ questions: [ReadQuestion], _ tab: QuestionTab.ID, _ now: Date) -> [Effect] {
    let unread = questions.filter { marks.value.read[$0.key] == nil }
    guard unread.isEmpty else {
      together[tab] = unread.map(\.key)
      for question in unread { marks.reduce(.read(question.key, answers: question.answers)) }
      return unread.flatMap { keep(.read($0.key, answers: $0.answers, at: now), of: $0.key) }
        + [.tell("Marked \(SafeText(questions: unread.count)) as read; again: as before")]
    }
    guard let former = together.removeValue(forKey: tab), !former.isEmpty else {
      return [.tell(UnreadQuestions.noneHere)]
    }
    for key in former { marks.reduce(.unread(key)) }
    return former.flatMap { keep(.unread($0), of: $0) } + [.tell("\(SafeText(questions: former.count)) unread again")]
  }

  private mutating func toggleRead(of questions: [ReadQuestion], _ now: Date) -> [Effect] {
    let read = questions.filter { marks.value.read[$0.key] != nil }
    let changed = read.isEmpty ? questions : read
    let effects = changed.flatMap { question -> [Effect] in
      let (key, answers) = (question.key, question.answers)
      forget(key)
      marks.reduce(read.isEmpty ? .read(key, answers: answers) : .unread(key))
      return keep(read.isEmpty ? .read(key, answers: answers, at: now) : .unread(key), of: key)
    }
    let word: SafeText = read.isEmpty ? "read" : "unread"
    return effects + [.tell("Marked \(SafeText(questions: changed.count)) as \(word)")]
  }

  /// A question that a person opens, or marks by itself, is left as it is when the others are unread again.
  private mutating func forget(_ key: QuestionKey) {
    for tab in together.keys { together[tab]?.removeAll { $0 == key } }
  }

  private mutating func toggleKept(_ question: ListedQuestion, _ isWhole: Bool, _ now: Date) -> [Effect] {
    let key = question.key
    if key.provenance == .demonstration { return [.tell("The demonstration's questions cannot be kept")] }
    if marks.value.kept.contains(key) { return drop(key) }
    marks.reduce(.keep(key))
    // Kept at once as the list has it: the program may end before the rest is there.
    let listed = isWhole ? [] : [Effect.keep(.keep(question.known(at: now), site: key.site))]
    return listed + (hasStore ? [.complete(question)] : [])
  }

  private mutating func complete(_ key: QuestionKey, _ result: Result<CachedDetail, ServiceError>) -> [Effect] {
    switch result {
    // The server may have changed in the meantime, and the same number is another question there.
    case .success(let detail) where detail.detail.provenance != key.provenance:
      drop(key) + [.tell("The question cannot be kept: another server is asked now")]
    case .success(let detail): [.keep(.keep(detail, site: key.site))]
    case .failure(let error): drop(key) + [.tell("The question cannot be kept: \(error.sentence)")]
    }
  }

  private mutating func drop(_ key: QuestionKey) -> [Effect] {
    marks.reduce(.drop(key))
    return [.keep(.drop(key))]
  }

  private func keep(_ change: QuestionChange, of key: QuestionKey) -> [Effect] {
    key.provenance.server == nil ? [] : [.keep(change)]
  }
}

extension QuestionMarks {
  /// A person's action on a question.
  enum Change: Sendable {
    case read(QuestionKey, answers: Int)
    case unread(QuestionKey)
    case keep(QuestionKey)
    case drop(QuestionKey)
  }

  mutating func reduce(_ change: Change) {
    switch change {
    case .read(let question, let answers): read[question] = answers
    case .unread(let question): read[question] = nil
    case .keep(let question): kept.insert(question)
    case .drop(let question): kept.remove(question)
    }
  }
}
