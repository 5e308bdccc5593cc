import Foundation

/// Little that becomes much.
enum Bombs {
  /// Some 64 KiB of gzip, which become 64 MiB; RFC 1952, §2.2 allows any number of them in a row.
  static let member: [UInt8] = {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sh", "-c", "head -c 67108864 /dev/zero | gzip -9"]
    process.standardOutput = output
    guard (try? process.run()) != nil else { return [] }
    let bytes = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    return Array(bytes)
  }()

  /// The beginning of a WebSocket message (RFC 6455, §5.2) of so many bytes.
  static func message(of size: Int) -> [UInt8] {
    [0x81, 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
  }

  /// A piece of a message that goes on, of 1,024 bytes; not the first one.
  static let piece: [UInt8] = [0x00, 126, 0x04, 0x00] + Array(repeating: UInt8(ascii: "x"), count: 1_024)
  /// The first piece of such a message, of no bytes.
  static let firstPiece: [UInt8] = [0x01, 0]
}
