import Foundation
import Testing

@testable import Station

/// A WebSocket client of the plainest kind, which can also break the rules.
struct WebSocketClient: Sendable {
  struct Frame: Equatable {
    var opcode: UInt8
    var isFinal = true
    var bytes: [UInt8]
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var closeCode: Int? { opcode == 8 && bytes.count >= 2 ? Int(bytes[0]) << 8 | Int(bytes[1]) : nil }
  }

  let connection: RawClient
  /// The handshake's answer.
  let head: String

  /// - Parameter headers: further ones, each with its line end.
  init(_ address: StationAddress, path: String = "/wiki", headers: String = "") async throws {
    connection = try await RawClient(address)
    try await connection.send(
      """
      GET \(path) HTTP/1.1\r
      Host: \(address.authority)\r
      \(headers)Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
      Sec-WebSocket-Version: 13\r
      \r

      """)
    head = try await connection.text(through: "\r\n\r\n")
  }

  func send(_ frame: Frame, isMasked: Bool = true) async throws {
    let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    let length = UInt8(frame.bytes.count)
    let header = [(frame.isFinal ? 0x80 : 0) | frame.opcode, (isMasked ? 0x80 : 0) | length]
    let payload = isMasked ? mask + frame.bytes.enumerated().map { $1 ^ mask[$0 % 4] } : frame.bytes
    try await connection.send(bytes: header + payload)
  }

  func next() async throws -> Frame {
    let header = try await connection.bytes(2)
    #expect(header[1] & 0x80 == 0, "a server's frames are not masked")
    var length = Int(header[1])
    if length == 126 {
      length = try await connection.bytes(2).reduce(0) { $0 << 8 | Int($1) }
    } else if length == 127 {
      length = try await connection.bytes(8).reduce(0) { $0 << 8 | Int($1) }
    }
    let bytes = try await connection.bytes(length)
    return Frame(opcode: header[0] & 0x0F, isFinal: header[0] & 0x80 != 0, bytes: bytes)
  }

  /// The next frame's text as the feed's message.
  func message() async throws -> [String: String] {
    let frame = try await next()
    #expect(frame.opcode == 1)
    return try JSONDecoder().decode([String: String].self, from: Data(frame.bytes))
  }
}
