/// The parser of `text/event-stream`: bytes in, in pieces cut anywhere, events out.
///
/// It follows the algorithm of the HTML standard, section 9.2.6 "Interpreting an event stream": lines end at LF, CR or
/// CRLF; a leading byte-order mark is skipped; a line with a colon in front is a comment; `data` lines add up; `id`
/// with a NUL in it is ignored; an event goes out at its blank line, and one that the end of the stream cuts off does
/// not. It works on bytes, since a piece may end inside a UTF-8 sequence or between CR and LF (and `"\r\n"` is one
/// `Character` in Swift).
struct ServerSentEvents {
  struct Event: Hashable {
    /// `message` where the stream names no type.
    var type: String
    /// The bytes of the `data` lines, joined by newlines.
    var data: [UInt8]
    /// The id in force at the event's end: its own or the one that an earlier event set.
    var lastID: [UInt8]

    /// The type of what a server sends when it cannot go on, since the status has long been sent.
    static let errorType = "error"
  }

  /// The id to send back as `Last-Event-ID`, byte for byte: that of the last event that was complete and no error; empty
  /// where none had any.
  private(set) var lastEventID: [UInt8] = []
  /// How long the server wants its clients to wait before they connect again, in milliseconds.
  private(set) var retryMilliseconds: Int?

  /// How many events and comments there have been on this connection. Bytes alone do not show that a stream is one: they
  /// may be a page, or compressed.
  private(set) var signCount = 0

  /// An event of more bytes than this is left out instead of collected without bound.
  static let eventSizeLimit = 4 << 20

  /// An id of more bytes than this is not kept, since most servers take no header as long (8 kB is what nginx and Apache
  /// take). The one before it is not, either: to go on from there would be to go back in time.
  static let idSizeLimit = 8 << 10

  private var line: [UInt8] = []
  private var type = ""
  private var data: [UInt8] = []
  private var pendingID: [UInt8] = []
  private var isFirstLine = true
  private var endedWithCarriageReturn = false
  private var isTooLarge = false

  init() {}

  /// A parser for the next connection to the same stream: what the last one set stays, what it left unfinished goes.
  init(resuming last: ServerSentEvents) {
    lastEventID = last.lastEventID
    pendingID = last.lastEventID
    retryMilliseconds = last.retryMilliseconds
  }

  /// Makes the next connection begin with the present.
  mutating func forgetPlace() {
    lastEventID = []
    pendingID = []
  }

  /// Takes the next bytes of the stream and hands out the events that they complete.
  mutating func read(_ bytes: some Collection<UInt8>, then deliver: (Event) -> Void) {
    // A plain buffer, because this looks at every byte of the stream; it does not outlive the call.
    let isContiguous: Void? = bytes.withContiguousStorageIfAvailable { read($0, then: deliver) }
    if isContiguous == nil { Array(bytes).withUnsafeBufferPointer { read($0, then: deliver) } }
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, then deliver: (Event) -> Void) {
    var rest = bytes[...]
    if endedWithCarriageReturn, let first = rest.first {
      endedWithCarriageReturn = false
      if first == .lineFeed { rest.removeFirst() }
    }
    while let end = rest.firstIndex(where: { $0 == .lineFeed || $0 == .carriageReturn }) {
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

  private mutating func take(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    if line.count + data.count + bytes.count > Self.eventSizeLimit {
      isTooLarge = true
      data = []
      line = [.colon]
    }
    if !isTooLarge {
      line.append(contentsOf: bytes)
    } else if line.isEmpty {
      // Enough to tell a blank line from another.
      line.append(contentsOf: bytes.prefix(1))
    }
  }

  private mutating func endLine(then deliver: (Event) -> Void) {
    defer { line.removeAll(keepingCapacity: true) }
    var content = line[...]
    if isFirstLine {
      isFirstLine = false
      if content.starts(with: [0xEF, 0xBB, 0xBF]) { content.removeFirst(3) }
    }
    if content.isEmpty {
      dispatch(then: deliver)
      return
    }
    let colon = content.firstIndex(of: .colon)
    if colon == content.startIndex {
      // A stream is text, and what is no text is no comment.
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
    // What the server tells of its own trouble is no place in the stream: that is where the last message was.
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
