import Clients
import Edits
import Foundation
import Model
import Text

/// An answer of MediaWiki's `rest.php`. An error is recognised by its status and a key in the body.
///
/// Source: wikimedia/mediawiki includes/Rest/ResponseFactory.php.
struct RESTAnswer<Content: Decodable & Sendable>: Envelope {
  /// `nil` if the answer is an error.
  var content: Content?
  private var error: RESTError?

  init(from decoder: any Decoder) throws {
    error = try? RESTError(from: decoder)
    if error == nil { content = try Content(from: decoder) }
  }

  func failure(at now: Date, retryAfter: Date?) -> ServiceError? { error?.failure(at: now, retryAfter: retryAfter) }
}

/// An error of `rest.php`. The key decides what it is, because its messages can be in the wiki's own language.
struct RESTError: Decodable, Sendable {
  var key: String
  var words: String?
  var status: Int?

  private enum Key: String, CodingKey {
    case key = "errorKey"
    case translations = "messageTranslations"
    case status = "httpCode"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    key = try fields.required(.key, .word)
    status = fields.optional(.status)
    let translations = (try? fields.dictionary(.translations, .message)) ?? [:]
    words = translations["en"] ?? translations.min { $0.key < $1.key }?.value
  }

  func failure(at now: Date, retryAfter: Date?) -> ServiceError {
    let words = words.flatMap(ServiceWords.words)
    switch status {
    case 429: return .throttled(Pause(until: retryAfter, words: words, heard: now))
    case 503 where retryAfter != nil: return .pauseRequested(Pause(until: retryAfter, words: words, heard: now))
    case let status? where status >= 500: return .inTrouble(words: words ?? "")
    default: return .refused(name: SafeText(oneLine: key, limit: 60), message: words ?? "")
    }
  }
}

/// The difference between two revisions, as `rest.php` returns it.
///
/// Source: wikimedia/mediawiki-php-wikidiff2 src/lib/InlineJSONFormatter.cpp.
struct ComparePayload: Decodable, Sendable {
  var from: Side?
  var to: Side?
  var rows: [Row]

  struct Side: Decodable, Sendable {
    var sections: [Section]

    private enum Key: CodingKey {
      case sections
    }

    init(from decoder: any Decoder) throws {
      sections = try decoder.container(keyedBy: Key.self).readable(.sections)
    }
  }

  /// A heading, and its byte offset in the text of its side.
  struct Section: Decodable, Sendable {
    var heading: String
    var offset: Int

    private enum Key: CodingKey {
      case heading, offset
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      heading = try fields.required(.heading, .title)
      offset = try fields.required(.offset)
    }
  }

  struct Row: ListedPayload {
    static let plural: SafeText = "lines"

    /// 0 context, 1 added, 2 removed, 3 changed, 4 moved away, 5 moved here.
    var type: Int
    /// The line number on the new side; `nil` for lines that exist only on the old one.
    var number: Int?
    /// Wikitext as it was typed: it is not escaped, and must not be decoded.
    var text: String
    var offset: Offset?
    var ranges: [HighlightRange]
    var move: Move?

    private enum Key: String, CodingKey {
      case type, text, offset
      case number = "lineNumber"
      case ranges = "highlightRanges"
      case move = "moveInfo"
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      type = try fields.required(.type)
      text = try fields.required(.text, .line)
      number = fields.optional(.number).flatMap { (1...Self.lastNumber).contains($0) ? $0 : nil }
      offset = fields.optional(.offset)
      ranges = fields.readable(.ranges)
      move = fields.optional(.move)
    }

    /// The largest line number that is accepted. It is beyond any page, and small enough that sums do not overflow.
    private static let lastNumber = 1 << 31
  }

  struct Offset: Decodable, Sendable {
    var from: Int?
    var to: Int?
  }

  /// A range of UTF-8 bytes in a row's text: added text for type 0, removed text for type 1.
  struct HighlightRange: Decodable, Sendable {
    var start: Int
    var length: Int
    var type: Int
  }

  /// Each end of a move contains the `id` of the other.
  struct Move: Decodable, Sendable {
    var id: String
    var linkId: String

    private enum Key: CodingKey {
      case id, linkId
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      (id, linkId) = (try fields.required(.id, .id), try fields.required(.linkId, .id))
    }
  }

  private enum Key: String, CodingKey {
    case from, to
    case rows = "diff"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    from = fields.optional(.from)
    to = fields.optional(.to)
    rows = try fields.decode(ReadableList<Row>.self, forKey: .rows).elements
  }
}

/// A revision with its text, for showing a new page.
struct RevisionPayload: Decodable, Sendable {
  var source: String

  private enum Key: CodingKey {
    case source
  }

  init(from decoder: any Decoder) throws {
    source = try decoder.container(keyedBy: Key.self).required(.source, .page)
  }
}

extension EditDiff {
  /// Divides the rows into hunks and gives each line its numbers.
  init(_ payload: ComparePayload) {
    var builder = DiffBuilder(sections: Headings(payload.to?.sections), oldSections: Headings(payload.from?.sections))
    var size = 0
    let kept = payload.rows.prefix(Self.lineLimit).prefix { row in
      size += row.text.utf8.count
      return size <= Self.sizeLimit
    }
    for row in kept { builder.add(row) }
    self = builder.diff
    linesLeftOut = payload.rows.count - kept.count
  }
}

/// The headings of a text, in order.
private struct Headings {
  private let sections: [ComparePayload.Section]

  init(_ sections: [ComparePayload.Section]?) {
    self.sections = (sections ?? []).sorted { $0.offset < $1.offset }
  }

  /// The heading above a byte offset, without its markup.
  func heading(at offset: Int) -> SafeText? {
    let index = sections.partitioningIndex { $0.offset > offset }
    guard index > 0 else { return nil }
    let words = sections[index - 1].heading.trimmingCharacters(in: CharacterSet(charactersIn: "= \t"))
    return words.isEmpty ? nil : SafeText(label: words)
  }
}

/// Counts lines and finds the hunks. The service numbers only the new side; a number that does not follow the last one begins
/// a hunk.
private struct DiffBuilder {
  let sections: Headings
  let oldSections: Headings
  private(set) var diff = EditDiff()
  /// The numbers of the next line on each side.
  private var old = 1
  private var new = 1
  /// The line of each end of a move, as its position in its hunk, by the `id` of that end.
  private var ends: [String: (hunk: Int, line: Int)] = [:]

  init(sections: Headings, oldSections: Headings) {
    self.sections = sections
    self.oldSections = oldSections
  }

  mutating func add(_ row: ComparePayload.Row) {
    if let number = row.number, number != new || diff.hunks.isEmpty {
      // Between two hunks, both sides have the same lines.
      old = max(1, old + number - new)
      new = number
      begin(at: row)
    } else if diff.hunks.isEmpty {
      begin(at: row)
    }
    let pieces = row.pieces
    switch row.type {
    case 0: append(.context, old: old, new: new, pieces)
    case 1: append(.added, old: nil, new: new, pieces)
    case 2: append(.removed, old: old, new: nil, pieces)
    case 3: append(.changed, old: old, new: new, pieces)
    case 4:
      append(.movedAway(to: nil), old: old, new: nil, pieces)
      link(row.move)
    case 5:
      append(.movedHere(from: nil), old: nil, new: new, pieces)
      link(row.move)
    // What was done to it is not known, but it is a part of the text.
    default: append(.context, old: nil, new: row.number == nil ? nil : new, pieces)
    }
    switch row.type {
    case 0, 3: (old, new) = (old + 1, new + 1)
    case 1, 5: new += 1
    case 2, 4: old += 1
    default: if row.number != nil { (old, new) = (old + 1, new + 1) }
    }
  }

  private mutating func begin(at row: ComparePayload.Row) {
    let section =
      row.offset.flatMap { offset in
        offset.to.map { sections.heading(at: $0) } ?? offset.from.map { oldSections.heading(at: $0) }
      } ?? nil
    diff.hunks.append(EditDiff.Hunk(section: section, lines: []))
  }

  private mutating func append(_ kind: EditDiff.Line.Kind, old: Int?, new: Int?, _ pieces: [EditDiff.Piece]) {
    diff.hunks[diff.hunks.count - 1].lines.append(EditDiff.Line(kind, old: old, new: new, pieces))
  }

  /// Tells each end of a move where the other is, once both are known.
  private mutating func link(_ move: ComparePayload.Move?) {
    guard let move else { return }
    let here = (hunk: diff.hunks.count - 1, line: (diff.hunks.last?.lines.count ?? 1) - 1)
    ends[move.id] = here
    guard let there = ends[move.linkId], there != here else { return }
    for (one, other) in [(here, there), (there, here)] {
      let partner = diff.hunks[other.hunk].lines[other.line]
      switch diff.hunks[one.hunk].lines[one.line].kind {
      case .movedAway: diff.hunks[one.hunk].lines[one.line].kind = .movedAway(to: partner.newNumber)
      case .movedHere: diff.hunks[one.hunk].lines[one.line].kind = .movedHere(from: partner.oldNumber)
      case .context, .added, .removed, .changed: break
      }
    }
  }
}

extension ComparePayload.Row {
  /// The text, divided at the ends of its ranges. The ranges are first widened to complete characters, sorted, and separated,
  /// so any input is safe.
  fileprivate var pieces: [EditDiff.Piece] {
    guard !ranges.isEmpty else { return text.isEmpty ? [] : [EditDiff.Piece(SafeText(oneLine: text))] }
    let size = text.utf8.count
    var pieces: [EditDiff.Piece] = []
    var end = text.startIndex
    var endOffset = 0
    func add(_ range: Range<String.Index>, _ mark: EditDiff.Piece.Mark) {
      let part = text[range]
      if !part.isEmpty { pieces.append(EditDiff.Piece(SafeText(oneLine: String(part)), mark)) }
    }
    for range in ranges {
      let (last, overflows) = range.start.addingReportingOverflow(range.length)
      let bytes = max(range.start, endOffset)..<max(range.start, endOffset, overflows ? size : min(last, size))
      guard let mark = range.mark, range.length > 0, !bytes.isEmpty, bytes.lowerBound < size else { continue }
      let lower = text.characterStart(atByte: bytes.lowerBound)
      let upper = text.characterEnd(atByte: bytes.upperBound)
      let start = max(lower, end)
      guard start < upper else { continue }
      add(end..<start, .same)
      add(start..<upper, mark)
      end = upper
      endOffset = text.utf8.distance(from: text.startIndex, to: upper)
    }
    add(end..<text.endIndex, .same)
    return pieces
  }
}

extension ComparePayload.HighlightRange {
  fileprivate var mark: EditDiff.Piece.Mark? {
    switch type {
    case 0: .added
    case 1: .removed
    default: nil
    }
  }
}

extension String {
  /// The start of the character that contains a byte. The string must contain the byte.
  fileprivate func characterStart(atByte offset: Int) -> Index {
    let index = utf8.index(startIndex, offsetBy: offset)
    // Both calls round to complete characters, whatever the index is.
    return self.index(before: self.index(after: index))
  }

  /// The end of the character that contains the byte before an offset, at most the string's end.
  fileprivate func characterEnd(atByte offset: Int) -> Index {
    let index = utf8.index(startIndex, offsetBy: offset)
    guard index < endIndex else { return endIndex }
    let start = characterStart(atByte: offset)
    return start == index ? index : self.index(after: start)
  }
}
