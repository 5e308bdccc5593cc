import Glibc
import Text

/// Parses `text/event-stream`: bytes in, in pieces cut anywhere, events out.
///
/// Implements the algorithm of the HTML standard, section 9.2.6 "Interpreting an event stream": lines end at LF, CR or CRLF;
/// a leading byte-order mark is skipped; a line that begins with a colon is a comment; `data` lines are joined; `id` with a
/// NUL in it is ignored; an event is sent at its blank line, and one that the end of the stream cuts off is not. It works on
/// bytes, because a piece may end inside a UTF-8 sequence or between CR and LF (and `"\r\n"` is one `Character` in
/// Swift).
package struct ServerSentEvents {
  package static let mediaType = "text/event-stream"

  package struct Event: Hashable {
    /// `message` if the stream has no type.
    package var type: String
    /// The bytes of the `data` lines, joined by newlines.
    package var data: [UInt8]
    /// The id at the event's end: its own or that of an earlier event.
    var lastID: [UInt8]

    /// The type of the event that a server sends if it cannot continue, because the status has already been sent.
    package static let errorType = "error"
  }

  /// The id to send back as `Last-Event-ID`, byte for byte: that of the last complete event that was not an error; empty if
  /// none had one.
  package private(set) var lastEventID: [UInt8] = []
  /// The milliseconds that clients must wait before they reconnect.
  package private(set) var retryMilliseconds: Int?

  /// The number of events and comments on this connection. Bytes alone do not prove that it is a stream: they may be a page,
  /// or compressed.
  package private(set) var signCount = 0

  /// A larger event, in bytes, is dropped.
  static let eventSizeLimit = 4 << 20

  /// A longer id, in bytes, is not kept, because most servers accept no longer header (8 kB in nginx and Apache). The
  /// previous one is dropped, too, because resuming from there would repeat events.
  static let idSizeLimit = 8 << 10

  private var line: [UInt8] = []
  private var type = ""
  private var data: [UInt8] = []
  private var pendingID: [UInt8] = []
  private var isFirstLine = true
  private var endedWithCarriageReturn = false
  private var isTooLarge = false

  package init() {}

  /// Creates a parser for the next connection to the same stream: keeps the last one's settings, and drops its unfinished
  /// event.
  package init(resuming last: ServerSentEvents) {
    lastEventID = last.lastEventID
    pendingID = last.lastEventID
    retryMilliseconds = last.retryMilliseconds
  }

  /// Makes the next connection start with the present.
  package mutating func forgetPlace() {
    lastEventID = []
    pendingID = []
  }

  /// Takes the next bytes of the stream and passes on the events that they complete.
  package mutating func read(_ bytes: some Collection<UInt8>, then deliver: (Event) -> Void) {
    // A plain buffer, because every byte of the stream is examined; it does not outlive the call.
    let isContiguous: Void? = bytes.withContiguousStorageIfAvailable { read($0, then: deliver) }
    if isContiguous == nil { Array(bytes).withUnsafeBufferPointer { read($0, then: deliver) } }
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, then deliver: (Event) -> Void) {
    var rest = bytes[...]
    if endedWithCarriageReturn, let first = rest.first {
      endedWithCarriageReturn = false
      if first == .lineFeed { rest.removeFirst() }
    }
    while let end = Self.lineEnd(in: rest) {
      take(rest[..<end])
      var next = end + 1
      if rest[end] == .carriageReturn {
        if next == rest.endIndex {
          endedWithCarriageReturn = true
        } else if rest[next] == .lineFeed {
          next += 1
        }
      }
      rest = rest[next...]
      endLine(then: deliver)
    }
    take(rest)
  }

  /// The index of the first byte that ends a line. The library's search is many times as fast as a loop.
  private static func lineEnd(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    // Every byte of the stream is examined here; the pointers do not leave the function.
    guard let base = bytes.base.baseAddress else { return nil }
    let start = base + bytes.startIndex
    func distance(to byte: UInt8, within count: Int) -> Int? {
      memchr(start, CInt(byte), count).map { UnsafeRawPointer($0) - UnsafeRawPointer(start) }
    }
    let lineFeed = distance(to: .lineFeed, within: bytes.count)
    let end = distance(to: .carriageReturn, within: lineFeed ?? bytes.count) ?? lineFeed
    return end.map { bytes.startIndex + $0 }
  }

  private mutating func take(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    if line.count + data.count + bytes.count > Self.eventSizeLimit {
      isTooLarge = true
      data = []
      line = [.colon]
    }
    if !isTooLarge {
      line.append(contentsOf: bytes)
    } else if line.isEmpty {
      // Enough to distinguish a blank line from others.
      line.append(contentsOf: bytes.prefix(1))
    }
  }

  private mutating func endLine(then deliver: (Event) -> Void) {
    defer { line.removeAll(keepingCapacity: true) }
    var content = line[...]
    if isFirstLine {
      isFirstLine = false
      content = content.withoutByteOrderMark
    }
    if content.isEmpty {
      dispatch(then: deliver)
      return
    }
    let colon = content.firstIndex(of: .colon)
    if colon == content.startIndex {
      // A stream is text, and invalid text is not a comment.
      if (try? UTF8Span(validating: content.span)) != nil { signCount += 1 }
      return
    }
    let name = content[..<(colon ?? content.endIndex)]
    var value = colon.map { content[($0 + 1)...] } ?? []
    if value.first == .space { value.removeFirst() }
    field(name, value)
  }

  private mutating func field(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
    if name.elementsEqual("data".utf8) {
      data.reserveCapacity(data.count + value.count + 1)
      data.append(contentsOf: value)
      data.append(.lineFeed)
    } else if name.elementsEqual("event".utf8) {
      type = String(decoding: value, as: UTF8.self)
    } else if name.elementsEqual("id".utf8) {
      if !value.contains(0) { pendingID = value.count <= Self.idSizeLimit ? Array(value) : [] }
    } else if name.elementsEqual("retry".utf8), !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) {
      retryMilliseconds = Int(String(decoding: value, as: UTF8.self)) ?? retryMilliseconds
    }
  }

  private mutating func dispatch(then deliver: (Event) -> Void) {
    // An error event is not a position in the stream; the last message is.
    if type == Event.errorType { pendingID = lastEventID }
    lastEventID = pendingID
    defer {
      type = ""
      data = []
      isTooLarge = false
    }
    guard !isTooLarge, !data.isEmpty else { return }
    data.removeLast()
    signCount += 1
    deliver(Event(type: type.isEmpty ? "message" : type, data: data, lastID: lastEventID))
  }
}

extension UInt8 {
  fileprivate static let lineFeed = UInt8(ascii: "\n")
  fileprivate static let carriageReturn = UInt8(ascii: "\r")
  fileprivate static let colon = UInt8(ascii: ":")
  fileprivate static let space = UInt8(ascii: " ")
}
