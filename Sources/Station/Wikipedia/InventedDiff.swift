import Foundation

/// The changes of an invented edit: wikitext that fits its page's title and adds or removes exactly as many bytes as the edit
/// says. The same edit always has the same text.
struct InventedDiff {
  /// A part of a changed line.
  struct Part {
    enum Mark {
      case same, added, removed
    }

    var text: String
    var mark = Mark.same
  }

  enum Row {
    case context(String)
    case added(String)
    case removed(String)
    case changed([Part])
  }

  private(set) var rows: [Row] = []
  /// The number of the first row's line, on both sides.
  private(set) var firstLine = 1
  /// The text of a page that the edit created; `nil` for other edits.
  private(set) var source: String?
  /// The heading above the rows.
  private(set) var section = ""

  private var random: SeededGenerator
  private let title: String

  /// - Returns: `nil` for an event that is not an edit of a page.
  init?(_ event: FeedEvent) {
    random = SeededGenerator(seed: UInt64(event.newRevision))
    title = event.change.title
    switch event.change.kind {
    case .edit(let old, let new): invent(adding: new - old)
    case .new(let length): source = text(ofBytes: length)
    case .log, .categorize, .canary, .note: return nil
    }
  }

  private mutating func invent(adding bytes: Int) {
    section = Self.sections[pick(Self.sections.count)]
    firstLine = 3 + pick(80)
    let (old, new) = Self.words[pick(Self.words.count)]
    rows = [
      .context("== \(section) =="), .context(""),
      .changed([
        Part(text: "'''\(title)''' is said to be "), Part(text: old, mark: .removed), Part(text: new, mark: .added),
        Part(text: " by most sources.<ref>{{cite book |title=A Survey |year=\(1900 + pick(120))}}</ref>"),
      ]),
      .context(""), .context(sentence()),
    ]
    let rest = bytes - new.utf8.count + old.utf8.count
    // The end of each line is a byte.
    for line in lines(ofBytes: abs(rest)) { rows.append(rest > 0 ? .added(line) : .removed(line)) }
    rows += [.context(sentence()), .context("")]
  }

  /// Returns lines of a total size, line ends included.
  private mutating func lines(ofBytes bytes: Int) -> [String] {
    var lines: [String] = []
    var left = bytes
    while left > 0 {
      let length = min(left - 1, 80 + pick(400))
      lines.append(words(ofBytes: length))
      left -= length + 1
    }
    return lines
  }

  private mutating func text(ofBytes bytes: Int) -> String {
    let head = "'''\(title)''' is a subject.\n\n== History ==\n"
    guard head.utf8.count < bytes else { return words(ofBytes: bytes) }
    return head + lines(ofBytes: bytes - head.utf8.count).map { $0 + "\n" }.joined()
  }

  private mutating func words(ofBytes bytes: Int) -> String {
    var text = ""
    while text.utf8.count < bytes { text += (text.isEmpty ? "" : " ") + sentence() }
    let (kept, rest) = (text.utf8.prefix(bytes), text.utf8.dropFirst(bytes))
    guard let next = rest.first, next != UInt8(ascii: " "), let blank = kept.lastIndex(of: UInt8(ascii: " ")) else {
      return String(decoding: kept, as: UTF8.self)
    }
    // Blanks, which nobody sees, in place of a word that would be cut.
    return String(decoding: kept[...blank], as: UTF8.self)
      + String(repeating: " ", count: kept.distance(from: blank, to: kept.endIndex) - 1)
  }

  /// In ASCII, so that it can be cut anywhere.
  private mutating func sentence() -> String { Self.sentences[pick(Self.sentences.count)] }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private static let sections = ["History", "Geography", "Career", "Reception", "See also", "Description"]
  private static let words = [
    ("large", "small"), ("the oldest", "one of the oldest"), ("well known", "little known"), ("recieved", "received"),
    ("Zurich", "Zürich"), ("notable", "worth a visit"), ("its the first", "the first"),
  ]
  private static let sentences = [
    "The first mention is found in a letter of the year before.", "It was rebuilt twice, and opened again in May.",
    "Several [[author]]s have written about it since.", "* [[List of related articles]]",
    "Its name comes from a word that nobody uses any more.{{citation needed}}",
    "The municipality has owned it since then, with a short break.", "Visitors come from all over the region.",
    "A second edition followed, with few changes.", "{{main|Timeline}}",
  ]
}

extension InventedDiff {
  /// The rows of the table that `action=compare` returns. Source: wikimedia/mediawiki-php-wikidiff2
  /// src/lib/TableFormatter.cpp.
  var table: String {
    let number = #"<td colspan="2" class="diff-lineno">Line \#(firstLine):</td>"#
    return "<tr>\(number)\(number)</tr>\n" + rows.map { "<tr>\(Self.cells(of: $0))</tr>\n" }.joined()
  }

  private static func cells(of row: Row) -> String {
    switch row {
    case .context(let text):
      return cell("context", "deleted", "", escaped(text)) + cell("context", "added", "", escaped(text))
    case .added(let text):
      return #"<td colspan="2" class="diff-empty diff-side-deleted"></td>"#
        + cell("addedline", "added", "+", escaped(text))
    case .removed(let text):
      return cell("deletedline", "deleted", "\u{2212}", escaped(text))
        + #"<td colspan="2" class="diff-empty diff-side-added"></td>"#
    case .changed(let parts):
      func side(_ own: Part.Mark, _ tag: String) -> String {
        parts.filter { $0.mark == .same || $0.mark == own }
          .map { $0.mark == .same ? escaped($0.text) : "<\(tag) class=\"diffchange\">\(escaped($0.text))</\(tag)>" }
          .joined()
      }
      return cell("deletedline", "deleted", "\u{2212}", side(.removed, "del"))
        + cell("addedline", "added", "+", side(.added, "ins"))
    }
  }

  private static func cell(_ name: String, _ side: String, _ sign: String, _ text: String) -> String {
    let content = text.isEmpty ? "<br />" : "<div>\(text)</div>"
    return
      #"<td class="diff-marker" data-marker="\#(sign)"></td><td class="diff-\#(name) diff-side-\#(side)">\#(content)</td>"#
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
