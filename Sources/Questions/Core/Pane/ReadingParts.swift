import Foundation
import PaneKit
import Screen
import Text

/// A link or a block of code of an open question that can be opened or copied.
struct ReadingPart: Sendable, Hashable {
  enum Content: Sendable, Hashable {
    /// A link with its number in the text.
    case link(Int, SafeText)
    case code([SafeText])
  }

  var content: Content
  /// The answer that contains it, counted from 1; `nil` for the question.
  var answer: Int?
  /// Whether it is in a comment on that post.
  var isInComment = false

  /// The text to copy.
  var text: SafeText {
    switch content {
    case .link(_, let target): target
    case .code(let lines): lines.joined(separator: "\n")
    }
  }

  /// The page of a link; `nil` if a browser cannot show it.
  var page: URL? {
    guard case .link(_, let target) = content, let url = URL(string: target.string), url.isWebPage else { return nil }
    return url
  }

  /// - Parameter number: What identifies the choice in its list.
  func choice(_ number: Int, _ glyphs: GlyphSet) -> Choice {
    let post: SafeText = answer.map { "answer \($0)" } ?? "question"
    let place: SafeText = isInComment ? "comment on \(post)" : post
    switch content {
    case .link(let link, let target):
      return Choice(id: "\(number)", title: "[\(link)] \(target)", detail: place)
    case .code(let lines):
      let first = lines.first { !$0.string.allSatisfy(\.isWhitespace) } ?? ""
      let count = SafeText(lines.count, "line", "lines")
      let line = SafeText(oneLine: String(first.string.drop { $0 == " " }))
      return Choice(
        id: "\(number)", title: "\(SafeText(oneLine: glyphs.codeBar.string)) \(line)",
        detail: "\(count) \(glyphs.dot) \(place)")
    }
  }
}

extension ReadingPart {
  /// Returns all parts of a question in the order of its text: each link once, at its first place.
  static func all(
    of question: Question, _ answers: [Answer], _ comments: LoadedComments = LoadedComments()
  ) -> [ReadingPart] {
    var collector = Collector()
    if let body = question.body { collector.collect(body.blocks, of: body) }
    collector.collect(comments.comments(on: question.id))
    for (index, answer) in answers.enumerated() {
      collector.answer = index + 1
      collector.collect(answer.body.blocks, of: answer.body)
      collector.collect(comments.comments(on: answer.id))
    }
    return collector.parts
  }

  private struct Collector {
    var parts: [ReadingPart] = []
    var answer: Int?
    private var isInComment = false
    private var numbers = LinkNumbers()

    mutating func collect(_ comments: [Comment]?) {
      isInComment = true
      for comment in comments ?? [] { collect(comment.body.blocks, of: comment.body) }
      isInComment = false
    }

    mutating func collect(_ blocks: [RichText.Block], of text: RichText) {
      for block in blocks {
        switch block {
        case .paragraph(let runs), .heading(_, let runs): collect(runs, of: text)
        case .code(let lines, _):
          parts.append(ReadingPart(content: .code(lines), answer: answer, isInComment: isInComment))
        case .quote(let blocks): collect(blocks, of: text)
        case .list(_, _, let items): for item in items { collect(item, of: text) }
        case .table(let rows, _, _): for cell in rows.joined() { collect(cell, of: text) }
        case .rule: break
        }
      }
    }

    private mutating func collect(_ runs: [RichText.Run], of text: RichText) {
      for link in runs.compactMap(\.link) where text.links.indices.contains(link) {
        let target = text.links[link].target
        let known = numbers.targets.count
        let number = numbers.number(of: target)
        guard number > known else { continue }
        parts.append(ReadingPart(content: .link(number, target), answer: answer, isInComment: isInComment))
      }
    }
  }
}

extension RichText {
  /// Whether it contains a link or a block of code.
  var hasParts: Bool { !links.isEmpty || Self.haveCode(blocks) }

  private static func haveCode(_ blocks: [Block]) -> Bool {
    blocks.contains { block in
      switch block {
      case .code: true
      case .quote(let blocks): haveCode(blocks)
      case .list(_, _, let items): items.contains(where: haveCode)
      case .paragraph, .heading, .table, .rule: false
      }
    }
  }
}
