import CCurses
import Foundation
import Screen
import Signals
import Text

/// From the descriptor to the signals of keys and mouse events.
extension NcursesDisplay {
  /// The pause after which the beginning of a sequence is decoded as keys, such as Esc.
  private static let keyTimeout = Duration.milliseconds(25)
  /// The pause after which a sequence or a paste is treated as unterminated, because it would swallow the next keys. Long
  /// enough for a slow line.
  private static let sequenceTimeout = Duration.seconds(1)

  /// The number of codes read in one turn of the loop, so that a flood of input leaves time for frames.
  private static let codesPerTurn = 1024
  /// The time after which a turn reads no more, whatever the keys cost that it has read: signals that end the program, timers
  /// and frames have their turn, too.
  private static let timePerTurn = Duration.milliseconds(16)

  func watchInput() {
    inputWatch = UI.watch(input, for: .readable) { [weak self] events in self?.takeInput(events) }
  }

  private func takeInput(_ events: PollEvents) {
    inputTimeout?.dispose()
    if events.contains(.readable) { readInput() }
    if !events.isDisjoint(with: [.hangUp, .error, .invalid]) { end() }
    armTimeout()
    UI.frames.hurry()
  }

  private func readInput() {
    let end = ContinuousClock.now + Self.timePerTurn
    for _ in 0..<Self.codesPerTurn where ContinuousClock.now < end {
      // A key may have lent the terminal to another program, which gets the following input.
      guard phase == .here else { return }
      if paste != nil {
        guard readPaste() else { return }
      } else {
        let code = screen_read_key()
        guard code >= 0 else { return decoder.endBurst() }
        deliver(decoder.take(code))
      }
    }
  }

  /// - Returns: whether there was anything to read.
  private func readPaste() -> Bool {
    guard let limit = paste?.readLimit else { return false }
    var chunk = [UInt8](repeating: 0, count: min(limit, Int(tty_available(input))))
    guard !chunk.isEmpty else { return false }
    let count = read(input, &chunk, chunk.count)
    guard count > 0 else { return false }
    // In place, because a copy of the whole paste would be made for every few bytes of it.
    if paste?.take(chunk.prefix(count)) == true { endPaste() }
    return true
  }

  private func endPaste() {
    guard let text = paste?.text else { return }
    paste = nil
    if !text.isEmpty { keyInput.send(value: .paste(text)) }
  }

  private func deliver(_ events: [InputEvent]) {
    for event in events {
      switch event {
      case .key(let key):
        takeMouseBack()
        keyInput.send(value: key)
      case .mouse(let event): mouseInput.send(value: event)
      case .pasteBegins: paste = PasteCollector()
      case .background(let colour): takeBackground(colour)
      case .features(let features): takeFeatures(features)
      }
    }
  }

  private func armTimeout() {
    guard phase == .here && (paste != nil || decoder.isPending) else { return }
    inputTimeout = UI.after(decoder.mayBeKeys ? Self.keyTimeout : Self.sequenceTimeout) { [weak self] in
      guard let self else { return }
      deliver(decoder.pause())
      endPaste()
      UI.frames.hurry()
    }
  }
}
