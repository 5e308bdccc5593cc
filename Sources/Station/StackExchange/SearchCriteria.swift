import Foundation

/// The criteria of a search besides words and tags. Source: https://api.stackexchange.com/docs/advanced-search.
struct SearchCriteria: Sendable {
  private var withoutTags: Set<String>
  private var user: Int?
  private var isAccepted: Bool?
  private var isClosed: Bool?
  private var answers: Int?
  private var views: Int?
  private var title: [String]
  private var body: [String]
  /// The least value of the list's sort key.
  private(set) var least: Int?

  init(_ query: [String: String]) throws(APIError) {
    withoutTags = Set((query["nottagged"] ?? "").lowercased().split(separator: ";").map(String.init))
    user = try Self.number("user", in: query)
    isAccepted = try Self.flag("accepted", in: query)
    isClosed = try Self.flag("closed", in: query)
    answers = try Self.number("answers", in: query)
    views = try Self.number("views", in: query)
    least = try Self.number("min", in: query)
    title = try Self.words("title", in: query)
    body = try Self.words("body", in: query)
    let others = ["q", "title", "body", "tagged", "user", "accepted", "closed", "answers", "views", "url"]
    // https://api.stackexchange.com/docs/advanced-search: "At least one additional parameter must be set if nottagged is set".
    guard withoutTags.isEmpty || others.contains(where: { query[$0] != nil }) else { throw .badParameter("nottagged") }
  }

  /// Returns whether a question matches.
  func allow(_ question: ArchivedQuestion) -> Bool {
    func contains(_ text: String, _ words: [String]) -> Bool {
      words.allSatisfy { text.localizedCaseInsensitiveContains($0) }
    }
    if let user, OwnerJSON(question.asker, post: question.id)?.userID != user { return false }
    if let isAccepted, question.answers.contains(where: \.accepted) != isAccepted { return false }
    if let isClosed, (question.closed != nil) != isClosed { return false }
    return withoutTags.isDisjoint(with: question.tags) && question.answers.count >= (answers ?? 0)
      && question.views >= (views ?? 0) && contains(question.title, title) && contains(question.body, body)
  }

  /// Returns the words of a parameter. Each is searched in every question, so there is a limit.
  static func words(_ name: String, in query: [String: String]) throws(APIError) -> [String] {
    let words = (query[name] ?? "").split(separator: " ").map(String.init)
    guard words.count <= maximumWords else { throw .badParameter("\(name) may have \(maximumWords) words at most") }
    return words
  }

  private static let maximumWords = 20

  private static func number(_ name: String, in query: [String: String]) throws(APIError) -> Int? {
    guard let text = query[name] else { return nil }
    guard let number = Int(text), Int32(exactly: number) != nil else { throw .badParameter(name) }
    return number
  }

  private static func flag(_ name: String, in query: [String: String]) throws(APIError) -> Bool? {
    guard let text = query[name]?.lowercased() else { return nil }
    guard let flag = Bool(text) else { throw .badParameter(name) }
    return flag
  }
}
