import Foundation
import Screen
import SignalsTesting
import Synchronization
import Testing

@testable import Recording

/// What becomes of the file.
@Suite struct RecordingFileTests {
  private static let size = Size(width: 80, height: 24)

  private static func newPath() -> String {
    FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID().uuidString)").path
  }

  @Test func theFileIsForItsOwnerAloneAndReplacesNone() throws {
    let path = Self.newPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = try SessionRecorder(path: path, title: "", terminal: "")
    recorder.terminal.send(value: .begins(Self.size))
    #expect(recorder.end(within: 60))
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    let before = try String(contentsOfFile: path, encoding: .utf8)
    #expect(before.hasSuffix("}\n"))
    let error = #expect(throws: RecordingError.self) { try SessionRecorder(path: path, title: "", terminal: "") }
    #expect(error?.sentence.string.hasPrefix("give another file to --record, or remove this one first: ") == true)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
  }

  @Test func aFileThatCannotBeMadeIsTold() {
    let error = #expect(throws: RecordingError.self) {
      try SessionRecorder(path: "/nowhere/\u{1B}[31m", title: "", terminal: "")
    }
    #expect(error?.sentence.string.hasSuffix("No such file or directory") == true)
    #expect(error?.sentence.string.contains("\u{1B}") == false)
  }

  @Test func aSessionThatHasNotBegunLeavesNoFile() throws {
    let path = Self.newPath()
    try SessionRecorder(path: path, title: "", terminal: "").discard()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// `/dev/full` is a disk without room (full(4)).
  @Test func aFullDiskIsToldOnceAndEndsTheRecording() throws {
    let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    let queue = TestScheduler()
    let recorder = SessionRecorder(descriptor: descriptor, path: "full", title: "", terminal: "", on: queue)
    let notices = Mutex<[String]>([])
    recorder.notices.observeValues { notice in notices.withLock { $0.append(notice.string) } }
    recorder.terminal.send(value: .begins(Self.size))
    for _ in 0..<3 {
      recorder.terminal.send(value: .input([0x61]))
      queue.advance()
    }
    #expect(
      notices.withLock { $0 } == [
        "nothing more is recorded (No space left on device); make room, and start again to record"
      ])
  }

  @Test func moreThanTheDiskTakesIsCountedAndLeftOut() throws {
    let recorded = try Recorded()
    let large = [UInt8](repeating: 0x78, count: 7 << 20)
    recorded.send(.begins(Self.size))
    for _ in 0..<4 { recorded.send(.output(large[...])) }
    // What is small comes too late as well: order stays.
    recorded.pass(.seconds(1))
    recorded.send(.input([0x6A]))
    let events = try recorded.events()
    #expect(events.map(\.kind) == ["o", "o", "m"])
    #expect(events.last == Event(0, "m", "3 events are left out: the disk was too slow"))
    // Then there is room again.
    recorded.send(.input([0x6B]))
    #expect(try recorded.events().last == Event(1, "i", "k"))
  }

  @Test func theFileGrowsWhileTheSessionGoesOn() throws {
    let recorded = try Recorded()
    recorded.send(.begins(Self.size), .output(Array("one".utf8)[...]))
    #expect(try recorded.text().hasSuffix("\"one\"]\n"))
    recorded.send(.output(Array("two".utf8)[...]))
    #expect(try recorded.text().hasSuffix("\"two\"]\n"))
  }

  @Test func whatWaitsAtTheEndIsWritten() throws {
    let path = Self.newPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = try SessionRecorder(path: path, title: "", terminal: "")
    recorder.terminal.send(value: .begins(Self.size))
    for number in 0..<1_000 { recorder.terminal.send(value: .output(Array("\(number)\n".utf8)[...])) }
    #expect(recorder.end(within: 60))
    let events = try Event.all(in: String(contentsOfFile: path, encoding: .utf8))
    #expect(events.map(\.text) == (0..<1_000).map { "\($0)\n" })
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.seconds <= $1.seconds })
  }
}
