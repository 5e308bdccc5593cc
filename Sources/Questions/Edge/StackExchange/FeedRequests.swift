import Clients
import Questions

// A feed as a request. Sources: https://api.stackexchange.com/docs/questions, /docs/unanswered-questions,
// /docs/featured-questions, /docs/advanced-search.

extension QuestionFeed {
  /// The method that lists this feed.
  var path: RequestPath {
    if search != nil { return "search/advanced" }
    return switch selection {
    case .unanswered: "questions/unanswered"
    case .featured: "questions/featured"
    // The client itself answers for lists that no service has.
    case .all, .kept, .loaded: matchesAnyTag ? "search/advanced" : "questions"
    }
  }

  /// Lists require all of their tags, a search any of them.
  private var matchesAnyTag: Bool { matching == .any && tags.count > 1 }

  fileprivate var tagged: String? {
    let isInSearch = search != nil && !matchesAnyTag && tags.count > 1
    return tags.isEmpty || isInSearch ? nil : tags.joined(separator: ";")
  }
}

extension QuestionQuery {
  var parameters: Parameters {
    var parameters: Parameters = [
      "order": "desc", "sort": feed.knownOrder.rawValue, "site": feed.site, "pagesize": pageSize, "page": page,
    ]
    if let search = feed.search {
      append(QuestionSearch(search), to: &parameters)
    } else {
      parameters.append("tagged", feed.tagged)
    }
    return parameters
  }

  /// Adds the parameters of a search. If all of several tags are required, they are added to the words, in the syntax of the
  /// site's search.
  private func append(_ search: QuestionSearch, to parameters: inout Parameters) {
    let tags = search.tags + (feed.tagged == nil ? feed.tags : [])
    let isOneTag = feed.tagged == nil && tags.count == 1
    let words = search.words + (isOneTag ? [] : tags.map { "[\($0)]" })
    parameters.append("tagged", isOneTag ? tags[0] : feed.tagged)
    parameters.append("q", words.isEmpty ? nil : words.joined(separator: " "))
    parameters.append("nottagged", search.withoutTags.isEmpty ? nil : search.withoutTags.joined(separator: ";"))
    parameters.append("title", search.title)
    parameters.append("body", search.body)
    parameters.append("user", search.user)
    parameters.append("accepted", search.isAccepted.map { $0 ? "True" : "False" })
    parameters.append("closed", search.isClosed.map { $0 ? "True" : "False" })
    parameters.append("answers", search.answers)
    parameters.append("views", search.views)
    parameters.append("min", search.score)
  }
}
