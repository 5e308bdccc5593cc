import Text

/// The words that a person types to search a site. For the tags that open a tab see ``FeedWords``.
struct SearchWords: Sendable, Equatable {
  /// The feed of the search; `nil` without words, or if they contain a mistake.
  var feed: QuestionFeed?
  /// The mistake in the words.
  var mistake: SafeText?
  /// Whether the text is long enough for a search during typing.
  var isLongEnough: Bool

  init(_ text: SafeText, sites: [String]) {
    let trimmed = text.string.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let search = QuestionSearch(trimmed)
    isLongEnough = trimmed.count >= QuestionSearch.leastLength
    mistake = search.mistakes.first
    guard mistake == nil, !search.isEmpty else { return }
    var feed = QuestionFeed(search: trimmed).on(sites)
    feed.order = feed.knownOrder
    self.feed = feed
  }
}
