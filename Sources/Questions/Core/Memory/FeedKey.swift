import Foundation

/// A feed as text, by which it is found again: JSON with sorted keys and without default values.
///
/// So a feed keeps its text if a later version adds properties to feeds, and `{}` is the standard feed.
package struct FeedKey: Codable {
  private var site: String?
  private var otherSites: [String]?
  private var tags: [String]?
  private var matching: QuestionFeed.Matching?
  private var selection: QuestionFeed.Selection?
  private var search: String?
  private var when: String?
  private var order: QuestionOrder?

  private init(_ feed: QuestionFeed) {
    let standard = QuestionFeed()
    func ifDifferent<Value: Equatable>(_ part: KeyPath<QuestionFeed, Value>) -> Value? {
      feed[keyPath: part] == standard[keyPath: part] ? nil : feed[keyPath: part]
    }
    site = ifDifferent(\.site)
    otherSites = ifDifferent(\.otherSites)
    tags = ifDifferent(\.tags)
    matching = ifDifferent(\.matching)
    selection = ifDifferent(\.selection)
    (search, when) = (feed.search, feed.when)
    order = ifDifferent(\.order)
  }

  package static func text(of feed: QuestionFeed) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(FeedKey(feed)), as: UTF8.self)
  }

  /// Returns the feed of a text; `nil` if this version does not understand all of it, because the feed would be a different
  /// one.
  package static func feed(of text: String) -> QuestionFeed? {
    guard let key = try? JSONDecoder().decode(FeedKey.self, from: Data(text.utf8)) else { return nil }
    var feed = QuestionFeed(search: key.search)
    feed.when = key.when
    if let site = key.site { feed.site = site }
    if let others = key.otherSites { feed.otherSites = others }
    if let tags = key.tags { feed.tags = tags }
    if let matching = key.matching { feed.matching = matching }
    if let selection = key.selection { feed.selection = selection }
    if let order = key.order { feed.order = order }
    return (try? self.text(of: feed)) == text ? feed : nil
  }
}
