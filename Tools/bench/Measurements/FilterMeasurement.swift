import Foundation
import Model
import ModelTesting
import PaneKit
import Questions
import Signals
import SignalsTesting
import Text

/// Filtering a hundred thousand questions: the time from the text in the field to the new list in the view model's state.
struct FilterMeasurement: Measurement {
  let name = "filter"

  private static let count = 100_000
  private static let repetitions = 20
  private static let goal = 3.5
  /// A common word, two words, one with diacritics, one of another script, one that never occurs.
  private static let texts: [SafeText] = ["conc", "swift leak", "łódź", "並行性", "nothing-has-it"]
  /// So common that nearly every question contains it.
  private static let commonText: SafeText = "a"

  func measure() throws -> [Figure] {
    let questions = InventedQuestions.make(Self.count)
    let scheduler = TestScheduler()
    var service = QuestionDouble()
    service.questions = { _ in SignalProducer(value: QuestionPage(questions: questions)) }
    let viewModel = StackOverflowViewModel(service: service, scheduler: scheduler)
    let arrival = processorTime {
      scheduler.perform { viewModel.start() }
      scheduler.advance(by: .seconds(1))
    }
    guard viewModel.state.value.list.total == Self.count else {
      throw Failure("the view model holds \(viewModel.state.value.list.total) of \(Self.count) questions")
    }
    let fold = processorTime {
      for question in questions { Self.fold(question) }
    }
    let usual = try Self.texts.map { try passes(for: $0, viewModel, scheduler) }
    let slowest = usual.map(\.median).max() ?? 0
    let common = try passes(for: Self.commonText, viewModel, scheduler)
    let words = zip(Self.texts, usual).map { "\($0.string) \($1.median.text(1))" }.joined(separator: ", ")
    return [
      Figure(
        what: "filtering \(Self.count.grouped) questions, the slowest of \(Self.texts.count) texts",
        goal: "≤ \(Self.goal.text(1)) ms",
        measured: "\(slowest.text(1)) ms",
        repetitions: "\(Self.repetitions) each",
        isMet: slowest <= Self.goal,
        note: words),
      Figure(
        what: "  a letter that nearly every question has",
        measured: "\(common.median.text(1)) ms",
        repetitions: "\(common.count)"),
      Figure(
        what: "  folding them, once, when they arrive",
        measured: "\(fold.milliseconds.text(0)) ms of \(arrival.milliseconds.text(0))",
        repetitions: "1"),
    ]
  }

  /// Measures the milliseconds from typing (or pasting) to the new list. The virtual clock leaves out the throttle's wait.
  private func passes(
    for text: SafeText, _ viewModel: StackOverflowViewModel, _ scheduler: TestScheduler
  ) throws -> Sample {
    let times = try (0...Self.repetitions).map { _ in
      let time = processorTime {
        scheduler.perform {
          viewModel.send(.inTab(.field(.begin)))
          viewModel.send(.inTab(.field(.edit(.insert(text)))))
        }
        scheduler.advance(by: .seconds(1))
      }
      let list = viewModel.state.value.list
      guard list.filter.words == FilterWords(text), list.questions.count < list.total else {
        throw Failure("the view model did not filter by \(text.string)")
      }
      scheduler.perform { viewModel.send(.inTab(.field(.clear))) }
      scheduler.advance(by: .seconds(1))
      return time.milliseconds
    }
    // The first one has cold memory.
    return Sample(Array(times.dropFirst()))
  }

  /// Does what the view model does once with each question.
  @inline(never)
  private static func fold(_ question: Question) {
    _ = FoldedText([question.title] + question.tags + (question.asker.map { [$0] } ?? []))
  }
}
