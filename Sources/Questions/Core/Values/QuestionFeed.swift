/// The order of a list of questions, by the service's names (the parameter `sort` of its `/questions`).
public enum QuestionOrder: String, Sendable, Codable, CaseIterable {
  case hot, activity, creation, votes, week, month
  /// How well questions match the words of a search; not for other lists.
  case relevance
}

/// A list of questions that can be requested: its site or its sites, its tags, its order.
///
/// A feed identifies the tab that shows it: two tabs never show equal feeds.
public struct QuestionFeed: Sendable, Hashable, Codable {
  /// The subset of a site's questions.
  public enum Selection: String, Sendable, Codable, CaseIterable {
    /// All questions.
    case all
    /// Those without an answer that has votes.
    case unanswered
    /// Those with a bounty.
    case featured
    /// Those that a person keeps, the one kept last first. They come from the state and not from a service.
    case kept
    /// Those of what the other tabs have loaded for which ``QuestionFeed/when`` holds. No service is asked for them, and they
    /// are not cached.
    case loaded
  }

  /// The way in which questions match ``QuestionFeed/tags``.
  public enum Matching: String, Sendable, Codable {
    /// A question has all tags.
    case all
    /// A question has at least one of the tags. The service sorts these only by activity, creation or votes.
    case any
  }

  /// The Stack Exchange site, by its name in requests.
  public var site: String
  /// Further sites whose questions are joined with those of ``site``, for a list of several; usually none.
  public var otherSites: [String]
  /// The tags of the questions; empty for all questions. The service finds nothing for more than ``maximumTags``.
  public var tags: [String]
  public var matching: Matching
  public var selection: Selection
  /// The words of a search in the syntax of the site's search; `nil` for a list.
  public var search: String?
  /// The condition of a list of what is loaded, as it is written; `nil` for all other lists.
  public var when: String?
  public var order: QuestionOrder

  /// The site used where none is given.
  public static let standardSite = "stackoverflow"
  public static let maximumTags = 5
  /// The most sites of a list: each takes a request of its own.
  public static let maximumSites = 5

  public init(
    site: String = standardSite, otherSites: [String] = [], tags: [String] = [], matching: Matching = .all,
    selection: Selection = .all,
    search: String? = nil, order: QuestionOrder = .hot
  ) {
    self.site = site
    self.otherSites = otherSites
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

  /// What is loaded in other tabs and meets a condition, the newest first.
  public static func loaded(when condition: String = unread) -> QuestionFeed {
    var feed = QuestionFeed(selection: .loaded, order: .creation)
    feed.when = condition
    return feed
  }

  /// The condition of a list of what is loaded where none is given.
  public static let unread = "unread"

  /// Whether no service is asked for the list.
  public var isLocal: Bool { selection == .kept || selection == .loaded }

  /// The kept questions of this list's sites.
  public var keptOfSites: QuestionFeed { QuestionFeed.kept().on(sites) }
}

// MARK: - Sites

extension QuestionFeed {
  /// All sites of the list, in the order of the settings.
  public var sites: [String] { [site] + otherSites }

  /// Whether the list joins several sites.
  public var isJoined: Bool { !otherSites.isEmpty }

  /// The lists of its sites, each of which is requested by itself.
  public var parts: [QuestionFeed] { isJoined ? sites.map { on([$0]) } : [self] }

  /// Returns the same list of other sites.
  public func on(_ sites: [String]) -> QuestionFeed {
    var feed = self
    feed.site = sites.first ?? Self.standardSite
    feed.otherSites = Array(sites.dropFirst())
    return feed
  }
}

extension QuestionFeed {
  /// The orders that the service supports for this feed, the most useful first (https://api.stackexchange.com/docs/questions,
  /// /docs/advanced-search, /docs/unanswered-questions); none for kept questions, which have an order of their own.
  public var orders: [QuestionOrder] {
    // A least score has an effect only in a list that is sorted by score.
    if selection == .kept {
      []
    } else if selection == .loaded {
      [.creation, .activity, .votes]
    } else if let search, QuestionSearch(search).score != nil {
      [.votes]
    } else if let search, QuestionSearch(search).hasWords {
      [.relevance, .activity, .creation, .votes]
    } else if search != nil || selection != .all || (matching == .any && tags.count > 1) {
      [.activity, .creation, .votes]
    } else {
      [.hot, .activity, .creation, .votes, .week, .month]
    }
  }

  /// Returns the same list in another order.
  public func ordered(by order: QuestionOrder?) -> QuestionFeed {
    var feed = self
    if let order { feed.order = order }
    return feed
  }

  /// ``order``, or the first of ``orders`` if the service does not support it for this feed.
  public var knownOrder: QuestionOrder {
    orders.contains(order) ? order : orders.first ?? .activity
  }
}
