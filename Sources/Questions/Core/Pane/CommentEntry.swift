import Foundation
import Model
import PaneKit
import Screen
import Text

/// An entry below a post while comments are shown.
enum CommentEntry: Equatable {
  case comment(Comment)
  case loading
  /// The date of comments from an earlier run of the program.
  case past(Date)
  case note(SafeText)
  case trouble(SafeText)

  /// The indentation of comments in columns.
  static let indent = 2
  /// The columns at the right of a comment for its age, with a gap: `  12 min`.
  static let ageColumns = 8

  /// Returns the entries below a question.
  static func all(on question: Question, _ comments: CommentsState) -> [CommentEntry] {
    let past = comments.content.pastDate.map { [CommentEntry.past($0)] } ?? []
    return past + all(comments.content.comments(on: question.id), of: comments.content.ofQuestion, true, comments)
  }

  /// Returns the entries below an answer. The first answer shows why there are none below any of them.
  static func all(on answer: Answer, isFirst: Bool, _ comments: CommentsState) -> [CommentEntry] {
    all(comments.content.comments(on: answer.id), of: comments.content.ofAnswers, isFirst, comments)
  }

  private static func all(
    _ known: [Comment]?, of part: LoadedComments.Part, _ tellsTrouble: Bool, _ state: CommentsState
  ) -> [CommentEntry] {
    var entries: [CommentEntry] = []
    if tellsTrouble, !state.isLoading, let error = part.trouble {
      entries.append(.trouble("\(known == nil ? "No comments" : "Comments not refreshed"): \(error.sentence)"))
    }
    switch known {
    case nil where state.isLoading: entries.append(.loading)
    case nil: if entries.isEmpty { entries.append(.note("Comments not loaded")) }
    case []?: entries.append(.note("No comments"))
    case let known?: entries += known.map { .comment($0) }
    }
    return entries
  }
}

extension Comment {
  /// Returns the comment and its author: `… – Ingrid · ▲ 4`.
  func text(_ glyphs: GlyphSet) -> RichText {
    // No line breaks after a sign.
    let votes = score.flatMap { $0 > 0 ? "\(glyphs.votes)\u{A0}\(SafeText($0))" as SafeText : nil }
    let byline = [author, votes].compactMap { $0 }.joined(separator: " \(glyphs.dot) ")
    guard !byline.string.isEmpty else { return body }
    var text = body
    if case .paragraph(let runs)? = text.blocks.last {
      text.blocks[text.blocks.count - 1] = .paragraph(runs + [RichText.Run(" –\u{A0}\(byline)")])
    } else {
      text.blocks.append(.paragraph([RichText.Run("–\u{A0}\(byline)")]))
    }
    return text
  }
}

/// A line, or the right end of one, that depends on the time and so is drawn with each frame.
enum OwnedLine: Sendable {
  case post(PostLine)
  case loadingComments
  case commentsOf(Date)
  /// A comment's age, at the right end of its first line.
  case age(Date?)

  func draw(_ context: PaneContext, y: Int, into canvas: inout Canvas) {
    switch self {
    case .post(let post): post.draw(context, y: y, into: &canvas)
    case .loadingComments:
      LoadingLine(text: "Loading comments").draw(context, x: CommentEntry.indent, y: y, into: &canvas)
    case .commentsOf(let date):
      canvas.draw("Comments, \(context.age(of: date))", canvas.theme.dim, x: CommentEntry.indent, y: y)
    case .age(let date?):
      canvas.draw(
        TimeText.age(of: date, at: context.now), canvas.theme.dim, x: 0, y: y, maxWidth: canvas.width,
        alignment: .right)
    case .age(nil): break
    }
  }
}
