import Model

// A feed as a request. Sources: https://api.stackexchange.com/docs/questions, /docs/unanswered-questions,
// /docs/featured-questions, /docs/advanced-search.

extension QuestionFeed {
  /// The method that lists this feed.
  var path: RequestPath {
    if search != nil { return "search/advanced" }
    return switch selection {
    case .unanswered: "questions/unanswered"
    case .featured: "questions/featured"
    case .all: matchesAnyTag ? "search/advanced" : "questions"
    }
  }

  /// Lists want all of the tags that they are given, a search is content with any.
  private var matchesAnyTag: Bool { matching == .any && tags.count > 1 }

  fileprivate var tagged: String? {
    let isInSearch = search != nil && !matchesAnyTag && tags.count > 1
    return tags.isEmpty || isInSearch ? nil : tags.joined(separator: ";")
  }

  /// The words of a search. Where all of several tags are wanted, they stand among the words, in the syntax of the
  /// site's own search.
  fileprivate var words: String? {
    search.map { search in
      (tagged == nil ? tags.map { "[\($0)]" } : []).reduce(into: search) { $0 += " \($1)" }
    }
  }
}

extension QuestionQuery {
  var parameters: Parameters {
    [
      "order": "desc", "sort": feed.knownOrder.rawValue, "site": feed.site, "pagesize": pageSize, "page": page,
      "tagged": feed.tagged, "q": feed.words,
    ]
  }
}
