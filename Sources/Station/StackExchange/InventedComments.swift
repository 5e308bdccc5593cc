import Foundation

/// A comment of the demonstration. The archive has none, so they are invented, always the same for a post.
struct InventedComment: Sendable {
  var id: Int
  var post: Int
  var score: Int
  /// `nil` for a deleted account.
  var author: String?
  /// Minutes before the station's start.
  var age: Double
  /// HTML of one line, as the sites render a comment's Markdown.
  var body: String

  /// - Parameters:
  ///   - age: The minutes since the post was written.
  ///   - other: The author of the post.
  ///   - another: The question that some comments link to.
  static func all(on post: Int, age: Double, by other: String?, pointingTo another: Int) -> [InventedComment] {
    let sentences = sentences(another)
    let hash = "comments on \(post)".stableHash
    let count = Int(hash % 4)
    return (0..<count).map { index in
      let part = Int(hash >> UInt64(8 + index * 8) & 0xFF)
      let isAddressed = other != nil && part.isMultiple(of: 3)
      let sentence = sentences[part % sentences.count]
      return InventedComment(
        id: post * 4 + index, post: post, score: part % 5 == 0 ? part % 19 : 0,
        author: part % 11 == 0 ? nil : authors[part % authors.count],
        age: age * Double(count - index) / Double(count + 1),
        body: isAddressed ? "@\((other ?? "").entityEncoded) " + sentence : sentence)
    }
  }

  private static let authors = ["Ingrid", "t0mas", "Wanjiru", "Łucja", "半月", "o'brien", "Sefa", "quiet_owl"]

  /// - Parameter another: The question that some comments link to.
  private static func sentences(_ another: Int) -> [String] {
    [
      "Which version is this? It changed in the last release.",
      "Works for me with <code>--verbose</code>, so it may be the cache.",
      "This should be the accepted answer.",
      "<a href=\"\(Pages.questionFolder)\(another)\" rel=\"nofollow noreferrer\">Elsewhere</a> they say the opposite.",
      "Thank you, that was it: I had <b>two</b> of them running &amp; did not notice.",
      "Please add the whole error message, not only its last line.",
      "It is fine for a handful of items, but with 100,000 it takes <i>minutes</i>.",
      "Note that <code>nil</code> and an empty list are different things here.",
      "I measured both: no difference beyond the noise.",
    ]
  }
}

struct CommentJSON: Encodable, Sendable {
  var owner: OwnerJSON?
  var edited = false
  var score: Int
  var creationDate: Int64
  var postID: Int
  var commentID: Int
  var contentLicense = "CC BY-SA 4.0"
  var body: String?

  init(_ comment: InventedComment, epoch: Timestamp, parameters: ListParameters, links: StationLinks) {
    owner = OwnerJSON(comment.author, post: comment.id)
    score = comment.score
    creationDate = epoch.seconds(minutesBefore: comment.age)
    postID = comment.post
    commentID = comment.id
    body = parameters.filter == .withBody ? links.body(comment.body) : nil
  }
}

extension QuestionArchive {
  /// Returns the comments on questions or on answers, without unknown ids.
  func comments(on ids: [Int], areAnswers: Bool, _ parameters: ListParameters) -> [InventedComment] {
    let wanted = Set(ids)
    let another = questions.first?.id ?? 0
    let posts: [(id: Int, age: Double, author: String?)] =
      areAnswers
      ? questions.flatMap(\.answers).map { ($0.id, $0.age, $0.author) } : questions.map { ($0.id, $0.age, $0.asker) }
    let all = posts.filter { wanted.contains($0.id) }
      .flatMap { InventedComment.all(on: $0.id, age: $0.age, by: $0.author, pointingTo: another) }
    return all.sorted { a, b in
      let ranks = [a, b].map { parameters.sort == .votes ? Double($0.score) : -$0.age }
      guard ranks[0] != ranks[1] else { return a.id < b.id }
      return parameters.isDescending ? ranks[0] > ranks[1] : ranks[0] < ranks[1]
    }
  }
}
