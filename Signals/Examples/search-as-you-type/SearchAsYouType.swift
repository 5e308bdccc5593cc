// Search as you type: a third of a second of silence, the newest question only, and up to three more attempts at a busy server.

import Signals

struct Busy: Error {}

@main enum SearchAsYouType {
  static let clock = QueueScheduler(name: "clock")
  static let attempts = MutableProperty(0)

  /// A server that answers after a moment, and is busy the first time.
  static func search(_ text: String) -> SignalProducer<[String], Busy> {
    SignalProducer<[String], Busy> {
      let attempt = attempts.modify { count in
        count += 1
        return count
      }
      return attempt == 1 ? .failure(Busy()) : .success(["\(text) in Swift", "\(text) on Linux"])
    }
    .delay(0.05, on: clock)
  }

  /// What a person types, each key after a pause.
  static let keys = SignalProducer<(String, Double), Never>([
    ("s", 0.01), ("si", 0.01), ("sig", 0.01), ("sign", 1), ("signa", 0.01), ("signal", 0.01),
  ])
  .flatMap(.concat) { text, pause in SignalProducer<String, Never>(value: text).delay(pause, on: clock) }

  static func main() {
    let query = MutableProperty("")
    let answers = query.producer
      .filter { !$0.isEmpty }
      .debounce(0.3, on: clock, discardWhenCompleted: false)
      .skipRepeats()
      .flatMap(.latest) { text in
        search(text).retry(upTo: 3, interval: 0.02, on: clock)
          .map { "\(text): \($0.joined(separator: ", "))" }
          .flatMapError { _ in .init(value: "\(text): try again later") }
      }
      .take(first: 2)
      .on(value: { print($0) })
    query <~ keys
    _ = answers.wait()
  }
}
