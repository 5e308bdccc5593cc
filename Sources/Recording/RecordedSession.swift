import Foundation
import Text

/// A recording that has been read.
package struct RecordedSession: Sendable {
  package var head: RecordingHead
  /// In the order of their times; those of the same time in the order of the file.
  package var lines: [RecordingLine]
  /// What should be told of the file although it can be played; `nil` if there is nothing.
  package var remark: SafeText?

  /// A larger file is refused, because it is held in memory.
  private static let sizeLimit = 1 << 30

  /// - Throws: a sentence about a file that cannot be read, or is no recording.
  package init(path: String) throws(RecordingError) {
    let name = SafeText(oneLine: path)
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
    } catch {
      throw RecordingError("give a file that can be read, which \(name) is not")
    }
    guard data.count <= Self.sizeLimit else {
      throw RecordingError("give a recording of at most 1 GiB; \(name) is larger")
    }
    try self.init(data, name: name)
  }

  package init(_ data: Data, name: SafeText) throws(RecordingError) {
    var texts = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let decoder = JSONDecoder()
    // A file of another format need not have this one's fields, so its number is read by itself.
    struct Mark: Decodable { var reactui: String, format: Int }
    guard let first = texts.first, let mark = try? decoder.decode(Mark.self, from: Data(first)),
      mark.reactui == RecordingHead.mark
    else { throw RecordingError("give a file that reactui --record has written, which \(name) is not") }
    guard mark.format == RecordingHead.currentFormat else {
      throw RecordingError(
        "play it with the version that wrote it: \(name) has the format \(mark.format), and this program plays \(RecordingHead.currentFormat)"
      )
    }
    guard let head = try? decoder.decode(RecordingHead.self, from: Data(first)), head.isPlausible else {
      throw RecordingError("give the whole file as it was written: the first line of \(name) is damaged")
    }
    self.head = head
    lines = []
    // After a whole last line there is an empty rest; anything else was cut off in the middle.
    let rest = texts.removeLast()
    if !rest.isEmpty, !texts.isEmpty {
      remark = "\(name) breaks off in line \(texts.count + 1), what comes before is played"
    }
    for (index, text) in texts.enumerated().dropFirst() {
      guard let line = try? decoder.decode(RecordingLine.self, from: Data(text)), line.isPlausible else {
        throw RecordingError(
          "give the file as it was written, or cut it before line \(index + 1): that is damaged (\(name))")
      }
      lines.append(line)
    }
    lines = lines.enumerated().sorted { ($0.element.microseconds, $0.offset) < ($1.element.microseconds, $1.offset) }
      .map(\.element)
  }
}

/// The limits of what is played: a file that a stranger wrote must not hold the machine up.
extension RecordingHead {
  fileprivate var isPlausible: Bool {
    // The years 2001 to 2286.
    (1_000_000_000_000...10_000_000_000_000).contains(time) && abs(utcOffset) <= 86_400
      && RecordingLine.isScreen([terminal.columns, terminal.rows])
  }
}

extension RecordingLine {
  /// A month, in milliseconds.
  private static let timeLimit = 2_700_000_000

  fileprivate var isPlausible: Bool {
    (0...Self.timeLimit).contains(t) && (0..<1000).contains(u ?? 0) && size.map(Self.isScreen) ?? true
      && frame.map { (0...1_000).contains($0.rows) } ?? true
      && ((actions ?? []) + (readings ?? [])).allSatisfy { (0...1000 * Self.timeLimit).contains($0) }
      && head.map { $0.headers.allSatisfy { $0.count == 2 } } ?? true && bytes.map { $0.content != nil } ?? true
  }

  fileprivate static func isScreen(_ size: [Int]) -> Bool {
    size.count == 2 && size.allSatisfy { (1...1_000).contains($0) }
  }
}
