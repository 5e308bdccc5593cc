import Foundation

/// Invents events on the wikis at the rate of the real ones.
///
/// The English Wikipedia has about two edits a second. They come as a Poisson process whose rate drifts between 1.5 and 3,
/// with runs of edits by one user in between; so five seconds may have none, and the next five twenty.
struct EditInventor: Sendable {
  /// The kinds of events and their rates per second. Edits of articles are separate, because their rate drifts.
  private enum Happening: CaseIterable {
    case talk, userTalk, categorize, log, upload, signUp, signUpByAdmin, autocreated, otherWiki, canary

    var rate: Double {
      switch self {
      case .talk: 0.2
      case .userTalk: 0.25
      case .categorize: 0.35
      case .log: 0.12
      case .upload: 0.012
      case .signUp: 1.2 / 60
      case .signUpByAdmin: 0.1 / 60
      case .autocreated: 0.3 / 60
      case .otherWiki: 0.8
      case .canary: 1.0 / 60
      }
    }
  }

  private struct Page: Hashable {
    var wiki = "enwiki"
    var namespace = 0
    var title: String
  }

  /// One user's run of similar edits.
  private struct Run {
    var user: String
    var isBot: Bool
    var comment: String
    var remaining: Int
  }

  /// The time of the last invented event.
  private(set) var time: Date
  private var random: SeededGenerator
  private var lengths: [Page: Int] = [:]
  /// The pages edited last, which are likely to be edited again.
  private var recentPages: [Page] = []
  private var run: Run?
  private let words: EditWords

  /// Starts with the first event after `start`.
  init(seed: UInt64, start: Date, words: EditWords = .demo) {
    time = start
    random = SeededGenerator(seed: seed)
    self.words = words
  }

  /// Skips the events before a date.
  mutating func skip(to date: Date) {
    time = date
    run = nil
  }

  /// Returns the edits of pages per second, runs included: 1.5 to 3.
  ///
  /// Slow waves whose periods have no common measure, so that the drift does not repeat visibly.
  static func editRate(at date: Date) -> Double {
    let t = date.timeIntervalSince1970
    let drift = [47.0, 131, 409].map { sin(2 * .pi * t / $0) }.reduce(0, +) / 3
    return 2.25 + 0.75 * drift
  }

  /// Returns the next event, whose date is later than the last one's.
  mutating func next() -> RecentChange {
    if var run, run.remaining > 0 {
      run.remaining -= 1
      self.run = run.remaining > 0 ? run : nil
      time += 0.15 + 0.35 * random.unit()
      return edit(of: page(), by: run.user, isBot: run.isBot, comment: run.comment)
    }
    // The edits of runs are additional, on average 0.12 for each edit that starts one.
    let editRate = Self.editRate(at: time) / 1.12
    let otherRate = Happening.allCases.map(\.rate).reduce(0, +)
    time += random.exponential(rate: editRate + otherRate)
    var lot = random.unit() * (editRate + otherRate)
    for happening in Happening.allCases {
      lot -= happening.rate
      if lot < 0 { return invent(happening) }
    }
    let isBot = random.unit() < 0.1
    let user = isBot ? pick(words.bots) : person()
    let comment = pick(words.editComments)
    if random.unit() < 0.03 {
      run = Run(user: user, isBot: isBot, comment: comment, remaining: Int.random(in: 2...6, using: &random))
    }
    return edit(of: page(), by: user, isBot: isBot, comment: comment)
  }

  private mutating func invent(_ happening: Happening) -> RecentChange {
    switch happening {
    case .talk:
      return discussion(of: "Talk:" + pick(words.titles), namespace: 1)
    case .userTalk:
      return discussion(of: "User talk:" + person(), namespace: 3)
    case .categorize:
      let title = pick(words.titles)
      let comment = "[[:\(title)]] added to category"
      return change(.categorize, "Category:" + pick(words.categories), namespace: 14, by: person(), comment: comment)
    case .log:
      let entry = pick(words.logEntries)
      return change(.log(type: entry.type, action: entry.action), pick(words.titles), namespace: 0, by: person())
    case .upload:
      let title = "File:" + pick(words.titles) + ".jpg"
      return change(.log(type: "upload", action: "upload"), title, namespace: 6, by: person())
    case .signUp:
      let name = newcomer()
      return change(.log(type: "newusers", action: "create"), "User:" + name, namespace: 2, by: name)
    case .signUpByAdmin:
      let action = random.unit() < 0.7 ? "create2" : "byemail"
      return change(.log(type: "newusers", action: action), "User:" + newcomer(), namespace: 2, by: person())
    case .autocreated:
      let name = newcomer()
      return change(.log(type: "newusers", action: "autocreate"), "User:" + name, namespace: 2, by: name)
    case .otherWiki:
      let page = Page(wiki: pick(words.otherWikis), title: pick(words.titles))
      var change = edit(of: page, by: person(), isBot: random.unit() < 0.4, comment: pick(words.editComments))
      if random.unit() < 0.05 {
        change.kind = .log(type: "newusers", action: random.unit() < 0.5 ? "create" : "autocreate")
        change.namespace = 2
        change.user = newcomer()
        change.title = "User:" + change.user
        change.comment = ""
      }
      return change
    case .canary:
      return change(.canary, "", namespace: 0, by: "")
    }
  }

  /// Returns the page of the English Wikipedia to be edited next.
  private mutating func page() -> Page {
    var page = Page(title: pick(words.titles))
    if let recent = recentPages.randomElement(using: &random), random.unit() < 0.08 {
      page = recent
    } else if random.unit() < 0.12 {
      let (number, name) = pick(words.namespaces)
      page = Page(namespace: number, title: name + ":" + page.title)
    }
    recentPages = recentPages.suffix(9) + [page]
    return page
  }

  private mutating func edit(of page: Page, by user: String, isBot: Bool, comment: String) -> RecentChange {
    var change = change(.categorize, page.title, namespace: page.namespace, by: user, comment: comment)
    change.wiki = page.wiki
    guard let old = lengths[page] ?? (random.unit() < 0.015 ? nil : 800 + Int(page.title.stableHash % 60_000)) else {
      let length = Int.random(in: 200...6_000, using: &random)
      lengths[page] = length
      change.kind = .new(length: length)
      change.comment = "Created page"
      return change
    }
    // Most edits change a word, a few a chapter: the size of a change is log-normal. Pages grow until they are long.
    let size = Int(exp(3 + 1.6 * random.normal()).rounded())
    let new = max(0, old + (random.unit() < (old < 80_000 ? 0.7 : 0.3) ? size : -size))
    lengths[page] = new
    change.kind = .edit(oldLength: old, newLength: new)
    change.isBot = isBot
    change.isMinor = size < 30 && random.unit() < 0.6
    return change
  }

  private mutating func discussion(of title: String, namespace: Int) -> RecentChange {
    let old = 500 + Int(title.stableHash % 20_000)
    let kind = RecentChange.Kind.edit(oldLength: old, newLength: old + Int.random(in: 20...900, using: &random))
    return change(kind, title, namespace: namespace, by: person(), comment: pick(words.talkComments))
  }

  private func change(
    _ kind: RecentChange.Kind, _ title: String, namespace: Int, by user: String, comment: String = ""
  ) -> RecentChange {
    RecentChange(kind, title: title, namespace: namespace, user: user, comment: comment, date: time)
  }

  /// Returns a registered user, or a temporary account with a name like `~2026-31415-9`.
  private mutating func person() -> String {
    guard random.unit() < 0.15 else { return pick(words.users) }
    let year = Timestamp(time).iso8601.prefix(4)
    return "~\(year)-\(Int.random(in: 10_000...99_999, using: &random))-\(Int.random(in: 1...99, using: &random))"
  }

  private mutating func newcomer() -> String {
    pick(words.users) + " \(Int.random(in: 2...999, using: &random))"
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }
}
