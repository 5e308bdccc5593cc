import Clients
import Foundation

@testable import Recording

/// A recording in a folder of its own, removed at the end.
final class Recorded {
  let path: String
  let recorder: SessionRecorder

  init(keepsBodies: Bool = false) throws {
    path = FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID().uuidString)").path
    recorder = try SessionRecorder(path: path, keepsBodies: keepsBodies) { nil }
    recorder.begin(Self.head)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  static let head = RecordingHead(
    version: "0", build: "", time: 1_700_000_000_000, utcOffset: 0,
    terminal: RecordingHead.Terminal(columns: 80, rows: 24, isASCII: false, colours: 256),
    options: RecordingHead.Options(), bodies: false)

  /// Makes a request that is answered at once.
  func exchange(
    _ url: String, headers: [(name: String, value: String)] = [], body: String = "",
    answer: [[UInt8]], answerHeaders: [(name: String, value: String)] = [], end: WireEnd = .complete
  ) {
    let number = recorder.began(
      WireRequest(url: url, method: "GET", headers: headers, body: Array(body.utf8)))
    recorder.received(.head(status: 200, headers: answerHeaders), by: number)
    for piece in answer { recorder.received(.body(piece), by: number) }
    recorder.ended(number, end)
  }

  /// The text of the file, when everything is in it.
  func text() throws -> String {
    guard recorder.end(within: 60) else { throw CocoaError(.fileWriteUnknown) }
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  func session() throws -> RecordedSession {
    _ = try text()
    return try RecordedSession(path: path)
  }
}
