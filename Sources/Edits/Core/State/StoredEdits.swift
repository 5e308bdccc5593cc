import Foundation
import PaneKit
import Signals
import Text

extension Memory {
  /// Sends what is stored of the source of the edits, when there is another one: its rates, and which edits were read.
  func storedEdits(
    of model: Property<WikipediaModel>, while isListening: Property<Bool>, on scheduler: any DateScheduler
  ) -> SignalProducer<WikipediaModel.Step, Never> {
    guard let store else { return .empty }
    let sources = model.producer.map(\.rateSource).skipRepeats()
      .combineLatest(with: isListening.producer.skipRepeats()).map { $1 ? $0 : nil }
    let history = model.producer.map(\.settings.history).skipRepeats()
    let rates = sources.combineLatest(with: history)
      .flatMap(.latest) { source, history -> SignalProducer<WikipediaModel.Step, Never> in
        guard let source else { return .empty }
        let now = scheduler.currentDate
        return store.rates(of: source.key, since: now.addingTimeInterval(-history), now: now)
          .observe(on: scheduler).map { .rates($0, of: source) }
      }
    let read = sources.flatMap(.latest) { source -> SignalProducer<WikipediaModel.Step, Never> in
      guard let source else { return .empty }
      return store.readEdits(of: source.server.string).observe(on: scheduler).map { .read($0, of: source) }
    }
    return .merge(rates, read)
  }
}
