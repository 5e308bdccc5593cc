// The logs of several processes in one: each line with its process, repeated lines counted, and an end when all have ended.

import Signals
import SignalsTesting

@main enum MergedLogs {
  static func main() {
    let clock = MarbleClock()
    // One letter is one line; a bar ends the process.
    let logs = ["web": "a-a-a-b--|", "store": "--x---y|", "mail": "-m-#"]
    let lines = logs.sorted { $0.key < $1.key }.map { name, diagram in
      clock.producer(diagram)
        .map { "\(name): \($0)" }
        .flatMapError { _ in SignalProducer<String, Never>(value: "\(name): crashed") }
        .scan((line: "", count: 0)) { last, line in (line, last.line == line ? last.count + 1 : 1) }
        .map { $0.count == 1 ? $0.line : "\($0.line) (\($0.count) times)" }
    }
    SignalProducer.merge(lines).on(completed: { print("all have ended") }).startWithValues { print($0) }
    clock.run()
  }
}
