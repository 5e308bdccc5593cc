import CCurses
import Foundation
import Screen
import Signals

/// Writes to the terminal in order, without ever waiting for it.
///
/// A terminal that does not read, as behind a connection that hangs, must block neither keys nor signals. Output that it does
/// not take immediately is kept and written later; until then no further frame begins, because a frame is the difference from
/// what has been written.
@UI
final class TerminalWriter {
  /// The terminal, opened again so that writing does not block: the shell's own descriptor stays as it is.
  let descriptor: CInt
  /// Sends when the terminal has taken all output after it was behind.
  let catchUps: Signal<Void, Never>
  private let catchUpInput: Signal<Void, Never>.Observer
  /// Gets what the terminal has taken.
  private let traffic: Signal<TerminalTraffic, Never>.Observer?
  /// Output that the terminal has not taken yet.
  private var rest: [UInt8] = []
  private var watch: (any Disposable)?

  /// The time in milliseconds to wait for the terminal before it is given back: quitting takes a fifth of a second at most.
  private static let patience: CInt = 150

  init(terminal: CInt, traffic: Signal<TerminalTraffic, Never>.Observer?) throws(TerminalError) {
    self.traffic = traffic
    descriptor = tty_reopen(terminal)
    (catchUps, catchUpInput) = Signal.pipe()
    guard descriptor >= 0 else { throw .refused(String(cString: strerror(errno))) }
  }

  deinit { close(descriptor) }

  /// Whether there is output that the terminal has not taken yet.
  var isBehind: Bool { !rest.isEmpty }

  func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes the output that ncurses has written to memory.
  func writeScreen() {
    let count = screen_count()
    write(
      [UInt8](unsafeUninitializedCapacity: count) { buffer, taken in
        // The buffer of an empty array may have no address.
        taken = buffer.baseAddress.map { screen_take($0, count) } ?? 0
      })
  }

  func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    rest += bytes
    guard watch == nil, !writeRest() else { return }
    watch = UI.watch(descriptor, for: .writable) { [weak self] _ in self?.goOn() }
  }

  private func goOn() {
    guard writeRest() else { return }
    endWatch()
    catchUpInput.send(value: ())
  }

  /// - Returns: whether nothing is left.
  private func writeRest() -> Bool {
    let count = tty_write(descriptor, rest, rest.count)
    if count > 0 { traffic?.send(value: .output(rest[..<count])) }
    // A terminal that is gone takes everything: its hang-up is reported to the loop.
    rest.removeFirst(count < 0 ? rest.count : count)
    return rest.isEmpty
  }

  private func endWatch() {
    watch?.dispose()
    watch = nil
  }

  /// Writes the rest before the terminal is given back. If that takes too long, the unread output is discarded and replaced
  /// by `restoration`.
  func finish(orElse restoration: [UInt8]) {
    endWatch()
    let isTaken = tty_write_within(descriptor, rest, rest.count, Self.patience)
    if !isTaken { tty_discard(descriptor, restoration, restoration.count) }
    traffic?.send(value: .output(isTaken ? rest[...] : restoration[...]))
    rest = []
  }
}
