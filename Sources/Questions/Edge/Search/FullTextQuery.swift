import Text

/// What a person types, as a query of SQLite's full-text search (https://www.sqlite.org/fts5.html#full_text_query_syntax).
///
/// Each word becomes a phrase in quotes of terms that have neither quotes nor any other syntax, so an operator is a word like
/// any other. All words must occur. The last one may go on, unless a blank follows it.
struct FullTextQuery: Sendable, Hashable {
  /// `nil` if there is nothing to search for.
  let expression: String?

  /// More words than a field holds; SQLite limits the depth of expressions.
  private static let maximumWords = 100

  init(_ text: SafeText) {
    var phrases: [String] = []
    for word in text.string.split(whereSeparator: \.isWhitespace) {
      let terms = SearchTerms.terms(of: SafeText(oneLine: String(word)))
      if !terms.isEmpty { phrases.append("\"\(terms.joined(separator: " "))\"") }
    }
    phrases = Array(phrases.prefix(Self.maximumWords))
    if !phrases.isEmpty, text.string.last?.isWhitespace == false { phrases[phrases.count - 1] += "*" }
    expression = phrases.isEmpty ? nil : phrases.joined(separator: " ")
  }
}
