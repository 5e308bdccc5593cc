import Foundation
import PaneKit
import Signals
import Text

/// The questions found in what was loaded, for the text that a person has typed.
public struct LoadedFindings: Sendable, Equatable {
  public var text: SafeText = ""
  /// The questions for the last text that was searched for, which stay until the next answer; `nil` before the first one.
  public var found: FoundQuestions?
  /// The words by which they were found.
  public var words = FilterWords("")
  public var isSearching = false
  /// Why nothing can be found.
  public var hindrance: Hindrance?

  /// Whether nothing has been found for the current text yet, not even that there is nothing.
  public var isAwaited: Bool { hindrance == nil && (found == nil || words != FilterWords(text)) }

  public enum Hindrance: Sendable {
    /// The demonstration answers, of which nothing is stored.
    case demonstration
    /// Nothing is stored, or the index cannot be read.
    case noIndex
  }
}

/// Finds questions in everything that was loaded, during typing and without a request.
///
/// ```
/// text ── throttle ──┬── flatMap(.latest) { read the index } ── to the interface ──▶ scan ──▶ findings
/// who answers ───────┘
/// ```
struct LoadedFinder: Sendable {
  let cache: (any QuestionCache)?
  let provenance: Property<Provenance>
  let scheduler: any DateScheduler

  fileprivate enum Step: Sendable {
    case text(SafeText)
    case began
    case found(FoundQuestions, for: SafeText)
    case hindered(LoadedFindings.Hindrance)
  }

  func findings(for text: Property<SafeText>) -> Property<LoadedFindings> {
    let answers = text.producer.throttle(FilterField.interval, on: scheduler).skipRepeats()
      .combineLatest(with: provenance.producer)
      .flatMap(.latest) { text, provenance in search(text, in: provenance) }
    let first = LoadedFindings()
    return Property(
      initial: first,
      then: SignalProducer.merge(text.producer.map(Step.text), answers).scan(into: first) { $0.reduce($1) })
  }

  private func search(_ text: SafeText, in provenance: Provenance) -> SignalProducer<Step, Never> {
    guard let server = provenance.server else { return SignalProducer(value: .hindered(.demonstration)) }
    guard let cache else { return SignalProducer(value: .hindered(.noIndex)) }
    guard !FilterWords(text).isEmpty else { return SignalProducer(value: .found(FoundQuestions(), for: text)) }
    return cache.found(text, from: server).observe(on: scheduler)
      .map { found in found.map { .found($0, for: text) } ?? .hindered(.noIndex) }
      .prefix(value: .began)
  }
}

extension LoadedFindings {
  fileprivate mutating func reduce(_ step: LoadedFinder.Step) {
    switch step {
    case .text(let text): self.text = text
    case .began: (isSearching, hindrance) = (true, nil)
    case .found(let found, let text):
      (self.found, words) = (found, FilterWords(text))
      (isSearching, hindrance) = (!found.isComplete, nil)
    case .hindered(let hindrance):
      (found, isSearching) = (nil, false)
      self.hindrance = hindrance
    }
  }
}
