import Screen

/// What a terminal sends, read without a terminal: for a simulation, which cuts the bytes into bursts.
package struct TerminalReader {
  private var decoder = InputDecoder()

  package init() {}

  /// Returns the keys of a burst of bytes.
  package mutating func read(_ burst: some Sequence<UInt8>) -> [KeyEvent] {
    let events = burst.flatMap { decoder.take(CInt($0)) }
    decoder.endBurst()
    return Self.keys(events)
  }

  /// Returns the keys that a pause after a burst completes.
  package mutating func pause() -> [KeyEvent] { decoder.isPending ? Self.keys(decoder.pause()) : [] }

  private static func keys(_ events: [InputEvent]) -> [KeyEvent] {
    events.compactMap { event in if case .key(let key) = event { key } else { nil } }
  }
}
