import Foundation
import Model
import NIOHTTP1
import NetTesting
import Station
import Testing
import Text

@testable import Clients
@testable import Edits
@testable import EditsEdge
@testable import Questions
@testable import QuestionsEdge
@testable import RoomsEdge

/// Every decoder against samples that were damaged at random, the same way in every run: whatever comes of it, it is
/// neither a crash nor text that a terminal would obey.
@Suite struct DamagedBytesTests {
  private static let spices: [[UInt8]] = [
    [0x1B, 0x5B], [0x00], [0xC3], [0xF0, 0x9F], [0xED, 0xA0, 0x80], Array("\\ud83d".utf8), Array("\\u0000".utf8),
    Array("1e999".utf8), Array("-99999999999999999999".utf8), Array("null".utf8), Array("[[[[".utf8), Array("}".utf8),
    Array("\"".utf8), Array("<table><tr>".utf8), Array("</".utf8), Array("&#x1b;".utf8), Array("\r\n\r\n".utf8),
    Array("\u{202E}\u{0}".utf8),
  ]

  private func damaged(_ bytes: [UInt8], _ chance: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &chance) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &chance)
      switch Int.random(in: 0..<4, using: &chance) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &chance)
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &chance)))
      case 2: bytes.insert(contentsOf: Self.spices.randomElement(using: &chance) ?? [], at: place)
      default: bytes.removeLast(min(bytes.count, Int.random(in: 1...200, using: &chance)))
      }
    }
    return bytes
  }

  private func expectHarmless(_ text: SafeText) {
    #expect(!text.string.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
  }

  @Test(arguments: try small("stackexchange"))
  func questions(file: String) throws {
    let original = try SampleFiles.bytes(file)
    var chance = SeededGenerator(seed: 1)
    for _ in 0..<40 {
      let bytes = damaged(original, &chance)
      let body = Gzip.isGzip(bytes) ? (try? Gzip.inflated(bytes)) ?? [] : bytes
      let answer = HTTPAnswer(status: 200, headers: HTTPHeaders(), body: body, host: "sample")
      do throws(ServiceError) {
        let payload = try answer.content(StackExchangePayload<QuestionPayload>.self, at: .distantPast)
        for item in payload.items {
          let detail = QuestionDetail(item, site: QuestionFeed.standardSite, answers: item.answers)
          expectHarmless(detail.question.title)
          for run in detail.question.body?.allRuns ?? [] { expectHarmless(run.text) }
        }
      } catch {
        expectHarmless(error.sentence)
      }
    }
  }

  @Test(arguments: try small("eventstreams"))
  func events(file: String) throws {
    let original = try SampleFiles.bytes(file)
    var chance = SeededGenerator(seed: 2)
    for _ in 0..<40 {
      var reader = EventStreamReader(wikis: .all)
      for reading in reader.read(damaged(original, &chance), at: .distantPast) { expectHarmless(reading.event.title) }
    }
  }

  @Test func messages() throws {
    var chance = SeededGenerator(seed: 3)
    for line in try SampleFiles.lines("shinobi-ws/all_seven_types.jsonl") {
      for _ in 0..<100 {
        let bytes = damaged(Array(line.utf8), &chance)
        guard let message = try? LenientJSON.decode(UpdateMessage.self, from: bytes) else { continue }
        if let event = WikiEvent(message, wiki: nil) { expectHarmless(event.title) }
      }
    }
  }

  @Test(arguments: try small("conair"))
  func temperatures(file: String) throws {
    let original = try SampleFiles.bytes(file)
    var chance = SeededGenerator(seed: 4)
    for _ in 0..<100 {
      let points = try? LenientJSON.decode([Attempt<ConAirPoint>].self, from: damaged(original, &chance))
      let readings = ConAirPoint.readings(points?.compactMap(\.value) ?? [])
      #expect(readings.allSatisfy { $0.mean.isFinite })
    }
  }

  /// Files small enough to be tried many times.
  static func small(_ folder: String) throws -> [String] {
    try SampleFiles.entries(of: folder).map(\.file).filter { try SampleFiles.bytes($0).count < 6_000 }
  }
}
