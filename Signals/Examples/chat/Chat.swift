// A chat over asynchronous sequences: lines come from a connection that is one, and an actor that keeps the room answers.

import Signals

actor Room {
  private var members: Set<String> = []

  func hear(_ line: String) -> String {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let isNew = members.insert(words[0]).inserted
    return isNew ? "\(words[0]) has come, \(members.count) are here" : "\(words[0]): \(words.dropFirst().joined())"
  }
}

@main enum Chat {
  /// A connection, as a library of sockets may give it.
  static func connection() -> AsyncStream<String> {
    AsyncStream { continuation in
      for line in ["ada hello", "alan hello", "ada how are you?", "alan fine", "ada bye"] { continuation.yield(line) }
      continuation.finish()
    }
  }

  static func main() async {
    let room = Room()
    let answers = SignalProducer<String, Never>(connection())
      .flatMap(.concat) { line in SignalProducer<String, Never>.task { await room.hear(line) } }
    for await answer in answers.take(first: 4).values { print(answer) }
    print("left after four lines")
  }
}
