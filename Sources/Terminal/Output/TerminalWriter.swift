import CCurses
import Foundation
import Screen
import Signals

/// Writes to the terminal, in order, and never waits for it.
///
/// A terminal that does not read, as one behind a connection that hangs, must hold up neither keys nor signals. What it does
/// not take at once is kept and follows when there is room; until then no further frame is begun, since a frame is the
/// difference from what has been written.
@UI
final class TerminalWriter {
  /// The terminal, opened once more so that writing does not block: the shell's own descriptor stays as it is.
  let descriptor: CInt
  /// Sends when the terminal has taken everything after a time in which it did not.
  let catchUps: Signal<Void, Never>
  private let catchUpInput: Signal<Void, Never>.Observer
  /// What the terminal has not taken yet.
  private var rest: [UInt8] = []
  private var watch: (any Disposable)?

  /// For so long the terminal is waited for before it is given back, in milliseconds: quitting takes a fifth of a second at most.
  private static let patience: CInt = 150

  init(terminal: CInt) throws(TerminalError) {
    descriptor = tty_reopen(terminal)
    (catchUps, catchUpInput) = Signal.pipe()
    guard descriptor >= 0 else { throw .refused(String(cString: strerror(errno))) }
  }

  deinit { close(descriptor) }

  /// Whether something has been written that the terminal has not taken yet.
  var isBehind: Bool { !rest.isEmpty }

  func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes what ncurses has written into memory.
  func writeScreen() {
    let count = screen_count()
    write(
      [UInt8](unsafeUninitializedCapacity: count) { buffer, taken in
        // An array's buffer of no bytes may have no address.
        taken = buffer.baseAddress.map { screen_take($0, count) } ?? 0
      })
  }

  private func write(_ bytes: [UInt8]) {
    rest += bytes
    guard watch == nil, !writeRest() else { return }
    watch = UI.watch(descriptor, for: .writable) { [weak self] _ in self?.goOn() }
  }

  private func goOn() {
    guard writeRest() else { return }
    endWatch()
    catchUpInput.send(value: ())
  }

  /// - Returns: Whether nothing is left.
  private func writeRest() -> Bool {
    let count = tty_write(descriptor, rest, rest.count)
    // A terminal that is gone takes everything: its hang-up tells the loop.
    rest.removeFirst(count < 0 ? rest.count : count)
    return rest.isEmpty
  }

  private func endWatch() {
    watch?.dispose()
    watch = nil
  }

  /// Writes what is left before the terminal is given back. Where it takes too long, all that the terminal has not read is
  /// thrown away, and it gets this in its place.
  func finish(orElse restoration: [UInt8]) {
    endWatch()
    if !tty_write_within(descriptor, rest, rest.count, Self.patience) {
      tty_discard(descriptor, restoration, restoration.count)
    }
    rest = []
  }
}
