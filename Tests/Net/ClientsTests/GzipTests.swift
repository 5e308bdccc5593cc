import Foundation
import NetTesting
import Testing

@testable import Clients

@Suite struct GzipTests {
  private let compressed: [UInt8]

  init() throws { compressed = try SampleFiles.bytes("stackexchange/body_gzip.json.gz") }

  @Test func aBodyThatIsCutIsSaidToBeTruncated() {
    for count in [2, 10, 11, compressed.count / 2, compressed.count - 1] {
      #expect(throws: Inflation.Failure.truncated) { try Gzip.inflated(Array(compressed.prefix(count))) }
    }
  }

  @Test func aBodyThatIsDamagedIsSaidToBe() {
    var bytes = compressed
    bytes[bytes.count / 2] ^= 0xFF
    #expect(throws: Inflation.Failure.self) { try Gzip.inflated(bytes) }
    #expect(throws: Inflation.Failure.damaged) {
      try Gzip.inflated([0x1F, 0x8B] + [UInt8](repeating: 0xFF, count: 40))
    }
  }

  @Test func aBodyThatWouldFillTheMemoryIsRefused() throws {
    let size = try Gzip.inflated(compressed).count
    #expect(throws: Inflation.Failure.tooLarge) { try Gzip.inflated(compressed, limit: size - 1) }
    #expect(try Gzip.inflated(compressed, limit: size).count == size)
  }
}
