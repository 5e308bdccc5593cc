import Text

/// What an edit changed in the text of a page, in lines of wikitext.
public struct EditDiff: Sendable, Hashable {
  /// In the order of the text. Between two of them nothing was changed.
  public var hunks: [Hunk]
  /// Lines that were too many to be kept.
  public var linesLeftOut: Int

  /// Neighbouring lines.
  public struct Hunk: Sendable, Hashable {
    /// The heading above the first line; `nil` before the first one.
    public var section: SafeText?
    public var lines: [Line]

    public init(section: SafeText? = nil, lines: [Line]) {
      self.section = section
      self.lines = lines
    }
  }

  public struct Line: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
      case context, added, removed
      /// Some words of it were changed. The old line is its text without the pieces that were added, the new line its text
      /// without those that were removed.
      case changed
      /// It went elsewhere, or came from elsewhere, with the number of the line there where that is known.
      case movedAway(to: Int?)
      case movedHere(from: Int?)
    }

    public var kind: Kind
    /// Counted from 1; `nil` on the side that does not have the line.
    public var oldNumber: Int?
    public var newNumber: Int?
    public var pieces: [Piece]

    public init(_ kind: Kind, old: Int?, new: Int?, _ pieces: [Piece]) {
      self.kind = kind
      (oldNumber, newNumber) = (old, new)
      self.pieces = pieces
    }
  }

  /// A part of a line.
  public struct Piece: Sendable, Hashable {
    public enum Mark: Sendable, Hashable {
      case same, added, removed
    }

    public var text: SafeText
    public var mark: Mark

    public init(_ text: SafeText, _ mark: Mark = .same) {
      self.text = text
      self.mark = mark
    }
  }

  public init(hunks: [Hunk] = [], linesLeftOut: Int = 0) {
    self.hunks = hunks
    self.linesLeftOut = linesLeftOut
  }

  /// The diff of a new page: all of its lines were added.
  ///
  /// - Parameter limit: the most lines that are kept.
  public init(newPage source: String, limit: Int = EditDiff.lineLimit) {
    let lines = SafeText.lines(of: source)
    let kept = lines.prefix(limit).enumerated().map { index, text in
      Line(.added, old: nil, new: index + 1, text.isEmpty ? [] : [Piece(text)])
    }
    self.init(hunks: kept.isEmpty ? [] : [Hunk(lines: kept)], linesLeftOut: lines.count - kept.count)
  }

  /// More lines are not kept of a diff: a page has 2 MB at most, and a line that says something some 50 bytes.
  public static let lineLimit = 50_000

  /// Bytes of all its texts.
  public var size: Int {
    hunks.reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.pieces.reduce(0) { $0 + $1.text.string.utf8.count } } }
  }
}
