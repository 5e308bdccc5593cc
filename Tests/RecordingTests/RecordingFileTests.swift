import Foundation
import Signals
import Synchronization
import Testing

@testable import Recording

@Suite struct RecordingFileTests {
  @Test func theFileIsForItsOwnerAlone() throws {
    let recorded = try Recorded()
    let mode = try FileManager.default.attributesOfItem(atPath: recorded.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func aFileIsNotReplaced() throws {
    let recorded = try Recorded()
    let before = try recorded.text()
    let error = #expect(throws: RecordingError.self) {
      try SessionRecorder(path: recorded.path, keepsBodies: false) { nil }
    }
    #expect(error?.sentence.string.hasPrefix("give another file to --record, or remove this one first: ") == true)
    #expect(try String(contentsOfFile: recorded.path, encoding: .utf8) == before)
  }

  /// `/dev/full` is a disk without room (full(4)).
  @Test func aFullDiskIsToldOnceAndEndsTheRecording() throws {
    let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    let recorder = SessionRecorder(RecordingFile(descriptor: descriptor, path: "full"), keepsBodies: false)
    let notices = Mutex<[String]>([])
    recorder.notices.observeValues { notice in notices.withLock { $0.append(notice.string) } }
    recorder.begin(Recorded.head)
    for _ in 0..<3 { recorder.note(.character("a")) }
    #expect(recorder.end(within: 60))
    #expect(
      notices.withLock { $0 } == [
        "nothing more is recorded (No space left on device); make room, and start again to record"
      ])
  }

  @Test func moreThanTheDiskTakesIsCountedAndLeftOut() throws {
    let recorded = try Recorded()
    let large = String(repeating: "x", count: 20 << 20)
    // The queue is held up until all three were given to it.
    let gate = DispatchSemaphore(value: 0)
    recorded.recorder.write(cost: 0) {
      gate.wait()
      return []
    }
    for _ in 0..<3 { recorded.recorder.note(settings: large) }
    gate.signal()
    // What is written next tells of what was left out.
    let session = try recorded.session()
    #expect(session.lines.filter { $0.settings != nil }.count == 1)
    #expect(session.lines.compactMap(\.lost).reduce(0, +) == 2)
  }
}
