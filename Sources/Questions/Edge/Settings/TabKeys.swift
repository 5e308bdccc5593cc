import Model
import Questions
import SettingsFile
import Text

/// A tab of the Stack Overflow pane as the file describes it.
struct TabDraft: Sendable {
  var name: SafeText?
  var sites: [String]?
  var tags: [String]?
  var matchesAny: Bool?
  var selection: QuestionFeed.Selection?
  var search: String?
  var source: Source?
  var condition: String?
  var order: QuestionOrder?

  /// Where the questions come from, if not from a service.
  enum Source: Sendable, Hashable { case loaded }

  static let keys = Keys<TabDraft>(all: [
    Key("name", \.name, Form<SafeText>.line(maximum: 40).optional, "The tab's title.", examples: ["Top"]),
    Key(
      "site", \.sites, sites.optional,
      "The Stack Exchange site, by its name in addresses; or several, whose questions are joined in one list.",
      examples: ["unix", "[stackoverflow, unix.stackexchange.com]"]),
    Key(
      "tags", \.tags, Form<[String]>.list(of: tag, count: 1...QuestionFeed.maximumTags, noun: "a tag").optional,
      "Only questions with these tags.", examples: ["[swift, concurrency]"]),
    Key("any", \.matchesAny, Form<Bool>.flag.optional, "One of the tags is enough.", examples: ["true"]),
    Key(
      "list", \.selection, selections.optional, "Which of the questions are listed.", examples: ["unanswered"]),
    Key(
      "search", \.search, Form<String>.text(expected: "words to search for", maximum: 240).optional,
      "Only what the site's search finds for these words.", examples: ["\"nio websocket\""]),
    Key(
      "feed", \.source, Form<Source>.choice(["loaded": .loaded]).optional,
      "Lists what the other tabs have loaded; nobody is asked for it.", examples: ["loaded"]),
    Key(
      "when", \.condition, conditions.optional,
      "Which of the loaded questions are listed: words that must all hold; without it those that are unread.",
      examples: ["\"unread score>=3\""]),
    Key("sort", \.order, orders.optional, "What comes first.", examples: ["votes"]),
  ])

  /// A single site is written without brackets.
  private static let sites = Form<[String]>(
    expected: "a site's name, such as unix or superuser, or a list of up to \(QuestionFeed.maximumSites)",
    schema: siteList.schema, read: siteList.read,
    write: { $0.count == 1 ? site.write($0[0]) : siteList.write($0) })
  private static let siteList = Form<[String]>.list(
    of: site, count: 1...QuestionFeed.maximumSites, noun: "a site")
  private static let site = Form<String>.word(
    expected: "a site's name, such as unix or superuser", pattern: "^[a-z0-9-]+([.][a-z0-9-]+)*$"
  ).checked { name, _, _ in QuestionAddress.site(named: name) }
  private static let tag = Form<String>.word(expected: "a tag, such as swift", pattern: "^[^\\s;,]{1,35}$")
  private static let selections = Form<QuestionFeed.Selection>.choice([
    "all": .all, "unanswered": .unanswered, "featured": .featured,
  ])
  private static let conditions = Form<String>.text(
    expected: "a condition, such as unread score>=3", maximum: RuleCondition.lengthLimit
  ).checked { text, node, reading in
    do throws(ConditionMistake) {
      _ = try QuestionCondition(text, isOfTab: true)
      return text
    } catch {
      reading.tell(error.sentence, at: node.place)
      return nil
    }
  }
  static let orderNames: KeyValuePairs<String, QuestionOrder> = [
    "hot": .hot, "active": .activity, "newest": .creation, "votes": .votes, "week": .week, "month": .month,
    "relevance": .relevance,
  ]
  private static let orders = Form<QuestionOrder>.choice(orderNames)

  static func name(of order: QuestionOrder) -> String { orderNames.first { $0.value == order }?.key ?? order.rawValue }

  /// The feed, in the service's first order if none is given.
  var feed: QuestionFeed {
    if source == .loaded { return QuestionFeed.loaded(when: condition ?? QuestionFeed.unread).ordered(by: order) }
    var feed = QuestionFeed(
      tags: tags ?? [],
      // Any of one tag is the same as all of one tag, and equal lists must be equal feeds.
      matching: matchesAny == true && (tags ?? []).count > 1 ? .any : .all, selection: selection ?? .all, search: search
    ).on(sites ?? [QuestionFeed.standardSite])
    feed.order = order ?? feed.knownOrder
    return feed
  }

  /// Whether it has a key that says what to ask a service for.
  var asksService: Bool {
    sites != nil || tags != nil || matchesAny != nil || selection != nil || search != nil
  }

  init() {}

  init(_ tab: QuestionTab) {
    let feed = tab.feed
    name = tab.name
    sites = feed.sites == [QuestionFeed.standardSite] ? nil : feed.sites
    tags = feed.tags.isEmpty ? nil : feed.tags
    matchesAny = feed.matching == .any ? true : nil
    selection = feed.selection == .all || feed.selection == .loaded ? nil : feed.selection
    search = feed.search
    source = feed.selection == .loaded ? .loaded : nil
    condition = feed.when == QuestionFeed.unread ? nil : feed.when
    order = feed.order == feed.orders[0] ? nil : feed.order
  }

  /// A title for a tab without one, derived from its feed.
  var title: SafeText {
    if let name { return name }
    let feed = feed
    var words: [String] = []
    if feed.sites != [QuestionFeed.standardSite] { words.append(feed.sites.joined(separator: "+")) }
    switch feed.selection {
    case .all: break
    case .unanswered: words.append("unanswered")
    case .featured: words.append("featured")
    case .kept: words.append("kept")
    case .loaded: words.append("\((feed.when ?? "").prefix(24))")
    }
    words.append(feed.tags.joined(separator: feed.matching == .any ? "/" : "+"))
    if let search = feed.search { words.append("“\(search.prefix(24))”") }
    words.removeAll(where: \.isEmpty)
    if words.isEmpty { words.append(Self.name(of: feed.order)) }
    return SafeText(oneLine: words.joined(separator: " "))
  }
}

extension Form where Value == QuestionTab {
  static let tab = Form.record(
    "a tab", keys: TabDraft.keys, start: TabDraft(),
    finish: { draft, node, reading in
      let feed = draft.feed
      guard draft.condition == nil || draft.source == .loaded else {
        reading.tell("when is for a tab with feed: loaded", at: node.place)
        return nil
      }
      guard draft.source == nil || !draft.asksService else {
        reading.tell("a tab with feed: loaded has name, when and sort; leave out the rest", at: node.place)
        return nil
      }
      guard feed.matching == .all || feed.selection == .all else {
        reading.tell(
          "leave out any, or list: \(SafeText(oneLine: feed.selection.rawValue)); the service lists that only for all of the tags",
          at: node.place)
        return nil
      }
      guard feed.orders.contains(feed.order) else {
        let known = Quoted.choice(feed.orders.map(TabDraft.name))
        reading.tell(
          "this list cannot be sorted by \(SafeText(oneLine: TabDraft.name(of: feed.order))); give \(known)",
          at: node.place)
        return nil
      }
      return QuestionTab(name: draft.title, feed: feed)
    },
    draft: TabDraft.init)
}

extension Form where Value == [QuestionTab] {
  static let tabs = Form.list(
    of: .tab, count: 1...100, noun: "a tab", inLines: true,
    sameness: { $0.feed.isSame(as: $1.feed) ? "shows the same questions as" : nil }
  ).checked { tabs, _, _ in
    var titles: Set<SafeText> = []
    return tabs.map { tab in
      if titles.insert(tab.name).inserted { return tab }
      return QuestionTab(
        name: "\(tab.name) (\(SafeText(oneLine: TabDraft.name(of: tab.feed.order))))", feed: tab.feed)
    }
  }
}

extension QuestionFeed {
  /// Returns whether the feeds request the same questions; the order of tags and of sites does not matter.
  fileprivate func isSame(as other: QuestionFeed) -> Bool {
    var (left, right) = (self, other)
    left.tags.sort()
    right.tags.sort()
    (left, right) = (left.on(left.sites.sorted()), right.on(right.sites.sorted()))
    return left == right
  }
}

extension SubjectDescription {
  /// Questions, for own commands and rules.
  static let questions = SubjectDescription(
    .questions, meaning: "words that must all hold, such as tag:swift, unanswered and score>=3",
    examples: ["tag:swift unanswered", "tag:swift unanswered score>=3"],
    command: "{ name: save it, key: P, in: questions, run: [pinboard-add, --, \"{url}\", \"{title}\"] }"
  ) { text throws(ConditionMistake) in .question(try QuestionCondition(text)) }
}
