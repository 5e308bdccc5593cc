import Text

/// The changes of an edit to the text of a page, in lines of wikitext.
public struct EditDiff: Sendable, Hashable {
  /// In the order of the text. The lines between two hunks did not change.
  public var hunks: [Hunk]
  /// The number of lines that were dropped because there were too many.
  public var linesLeftOut: Int

  /// Neighbouring lines.
  public struct Hunk: Sendable, Hashable {
    /// The heading above the first line; `nil` before the first heading.
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
      /// Some words were changed. The old line is the text without the added pieces, the new line the text without the
      /// removed ones.
      case changed
      /// The line was moved, with the number of the other line if that is known.
      case movedAway(to: Int?)
      case movedHere(from: Int?)
    }

    public var kind: Kind
    /// Counted from 1; `nil` on the side without the line.
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

  /// Creates the diff of a new page: all of its lines were added.
  ///
  /// - Parameter limit: The most lines kept.
  public init(newPage source: String, limit: Int = EditDiff.lineLimit) {
    let lines = SafeText.lines(of: source)
    let kept = lines.prefix(limit).enumerated().map { index, text in
      let text = SafeText(text, limit: .line)
      return Line(.added, old: nil, new: index + 1, text.isEmpty ? [] : [Piece(text)])
    }
    self.init(hunks: kept.isEmpty ? [] : [Hunk(lines: kept)], linesLeftOut: lines.count - kept.count)
  }

  /// The most lines of a diff that are kept: a page has at most 2 MB, and a meaningful line some 50 bytes.
  public static let lineLimit = 50_000

  /// The most bytes of text of a diff that are kept: those of the old page and of the new one, with room for wider letters.
  public static let sizeLimit = 3 * TextLimit.page.scalars

  /// The size of all texts in bytes.
  public var size: Int {
    hunks.reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.pieces.reduce(0) { $0 + $1.text.string.utf8.count } } }
  }
}

extension EditDiff {
  /// The changes as lines of text with a sign, as diff(1) prints them; for programs.
  public var plain: SafeText { plainLines.map { "\($0)\n" }.joined() }

  /// The lines of ``plain``, with an empty one between two hunks.
  public var plainLines: [SafeText] {
    Array(
      hunks.map { hunk -> [SafeText] in
        let head: [SafeText] = hunk.section.map { ["@@ \($0)"] } ?? []
        return head + hunk.lines.flatMap(\.plain)
      }
      .joined(separator: [""]))
  }
}

extension EditDiff.Line {
  fileprivate var plain: [SafeText] {
    func text(without mark: EditDiff.Piece.Mark?) -> SafeText { pieces.filter { $0.mark != mark }.map(\.text).joined() }
    return switch kind {
    case .context: ["  \(text(without: nil))"]
    case .added, .movedHere: ["+ \(text(without: nil))"]
    case .removed, .movedAway: ["- \(text(without: nil))"]
    case .changed: ["- \(text(without: .added))", "+ \(text(without: .removed))"]
    }
  }
}
