import Foundation
import NetTesting
import Testing

@testable import Clients

@Suite struct InflationTests {
  private let compressed: [UInt8]
  private let plain: [UInt8]

  init() throws {
    compressed = try SampleFiles.bytes("stackexchange/body_gzip.json.gz")
    plain = try Gzip.inflated(compressed)
  }

  private func inflated(_ pieces: [ArraySlice<UInt8>]) throws(Inflation.Failure) -> [UInt8] {
    var inflation = try Inflation()
    var output: [UInt8] = []
    for piece in pieces { try inflation.read(piece) { output.append(contentsOf: $0) } }
    return output
  }

  @Test(arguments: [1, 2, 7, 100, 100_000])
  func itDoesNotMatterWhereTheBytesAreCut(size: Int) throws {
    let pieces = stride(from: 0, to: compressed.count, by: size).map {
      compressed[$0..<min($0 + size, compressed.count)]
    }
    #expect(try inflated(pieces) == plain)
  }

  @Test func oneAfterTheOtherIsOneText() throws {
    #expect(try inflated([(compressed + compressed)[...]]) == plain + plain)
    #expect(try inflated([compressed[...], [], compressed[...]]) == plain + plain)
  }

  /// Found by fuzzing: padding that was cut before a byte with which gzip may begin was taken for another text.
  @Test func paddingIsPaddingWhereverItIsCut() throws {
    #expect(try inflated([compressed[...], [0], Array("\u{1F}x".utf8)[...]]) == plain)
    #expect(try inflated([(compressed + [0, 0x1F, 0x78])[...]]) == plain)
  }

  @Test func damageIsSaid() {
    #expect(throws: Inflation.Failure.damaged) {
      try inflated([[0x1F, 0x8B], [UInt8](repeating: 0xFF, count: 40)[...]])
    }
    #expect(throws: Inflation.Failure.damaged) { try inflated([Array(":ok\n\n".utf8)[...]]) }
  }

  @Test func whatUnfoldsALotIsHandedOutInPieces() throws {
    var inflation = try Inflation()
    var sizes: [Int] = []
    try inflation.read(Self.millionZeros) { sizes.append($0.count) }
    #expect(sizes.reduce(0, +) == 1_000_000)
    #expect(sizes.allSatisfy { $0 <= Inflation.pieceSize })
  }

  /// A million zeros in a thousand bytes, as zlib writes them (RFC 1950).
  static let millionZeros: [UInt8] =
    [
      0x78, 0xDA, 0xED, 0xC1, 0x01, 0x01, 0x00, 0x00, 0x00, 0x82, 0x20, 0xFF, 0xAF, 0x6E, 0x48, 0x40, 0x01,
    ] + [UInt8](repeating: 0, count: 968) + [0xAF, 0x06, 0x43, 0x21, 0x00, 0x01]
}
