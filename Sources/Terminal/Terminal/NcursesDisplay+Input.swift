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

  /// The pause before input is read again that could not be read, and how often that is tried.
  private static let retryPause = Duration.milliseconds(200)
  private static let retryLimit = 10

  func endInput() {
    inputWatch?.dispose()
    inputRetry?.dispose()
  }

  private func takeInput(_ events: PollEvents) {
    inputTimeout?.dispose()
    let isReadable = !events.contains(.readable) || readInput()
    if !events.isDisjoint(with: [.hangUp, .error, .invalid]) {
      end()
    } else if isReadable {
      unreadableTimes = 0
    } else {
      retryInput()
    }
    armTimeout()
    UI.frames.hurry()
  }

  /// Reads on after a pause. A terminal refuses the bytes that are there (EIO) to a job in the background that no shell could
  /// stop, and would be ready again at once.
  private func retryInput() {
    guard phase == .here else { return }
    unreadableTimes += 1
    if isWithoutShell { takeForeground() }
    // Whoever has the terminal may give it back, and what is in the foreground can only have lost it.
    guard unreadableTimes <= Self.retryLimit || tty_is_in_background(input) else { return end() }
    endInput()
    inputRetry = UI.after(Self.retryPause) { [weak self] in self?.watchInput() }
  }

  /// - Returns: false if bytes are there that cannot be read.
  private func readInput() -> Bool {
    defer { tellTyped() }
    let end = ContinuousClock.now + Self.timePerTurn
    for number in 0..<Self.codesPerTurn where ContinuousClock.now < end {
      // A key may have lent the terminal to another program, which gets the following input.
      guard phase == .here else { break }
      if paste != nil {
        guard readPaste() else { return number > 0 || tty_available(input) == 0 }
      } else {
        let code = screen_read_key()
        guard code >= 0 else {
          decoder.endBurst()
          return number > 0 || tty_available(input) == 0
        }
        noteTyped(code)
        let events = decoder.take(code)
        // Before what a key causes.
        if !events.isEmpty { tellTyped() }
        deliver(events)
      }
    }
    return true
  }

  /// - Returns: whether there was anything to read.
  private func readPaste() -> Bool {
    guard let limit = paste?.readLimit else { return false }
    var chunk = [UInt8](repeating: 0, count: min(limit, Int(tty_available(input))))
    guard !chunk.isEmpty else { return false }
    let count = read(input, &chunk, chunk.count)
    guard count > 0 else { return false }
    if traffic != nil { typed += chunk.prefix(count) }
    // In place, because a copy of the whole paste would be made for every few bytes of it.
    if paste?.take(chunk.prefix(count)) == true { endPaste() }
    return true
  }

  /// Keeps the bytes of a code of ncurses until they are told. A key may have several sequences: the first stands for it.
  private func noteTyped(_ code: CInt) {
    guard traffic != nil else { return }
    guard let byte = UInt8(exactly: code) else {
      typed += [CChar](unsafeUninitializedCapacity: 32) { buffer, count in
        // An array's buffer of 32 has a base address.
        count = screen_key_sequence(code, buffer.baseAddress!, 32)
      }.map(UInt8.init(bitPattern:))
      return
    }
    typed.append(byte)
  }

  private func tellTyped() {
    guard !typed.isEmpty else { return }
    traffic?.send(value: .input(typed))
    typed = []
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
