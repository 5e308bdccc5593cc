import Foundation
import Screen
import SignalsTesting
import Synchronization

@testable import Recording

/// A recording in a file of its own, removed at the end. It is written when the test says so, and its time is the test's.
final class Recorded: Sendable {
  let path: String
  let recorder: SessionRecorder
  let queue = TestScheduler(startDate: Date(timeIntervalSince1970: 1_795_200_000))
  private let time = RecordedTime()

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID().uuidString)").path
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    recorder = SessionRecorder(
      descriptor: descriptor, path: path, title: "reactui 0", terminal: "xterm", on: queue,
      now: { [time] in time.now })
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Lets time pass.
  func pass(_ duration: Duration) { time.pass(duration) }

  func send(_ traffic: TerminalTraffic...) {
    for event in traffic { recorder.terminal.send(value: event) }
  }

  /// Returns the file's lines after everything that waits was written.
  func text() throws -> String {
    queue.advance()
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  /// Returns the events of the file, read as JSON.
  func events() throws -> [Event] { try Event.all(in: text()) }
}

/// The time of a recording, moved by a test.
private final class RecordedTime: Sendable {
  private let instant = Mutex(ContinuousClock.now)

  var now: ContinuousClock.Instant { instant.withLock { $0 } }

  func pass(_ duration: Duration) { instant.withLock { $0 += duration } }
}

/// A line of an asciicast after the first.
struct Event: Hashable {
  var seconds: Double
  var kind: String
  var text: String

  init(_ seconds: Double, _ kind: String, _ text: String) {
    (self.seconds, self.kind, self.text) = (seconds, kind, text)
  }

  static func all(in text: String) throws -> [Event] {
    try text.split(separator: "\n").dropFirst().map { line in
      let parts = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any]
      guard let parts, parts.count == 3, let seconds = parts[0] as? Double, let kind = parts[1] as? String,
        let text = parts[2] as? String
      else { throw CocoaError(.fileReadCorruptFile) }
      return Event(seconds, kind, text)
    }
  }
}
