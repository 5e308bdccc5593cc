import Foundation
import Model

// Comments as bytes: the known ones on the question, then those on the answers, each after a byte that says whether they are
// known.

extension ByteWriter {
  package mutating func write(_ comments: CachedComments) throws(MalformedBytes) {
    for known in [comments.ofQuestion, comments.ofAnswers] {
      write(byte: known == nil ? 0 : 1)
      if let known { try write(known) }
    }
  }

  private mutating func write(_ known: KnownComments) throws(MalformedBytes) {
    write(known.fetched.timeIntervalSinceReferenceDate)
    write(count: known.byPost.count)
    // Sorted, so that equal comments give equal bytes.
    for (post, comments) in known.byPost.sorted(by: { $0.key < $1.key }) {
      write(post)
      write(count: comments.count)
      for comment in comments { try write(comment) }
    }
  }

  /// Writes a comment without its post, under which it is stored.
  private mutating func write(_ comment: Comment) throws(MalformedBytes) {
    var present: PresentOfComment = []
    if comment.author != nil { present.insert(.author) }
    if comment.creationDate != nil { present.insert(.creation) }
    if comment.score != nil { present.insert(.score) }
    write(byte: present.rawValue)
    write(comment.id)
    if let score = comment.score { write(score) }
    if let author = comment.author { write(author) }
    if let date = comment.creationDate { write(date.timeIntervalSinceReferenceDate) }
    try write(comment.body)
  }
}

extension ByteReader {
  package mutating func comments() throws(MalformedBytes) -> CachedComments {
    CachedComments(
      ofQuestion: try flag() ? try knownComments() : nil, ofAnswers: try flag() ? try knownComments() : nil)
  }

  private mutating func knownComments() throws(MalformedBytes) -> KnownComments {
    let fetched = try date()
    let posts = try array { reader throws(MalformedBytes) in
      let post = try reader.integer()
      return (post, try reader.array { reader throws(MalformedBytes) in try reader.comment(on: post) })
    }
    return KnownComments(byPost: Dictionary(posts, uniquingKeysWith: { first, _ in first }), fetched: fetched)
  }

  private mutating func comment(on post: Int) throws(MalformedBytes) -> Comment {
    let present = PresentOfComment(rawValue: try byte())
    var comment = Comment(id: try integer(), post: post)
    if present.contains(.score) { comment.score = try integer() }
    if present.contains(.author) { comment.author = try safeText() }
    if present.contains(.creation) { comment.creationDate = try date() }
    comment.body = try richText()
    return comment
  }
}

/// The optional fields of a comment that follow.
private struct PresentOfComment: OptionSet {
  let rawValue: UInt8
  static let score = PresentOfComment(rawValue: 1)
  static let author = PresentOfComment(rawValue: 2)
  static let creation = PresentOfComment(rawValue: 4)
}
