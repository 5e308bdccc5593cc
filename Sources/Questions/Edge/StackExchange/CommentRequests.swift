import Clients
import Foundation
import Model
import Questions
import Signals
import Text

// Sources: https://api.stackexchange.com/docs/comments-on-questions, /docs/comments-on-answers, /docs/types/comment.

extension StackExchangeClient {
  private static let commentPageLimit = 3

  public func comments(
    ofQuestion id: Question.ID, site: String, page: URL?
  ) -> SignalProducer<PostComments, ServiceError> {
    comments(of: "questions/\(id)/comments", site: site, base: page)
  }

  public func comments(
    ofAnswers ids: [Answer.ID], site: String, page: URL?
  ) -> SignalProducer<PostComments, ServiceError> {
    guard !ids.isEmpty else { return SignalProducer(value: PostComments()) }
    let hundred = ids.prefix(QuestionComments.answersPerRequest).map(String.init).joined(separator: ";")
    let first = comments(of: "answers/\(hundred)/comments", site: site, base: page)
    let rest = Array(ids.dropFirst(QuestionComments.answersPerRequest))
    guard !rest.isEmpty else { return first }
    return first.flatMap(.concat) { first in
      self.comments(ofAnswers: rest, site: site, page: page).map { rest in
        PostComments(
          first.comments + rest.comments, quotaRemaining: rest.quotaRemaining ?? first.quotaRemaining,
          quotaMax: rest.quotaMax ?? first.quotaMax)
      }
    }
  }

  /// - Parameter base: The page against which relative links of the comments are resolved.
  private func comments(
    of path: RequestPath, site: String, base: URL?
  ) -> SignalProducer<PostComments, ServiceError> {
    pages(upTo: Self.commentPageLimit) { page in
      self.get(
        path,
        ["order": "asc", "sort": "creation", "filter": "withbody", "site": site, "pagesize": 100, "page": page],
        of: CommentPayload.self
      ) { ListPage($0) { Comment($0, base: base) } }
    }
    .whole().map { pages in
      PostComments(
        pages.flatMap(\.items).uniqued(by: \.id).filter { !$0.body.isEmpty },
        quotaRemaining: pages.compactMap(\.quotaRemaining).last, quotaMax: pages.compactMap(\.quotaMax).last)
    }
  }
}

struct CommentPayload: ListedPayload {
  static let plural: SafeText = "comments"

  var id: Int
  /// The id of the post.
  var target: Int
  var post: PostPayload

  private enum Key: String, CodingKey {
    case id = "comment_id"
    case target = "post_id"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    id = try fields.required(.id)
    target = try fields.required(.target)
    post = try PostPayload(from: decoder)
  }
}

extension Comment {
  /// - Parameter base: The page against which relative links are resolved.
  init(_ payload: CommentPayload, base: URL?) {
    self.init(
      id: payload.id, post: payload.target, score: payload.post.score, author: payload.post.owner?.name,
      creationDate: payload.post.date, body: payload.post.text(base: base))
  }
}
