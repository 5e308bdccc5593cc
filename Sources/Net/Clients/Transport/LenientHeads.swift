import NIOCore
import NIOHTTP1

/// Lets a server write its heads, chunks and trailers as loosely as RFC 9112 allows a client to read them, or as every other
/// client reads them (``HeadLines``). The decoder behind it is strict, because it is made for servers, whose clients are to be
/// distrusted; here an answer belongs to the only request of its connection.
///
/// Bodies pass unchanged. At most one line is stored, up to a limit, after which the bytes pass as they come; so the decoder's
/// limits hold.
///
/// Not `Sendable`: it lives in one connection's pipeline, below the decoder.
final class LenientHeads: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private var lines = HeadLines()

  /// Adds the handler to a connection of AsyncHTTPClient, below the codec.
  static func join(_ channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
      try pipeline.addHandler(LenientHeads(), position: .before(encoder))
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let buffer = lines.strict(unwrapInboundIn(data))
    if buffer.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(buffer)) }
  }
}

/// Answers of a server as they come, written again as a strict decoder wants them.
///
/// | what comes | what becomes of it | why |
/// | --- | --- | --- |
/// | a line that ends in LF alone, or in CR CR LF | ends in CR LF | RFC 9112, §2.2 |
/// | `http/1.1  200`, `HTTP/2 200` | `HTTP/1.1 200` | curl |
/// | a field that goes on in the next line, after blanks | one line | §5.2 |
/// | blanks between a name and its colon | left out | §5.1 |
/// | a field without a colon, or whose name has other characters than names may have | left out | browsers |
/// | control characters in a value | blanks | RFC 9110, §5.5 |
/// | the same length several times | once | RFC 9110, §8.6 |
/// | a length beside chunks | the chunks count | §6.3 |
/// | `Transfer-Encoding: identity` | left out | RFC 2616, §3.6 |
/// | the size of a chunk with blanks or extensions behind it | the size alone | §7.1.1, curl |
///
/// What cannot be understood passes unchanged, with all that follows, and the decoder refuses it.
struct HeadLines {
  private enum Place {
    case status
    case fields
    /// So many bytes of a body, or of a chunk.
    case body(left: Int, isChunk: Bool)
    /// The line after a chunk's data.
    case chunkEnd
    case chunkSize
    case trailer
    /// Bytes up to the end of the connection.
    case rest
  }

  private var place = Place.status
  /// The current line, without its end.
  private var line: [UInt8] = []
  /// Whether the line has ended, and goes on if the next one begins with a blank.
  private var hasEnded = false
  /// Carriage returns that belong to the end of the line if a line feed follows.
  private var returns = 0
  private var head = Head()

  /// The longest line that is looked at. Curl reads 100 KB, and no server writes that.
  private static let lineLimit = 65_536

  /// What a head says about its body. The fields are passed on at its end.
  private struct Head {
    var status = 0
    var lengths: [String] = []
    var codings: [String] = []
  }

  /// Returns what a strict decoder reads of the bytes.
  mutating func strict(_ buffer: ByteBuffer) -> ByteBuffer {
    switch place {
    case .rest: return buffer
    case .body(let left, let isChunk) where left > buffer.readableBytes:
      place = .body(left: left - buffer.readableBytes, isChunk: isChunk)
      return buffer
    default: break
    }
    var result = ByteBufferAllocator().buffer(capacity: buffer.readableBytes + 16)
    let bytes = buffer.readableBytesView
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch place {
      case .rest:
        result.writeBytes(bytes[index...])
        index = bytes.endIndex
      case .body(let left, let isChunk):
        let end = index + min(left, bytes.endIndex - index)
        result.writeBytes(bytes[index..<end])
        place =
          end - index < left
          ? .body(left: left - (end - index), isChunk: isChunk) : isChunk ? .chunkEnd : .status
        index = end
      case .status, .fields, .chunkSize, .chunkEnd, .trailer:
        take(bytes[index], &result)
        index += 1
      }
    }
    return result
  }

  private mutating func take(_ byte: UInt8, _ result: inout ByteBuffer) {
    if hasEnded {
      hasEnded = false
      if Self.isBlank(byte) {
        line.append(UInt8(ascii: " "))
        return
      }
      takeField(&result)
    }
    switch byte {
    case UInt8(ascii: "\r"): returns += 1
    case UInt8(ascii: "\n"):
      returns = 0
      endLine(&result)
    default:
      if returns > 0 { line.append(UInt8(ascii: " ")) }
      returns = 0
      line.append(byte)
      if case .status = place, !Self.mayBeStatus(line) { return giveUp(&result) }
    }
    if line.count + returns > Self.lineLimit { giveUp(&result) }
  }

  private mutating func endLine(_ result: inout ByteBuffer) {
    switch place {
    case .status: takeStatus(&result)
    case .fields where line.isEmpty: endHead(&result)
    case .trailer where line.isEmpty:
      result.writeStaticString("\r\n")
      place = .status
    case .fields, .trailer: hasEnded = true
    case .chunkSize: takeChunkSize(&result)
    case .chunkEnd where line.isEmpty:
      result.writeStaticString("\r\n")
      place = .chunkSize
    case .chunkEnd: giveUp(&result, isWholeLine: true)
    case .body, .rest: break
    }
  }

  /// Passes on what has come and all that follows.
  private mutating func giveUp(_ result: inout ByteBuffer, isWholeLine: Bool = false) {
    for length in head.lengths { result.writeString("Content-Length: \(length)\r\n") }
    if !head.codings.isEmpty { writeCodings(&result) }
    result.writeBytes(line)
    result.writeRepeatingByte(UInt8(ascii: "\r"), count: returns)
    if isWholeLine { result.writeStaticString("\r\n") }
    (line, returns, hasEnded, head) = ([], 0, false, Head())
    place = .rest
  }

  // MARK: - Heads

  /// Whether a line may be the beginning of an HTTP answer's: of another protocol nothing is waited for.
  private static func mayBeStatus(_ line: [UInt8]) -> Bool {
    zip(line.prefix(5), "http/".utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }

  private mutating func takeStatus(_ result: inout ByteBuffer) {
    // Empty lines may be left over from the answer before.
    guard !line.isEmpty else {
      result.writeStaticString("\r\n")
      return
    }
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard words.count > 1, words[1].count == 3, words[1].allSatisfy(Self.isDigit),
      let status = Int(String(decoding: words[1], as: UTF8.self)),
      let version = Self.version(words[0].dropFirst(5))
    else { return giveUp(&result, isWholeLine: true) }
    head = Head()
    head.status = status
    result.writeString("HTTP/\(version) ")
    result.writeBytes(words[1])
    result.writeStaticString(" ")
    if words.count > 2 { result.writeBytes(Self.text(words[2])) }
    result.writeStaticString("\r\n")
    line.removeAll(keepingCapacity: true)
    place = .fields
  }

  /// Returns the version to read an answer by; `nil` for one that is not known.
  private static func version(_ text: some Collection<UInt8>) -> String? {
    let text = String(decoding: text, as: UTF8.self)
    return text == "1.0" ? text : ["1.1", "2", "2.0"].contains(text) ? "1.1" : nil
  }

  private mutating func takeField(_ result: inout ByteBuffer) {
    defer { line.removeAll(keepingCapacity: true) }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
    let name = Self.trimmed(line[..<colon])
    guard !name.isEmpty, name.allSatisfy(Self.isOfName) else { return }
    let value = Self.trimmed(Self.text(line[line.index(after: colon)...])[...])
    switch String(decoding: name, as: UTF8.self).lowercased() {
    case "content-length": head.lengths += Self.elements(value)
    case "transfer-encoding": head.codings += Self.elements(value).filter { $0.lowercased() != "identity" }
    default:
      result.writeBytes(name)
      result.writeStaticString(": ")
      result.writeBytes(value)
      result.writeStaticString("\r\n")
    }
  }

  private mutating func endHead(_ result: inout ByteBuffer) {
    var next = Place.rest
    switch head.status {
    // What follows is another protocol.
    case 101: break
    case 100..<200, 204, 304: next = .status
    case _ where !head.codings.isEmpty:
      writeCodings(&result)
      if head.codings.last?.lowercased() == "chunked" { next = .chunkSize }
    case _ where !head.lengths.isEmpty:
      let numbers = Set(head.lengths.map { $0.utf8.allSatisfy(Self.isDigit) ? Int($0) : nil })
      guard numbers.count == 1, let number = numbers.first, let length = number else {
        // The decoder refuses it.
        for length in head.lengths { result.writeString("Content-Length: \(length)\r\n") }
        break
      }
      result.writeString("Content-Length: \(length)\r\n")
      next = length == 0 ? .status : .body(left: length, isChunk: false)
    default: break
    }
    result.writeStaticString("\r\n")
    head = Head()
    place = next
  }

  private func writeCodings(_ result: inout ByteBuffer) {
    result.writeString("Transfer-Encoding: \(head.codings.joined(separator: ", "))\r\n")
  }

  // MARK: - Chunks

  private mutating func takeChunkSize(_ result: inout ByteBuffer) {
    let digits = line.prefix { Self.isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20) }
    let next = line[digits.endIndex...].first { !Self.isBlank($0) }
    guard next == nil || next == UInt8(ascii: ";"), let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return giveUp(&result, isWholeLine: true) }
    result.writeBytes(digits)
    result.writeStaticString("\r\n")
    line.removeAll(keepingCapacity: true)
    head = Head()
    place = size == 0 ? .trailer : .body(left: size, isChunk: true)
  }

  // MARK: - Characters

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Whether a byte may be in the name of a field (RFC 9110, §5.6.2).
  private static func isOfName(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }

  /// Returns text with blanks in place of control characters.
  private static func text(_ bytes: some Collection<UInt8>) -> [UInt8] {
    bytes.map { $0 < 0x20 && $0 != UInt8(ascii: "\t") || $0 == 0x7F ? UInt8(ascii: " ") : $0 }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let begin = bytes.drop(while: isBlank)
    return begin.prefix((begin.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? begin.startIndex) - begin.startIndex)
  }

  /// Returns the elements of a list with commas.
  private static func elements(_ value: ArraySlice<UInt8>) -> [String] {
    value.split(separator: UInt8(ascii: ",")).map { String(decoding: trimmed($0), as: UTF8.self) }
      .filter { !$0.isEmpty }
  }
}
