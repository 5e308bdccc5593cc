import Foundation
import Screen
import Signals
import Text

/// Writes a session as an asciicast (docs/decisions/recording.md).
///
/// ```
/// output, input, sizes ─┐
/// requests ─────────────┴▶ with its time ──▶ conflate: at most 16 MiB wait ──▶ a queue: AsciicastFile
/// ```
public final class SessionRecorder: Sendable {
  /// Sends a sentence, once, if the file cannot be written any more.
  public let notices: Signal<SafeText, Never>
  /// Takes what passes between the program and the terminal. The file begins when the terminal does.
  package let terminal: Signal<TerminalTraffic, Never>.Observer
  /// Takes a sentence about each request, which becomes a marker. It must not contain a secret.
  package let requests: Signal<SafeText, Never>.Observer

  private let path: String
  /// Sends after each batch: the error that ended the file, if there was one. Completes when the file is closed.
  private let written: Signal<Int32?, Never>

  /// The bytes that may wait while as many are being written. More is left out and counted: the disk is too slow.
  static let waitingLimit = 16 << 20

  /// Creates the file for its owner alone.
  ///
  /// - Parameters:
  ///   - title: The title of the recording.
  ///   - name: The terminal's type, as in `TERM`.
  /// - Throws: also if the file exists: a recording never replaces one.
  package convenience init(path: String, title: String, terminal name: String) throws(RecordingError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let (code, file) = (errno, SafeText(oneLine: path))
      throw code == EEXIST
        ? RecordingError("give another file to --record, or remove this one first: \(file) exists")
        : RecordingError("cannot write the recording \(file): \(SafeText(oneLine: String(cString: strerror(code))))")
    }
    self.init(descriptor: descriptor, path: path, title: title, terminal: name)
  }

  /// Takes an open file, which this closes.
  ///
  /// - Parameters:
  ///   - queue: The scheduler on which the file is written, and the clock of the recording's date.
  ///   - now: Returns the time by which events are dated. It must not go back.
  init(
    descriptor: Int32, path: String, title: String, terminal name: String,
    on queue: any DateScheduler = QueueScheduler(qos: .utility, name: "reactui.record"),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    let (traffic, terminal) = Signal<TerminalTraffic, Never>.pipe()
    let (sentences, requests) = Signal<SafeText, Never>.pipe()
    let file = AsciicastFile(descriptor, title: title, terminal: name, date: queue.currentDate)
    let start = now()
    // Merged streams pass one event at a time, so the times never decrease.
    written = Signal.merge(traffic.map(SessionEvent.terminal), sentences.map(SessionEvent.request))
      .map { event in (event, (now() - start) / .seconds(1)) }
      .conflate(every: 0, into: WaitingEvents(), on: queue) { $0.append($1.0, at: $1.1) }
      .materialize()
      .scanMap(into: file) { file, event in
        if case .value(let waiting) = event { return file.append(waiting) }
        return file.end()
      }
    notices = written.compactMap { code -> SafeText? in
      guard let code else { return nil }
      let reason = SafeText(oneLine: String(cString: strerror(code)))
      return "nothing more is recorded (\(reason)); make room, and start again to record"
    }
    (self.path, self.terminal, self.requests) = (path, terminal, requests)
  }

  /// Writes what waits and closes the file.
  ///
  /// - Returns: Whether it was done in time.
  @discardableResult
  package func end(within seconds: TimeInterval) -> Bool {
    let isDone = DispatchSemaphore(value: 0)
    written.observe { if $0.isTerminating { isDone.signal() } }
    terminal.sendCompleted()
    requests.sendCompleted()
    return isDone.wait(timeout: .now() + seconds) == .success
  }

  /// Removes the file, because no session has begun.
  package func discard() { unlink(path) }
}

/// Why a recording cannot be written.
package struct RecordingError: Error, Hashable {
  package var sentence: SafeText

  package init(_ sentence: SafeText) { self.sentence = sentence }
}

/// Something that a recording has.
enum SessionEvent: Sendable, Hashable {
  case terminal(TerminalTraffic)
  /// What was asked of which host.
  case request(SafeText)

  /// The bytes that it takes in memory, about.
  var size: Int {
    switch self {
    case .terminal(.output(let bytes)): 64 + bytes.count
    case .terminal(.input(let bytes)): 64 + bytes.count
    case .terminal: 64
    case .request(let sentence): 64 + sentence.string.utf8.count
    }
  }
}

/// The events that wait for the disk.
struct WaitingEvents: Sendable {
  private(set) var events: [(event: SessionEvent, seconds: Double)] = []
  /// The events left out after those, and the time of the first.
  private(set) var lost: (count: Int, seconds: Double)?
  private var size = 0

  /// Adds an event, unless too many wait. What follows one that is left out is left out too, so that the order stays.
  mutating func append(_ event: SessionEvent, at seconds: Double) {
    size += event.size
    guard lost == nil, size <= SessionRecorder.waitingLimit else {
      lost = ((lost?.count ?? 0) + 1, lost?.seconds ?? seconds)
      return
    }
    events.append((event, seconds))
  }
}
