import NIOCore
import NIOHTTP1

/// Lets a server end the lines of its heads with LF alone, as small devices do and as RFC 9112, §2.2, allows to read. The
/// decoder behind it demands CRLF.
///
/// The bytes pass unchanged, except for a CR before each such LF in heads, in the lines of chunks and in trailers. A
/// connection whose first head has none is not followed any further, because only servers that write such heads need it.
/// Nothing is stored but the beginning of one line, so the decoder's limits hold.
///
/// Not `Sendable`: it lives in one connection's pipeline, below the decoder.
final class LineFeedHeads: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private var lines = HeadLines()

  /// Adds the handler to a connection of AsyncHTTPClient, below the codec.
  static func join(_ channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
      try pipeline.addHandler(LineFeedHeads(), position: .before(encoder))
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard lines.isFollowing else { return context.fireChannelRead(data) }
    let buffer = unwrapInboundIn(data)
    context.fireChannelRead(wrapInboundOut(lines.completed(buffer) ?? buffer))
  }
}

/// The place in a server's answers, as far as it decides which LF ends a line of the protocol.
struct HeadLines {
  private enum Place {
    case head
    /// So many bytes of a body, or of a chunk.
    case body(left: Int, isChunk: Bool)
    /// The line after a chunk's data.
    case chunkEnd
    case chunkSize
    case trailer
    /// Bytes up to the end of the connection.
    case rest
  }

  private var place = Place.head
  /// The beginning of the current line, without line ends.
  private var line: [UInt8] = []
  /// Whether the line has more bytes than `line`.
  private var isLong = false
  private var isAfterCarriageReturn = false
  private var hasBareLineFeed = false
  private var head = Head()

  /// The longest line that is looked into. The fields in question are shorter.
  private static let lineLimit = 256

  /// What a head says about its body.
  private struct Head {
    var status: Int?
    var length: Int?
    var isChunked = false
  }

  /// Whether the next bytes matter.
  var isFollowing: Bool { if case .rest = place { false } else { true } }

  /// Returns the bytes with a CR before each LF that needs one; `nil` if none does.
  mutating func completed(_ buffer: ByteBuffer) -> ByteBuffer? {
    var places: [Int] = []
    let bytes = buffer.readableBytesView
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch place {
      case .rest: index = bytes.endIndex
      case .body(let left, let isChunk):
        let count = min(left, bytes.endIndex - index)
        index += count
        if count < left {
          place = .body(left: left - count, isChunk: isChunk)
        } else {
          place = isChunk ? .chunkEnd : .head
        }
      case .head, .chunkSize, .chunkEnd, .trailer:
        let byte = bytes[index]
        if byte == UInt8(ascii: "\n") {
          if !isAfterCarriageReturn {
            hasBareLineFeed = true
            places.append(index)
          }
          endLine()
        } else if byte != UInt8(ascii: "\r") {
          if line.count < Self.lineLimit { line.append(byte) } else { isLong = true }
        }
        isAfterCarriageReturn = byte == UInt8(ascii: "\r")
        index += 1
      }
    }
    guard !places.isEmpty else { return nil }
    var result = ByteBufferAllocator().buffer(capacity: buffer.readableBytes + places.count)
    var start = bytes.startIndex
    for place in places {
      result.writeBytes(bytes[start..<place])
      result.writeStaticString("\r")
      start = place
    }
    result.writeBytes(bytes[start...])
    return result
  }

  private mutating func endLine() {
    defer {
      line.removeAll(keepingCapacity: true)
      isLong = false
    }
    switch place {
    case .head where line.isEmpty: if head.status != nil { endHead() }
    case .head: takeHeadLine()
    case .chunkSize:
      let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
      switch Int(String(decoding: digits, as: UTF8.self), radix: 16) {
      case 0: place = .trailer
      case let count? where count > 0: place = .body(left: count, isChunk: true)
      // The decoder refuses it.
      default: place = .rest
      }
    case .chunkEnd: place = .chunkSize
    case .trailer where line.isEmpty: beginHead()
    case .trailer, .body, .rest: break
    }
  }

  private mutating func takeHeadLine() {
    let text = String(decoding: line, as: UTF8.self)
    guard head.status != nil else {
      let words = text.unicodeScalars.split(separator: " ", maxSplits: 2).map { String($0) }
      head.status = words.count > 1 ? Int(words[1]) ?? 0 : 0
      return
    }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return }
    let value = text.utf8[colon...].dropFirst()
    switch text[..<colon].lowercased() {
    case "content-length":
      head.length = isLong ? nil : Int(String(decoding: value, as: UTF8.self).filter { !$0.isWhitespace })
    case "transfer-encoding": head.isChunked = String(decoding: value, as: UTF8.self).lowercased().contains("chunked")
    default: break
    }
  }

  private mutating func endHead() {
    let head = head
    switch head.status ?? 0 {
    // What follows is another protocol.
    case 101: place = .rest
    case 100..<200: beginHead()
    case _ where !hasBareLineFeed: place = .rest
    case 204, 304: beginHead()
    default:
      self.head = Head()
      if head.isChunked {
        place = .chunkSize
      } else if let length = head.length, length >= 0 {
        place = length == 0 ? .head : .body(left: length, isChunk: false)
      } else {
        place = .rest
      }
    }
  }

  private mutating func beginHead() {
    head = Head()
    place = .head
  }
}
