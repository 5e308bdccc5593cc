import Model
import Text

/// What a person types to search a site: the words, as the service understands them. ``FeedWords`` are the tags that open a tab.
struct SearchWords: Sendable, Equatable {
  /// The questions that the words find; `nil` where there are none, or something is wrong with them.
  var feed: QuestionFeed?
  /// What is wrong with the words.
  var mistake: SafeText?
  /// The text is long enough to be searched for while a person still types.
  var isLongEnough: Bool

  init(_ text: SafeText, site: String) {
    let trimmed = text.string.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let search = QuestionSearch(trimmed)
    isLongEnough = trimmed.count >= QuestionSearch.leastLength
    mistake = search.mistakes.first
    guard mistake == nil, !search.isEmpty else { return }
    var feed = QuestionFeed(site: site, search: trimmed)
    feed.order = feed.knownOrder
    self.feed = feed
  }
}
