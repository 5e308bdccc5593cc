/// What comes first in a list of questions, by the service's own names (the parameter `sort` of its `/questions`).
public enum QuestionOrder: String, Sendable, Codable, CaseIterable {
  case hot, activity, creation, votes, week, month
}

/// A list of questions that can be asked for: of which site, with which tags, in which order.
///
/// A feed identifies the tab that shows it: two tabs never show equal feeds.
public struct QuestionFeed: Sendable, Hashable, Codable {
  /// Which of a site's questions are listed.
  public enum Selection: String, Sendable, Codable, CaseIterable {
    /// All questions.
    case all
    /// Those without an answer that somebody voted for.
    case unanswered
    /// Those with a bounty.
    case featured
    /// Those that a person keeps, the one kept last first. They come from the state, and no service is asked for them.
    case kept
  }

  /// How questions are compared with ``QuestionFeed/tags``.
  public enum Matching: String, Sendable, Codable {
    /// A question has every tag.
    case all
    /// A question has at least one of the tags. The service sorts these by activity, creation or votes only.
    case any
  }

  /// The Stack Exchange site, by the name that requests give it.
  public var site: String
  /// Only questions with these tags; all questions when empty. The service finds nothing for more than ``maximumTags``.
  public var tags: [String]
  public var matching: Matching
  public var selection: Selection
  /// Words to search for, in the syntax of the site's own search; `nil` for a list.
  public var search: String?
  public var order: QuestionOrder

  /// The site that is meant where none is named.
  public static let standardSite = "stackoverflow"
  public static let maximumTags = 5

  public init(
    site: String = standardSite, tags: [String] = [], matching: Matching = .all, selection: Selection = .all,
    search: String? = nil, order: QuestionOrder = .hot
  ) {
    self.site = site
    self.tags = tags
    self.matching = matching
    self.selection = selection
    self.search = search
    self.order = order
  }

  /// The questions of a site that a person keeps.
  public static func kept(of site: String = standardSite) -> QuestionFeed {
    QuestionFeed(site: site, selection: .kept)
  }
}

extension QuestionFeed {
  /// The orders that the service knows for this feed, the most useful first
  /// (https://api.stackexchange.com/docs/questions, /docs/advanced-search, /docs/unanswered-questions); none for what is
  /// kept, which is listed as it was kept.
  public var orders: [QuestionOrder] {
    // A least score counts only where the list is sorted by it.
    if selection == .kept {
      []
    } else if let search, QuestionSearch(search).score != nil {
      [.votes]
    } else if search != nil || selection != .all || (matching == .any && tags.count > 1) {
      [.activity, .creation, .votes]
    } else {
      QuestionOrder.allCases
    }
  }

  /// The same list in another order.
  public func ordered(by order: QuestionOrder?) -> QuestionFeed {
    var feed = self
    if let order { feed.order = order }
    return feed
  }

  /// ``order``, or the first of ``orders`` where the service does not know it for this feed.
  public var knownOrder: QuestionOrder {
    orders.contains(order) ? order : orders.first ?? .activity
  }
}
