import Foundation
import Model
import Signals
import Text

/// Which questions were read and which a person keeps: the part of the pane's graph that marks them and remembers that.
///
/// ```
/// remembered ───────────────────────────┐
/// state (opened), unread, toggleKept ───┴──▶ marks ──▶ the pane's state
///                                       └──▶ the store
/// ```
final class QuestionMarking: Sendable {
  let marks: Property<MarkBook>
  /// What a person should be told in passing.
  let notices: Signal<SafeText, Never>

  private let mark: Signal<MarkBook.Step, Never>.Observer
  private let notice: Signal<SafeText, Never>.Observer

  /// Where questions are found with their answers, so that a kept one is there whole.
  struct Details: Sendable {
    /// What was loaded, as it comes.
    var read: Signal<HeldDetails.Entry, Never>
    var held: Property<HeldDetails>
    var cache: (any QuestionCache)?
    var service: any QuestionService
  }

  init(recalls: Signal<QuestionMarks, Never>) {
    let (steps, mark) = Signal<MarkBook.Step, Never>.pipe()
    (notices, notice) = Signal<SafeText, Never>.pipe()
    self.mark = mark
    marks = Property(
      initial: MarkBook(),
      then: Signal.merge(recalls.map { .remembered($0) }, steps).scan(into: MarkBook()) { $0.take($1) })
  }

  /// Marks what a person reads and keeps until the disposable is disposed of.
  ///
  /// - Parameters:
  ///   - unread: Marks the question that is open or selected as unread.
  ///   - toggleKept: Keeps the question that is open or selected, or no longer keeps it.
  ///   - store: Remembers it; without one it lasts as long as the program.
  func follow(
    _ state: Property<StackOverflowState>, unread: Signal<Void, Never>, toggleKept: Signal<Void, Never>,
    details: Details, in store: (any StateStore)?, on scheduler: any DateScheduler
  ) -> any Disposable {
    let all = CompositeDisposable()
    let (marks, mark, notice) = (marks, mark, notice)
    // A question is read when it is opened, and again when more answers are known.
    let read = state.producer.map(ReadQuestion.init).skipRepeats().skipNil()
    let unread = unread.compactMap { state.value.questionKey }
    let (keeping, keep) = Signal<QuestionToKeep, Never>.pipe()
    all += read.startWithValues { mark.send(value: .read($0.key, answers: $0.answers)) }
    all += unread.observeValues { mark.send(value: .unread($0)) }
    all += toggleKept.observeValues {
      guard let question = QuestionToKeep(state.value) else { return }
      if question.key.provenance == .demonstration {
        notice.send(value: "The demonstration's questions cannot be kept")
      } else if marks.value.marks.kept.contains(question.key) {
        mark.send(value: .drop(question.key))
        store?.keep(.drop(question.key))
      } else {
        mark.send(value: .keep(question.key))
        keep.send(value: question)
      }
    }
    guard let store else { return all }
    // What is kept has to be there whole: it is asked for where it was not read yet.
    let whole = keeping.flatMap(.merge) { question in
      question.detail(
        held: details.held.value, cache: details.cache, service: details.service, at: scheduler.currentDate
      )
      .observe(on: scheduler).materializeResults().map { (question, $0) }
    }
    all += whole.observeValues { question, result in
      guard marks.value.marks.kept.contains(question.key) else { return }
      switch result {
      // The server may have been exchanged meanwhile, and the question of that number is another one there.
      case .success(let detail) where detail.detail.provenance != question.key.provenance:
        mark.send(value: .drop(question.key))
        notice.send(value: "The question cannot be kept: another server is asked now")
      case .success(let detail): store.keep(.keep(detail, site: question.key.site))
      case .failure(let error):
        mark.send(value: .drop(question.key))
        notice.send(value: "The question cannot be kept: \(error.sentence)")
      }
    }
    all += details.read.observeValues { entry in
      let detail = entry.detail.detail
      let key = QuestionKey(detail.provenance, site: entry.site, id: detail.question.id)
      // What is kept whole is not replaced by less.
      guard detail.hasAllAnswers, marks.value.marks.kept.contains(key) else { return }
      store.keep(.keep(entry.detail.cached, site: entry.site))
    }
    all += read.filter { $0.key.provenance.server != nil }.startWithValues {
      store.keep(.read($0.key, answers: $0.answers, at: scheduler.currentDate))
    }
    all += unread.filter { $0.provenance.server != nil }.observeValues { store.keep(.unread($0)) }
    return all
  }
}
