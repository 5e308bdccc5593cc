import Foundation
import Screen

/// A file in asciinema's format, version 2 (https://docs.asciinema.org/manual/asciicast/v2/): a line of JSON for the recording,
/// then one for each event, `[seconds, kind, text]`.
///
/// The file always ends with a whole line, so that it can be played after a crash, or when the disk is full.
struct AsciicastFile: Sendable {
  /// `nil` after an error or the end.
  private var descriptor: Int32?
  private var head: Head
  /// The size of the whole lines.
  private var size = 0
  private var hasBegun = false
  /// Lines that are not written yet.
  private var lines: [UInt8] = []
  private var (output, input) = (TextPieces(), TextPieces())
  /// The error that has ended the file, until it is told.
  private var failure: Int32?

  /// The lines that are written at once, in bytes.
  private static let blockSize = 1 << 20

  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  /// - Parameter date: The date of the recording.
  init(_ descriptor: Int32, title: String, terminal name: String, date: Date) {
    self.descriptor = descriptor
    head = Head(timestamp: Int(date.timeIntervalSince1970), title: title, env: ["TERM": name])
  }

  /// Writes events.
  ///
  /// - Returns: The error that has ended the file, the first time.
  mutating func append(_ waiting: WaitingEvents) -> Int32? {
    for (event, seconds) in waiting.events { append(event, at: seconds) }
    if let lost = waiting.lost { mark("\(lost.count) events are left out: the disk was too slow", at: lost.seconds) }
    write()
    defer { failure = nil }
    return failure
  }

  /// Closes the file.
  ///
  /// - Returns: `nil`: there is nothing to tell any more.
  mutating func end() -> Int32? {
    if let descriptor { close(descriptor) }
    descriptor = nil
    return nil
  }

  private mutating func append(_ event: SessionEvent, at seconds: Double) {
    switch event {
    case .terminal(.begins(let size)):
      (head.width, head.height) = (size.width, size.height)
      hasBegun = true
      add(head)
    case .terminal(.output(let bytes)): add("o", output.take(bytes), at: seconds)
    case .terminal(.input(let bytes)): add("i", input.take(bytes), at: seconds)
    case .terminal(.resized(let size)): add("r", "\(size.width)x\(size.height)", at: seconds)
    case .terminal(.lent): mark("another program has the terminal", at: seconds)
    case .terminal(.returned): mark("the terminal is back", at: seconds)
    case .request(let sentence): mark(sentence.string, at: seconds)
    }
  }

  private mutating func mark(_ label: String, at seconds: Double) { add("m", label, at: seconds) }

  private mutating func add(_ kind: String, _ text: String, at seconds: Double) {
    guard hasBegun, !text.isEmpty else { return }
    add(Line(seconds: seconds, kind: kind, text: text))
  }

  private mutating func add(_ line: some Encodable) {
    // Only numbers that are no numbers cannot be encoded, and a line has none.
    guard descriptor != nil, let text = try? Self.encoder.encode(line) else { return }
    lines += text
    lines.append(UInt8(ascii: "\n"))
    if lines.count >= Self.blockSize { write() }
  }

  /// Writes the lines. After an error nothing more is written, and the file ends with the last whole line.
  private mutating func write() {
    defer { lines = [] }
    guard let descriptor else { return }
    var rest = lines[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0 {
        failure = errno
        let whole = lines[..<rest.startIndex].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        ftruncate(descriptor, size + whole)
        _ = end()
        return
      }
      rest = rest.dropFirst(count)
    }
    size += lines.count
  }
}

extension AsciicastFile {
  private struct Head: Encodable {
    let version = 2
    var width = 0
    var height = 0
    /// Seconds since 1970.
    var timestamp: Int
    var title: String
    var env: [String: String]
  }

  private struct Line: Encodable {
    var seconds: Double
    var kind: String
    var text: String

    func encode(to encoder: any Encoder) throws {
      var line = encoder.unkeyedContainer()
      // Whole microseconds: the digits after them say nothing.
      try line.encode((seconds * 1e6).rounded() / 1e6)
      try line.encode(kind)
      try line.encode(text)
    }
  }
}

/// Text in UTF-8 that comes in pieces, cut anywhere.
struct TextPieces: Sendable {
  /// The beginning of a character whose other bytes have not come.
  private var rest: [UInt8] = []

  /// Returns the text up to the last character that is whole. Bytes that are no UTF-8 are replaced.
  mutating func take(_ bytes: some Collection<UInt8>) -> String {
    let all = rest + bytes
    let end = all.count - Self.unfinishedCount(at: all)
    rest = Array(all[end...])
    return String(decoding: all[..<end], as: UTF8.self)
  }

  /// Returns the number of bytes at the end that begin a character and may go on.
  private static func unfinishedCount(at bytes: [UInt8]) -> Int {
    for (index, byte) in bytes.suffix(3).reversed().enumerated() {
      let count = index + 1
      switch byte {
      case 0x80...0xBF: continue
      case 0xC2...0xDF: return count < 2 ? count : 0
      case 0xE0...0xEF: return count < 3 ? count : 0
      case 0xF0...0xF4: return count
      default: return 0
      }
    }
    return 0
  }
}
