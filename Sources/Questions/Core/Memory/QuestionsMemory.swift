import Foundation
import Model
import Signals
import Text

/// What is remembered of questions.
///
/// Marks and quotas belong to a server, and those of the demonstration are not stored. Tabs, orders and the rest belong to
/// the person, whatever server is asked.
public struct QuestionsMemory: RememberedPart {
  /// The selected tab of questions, by its feed in the settings.
  public var tab: QuestionFeed?
  /// The orders that a person chose, by the feed in the settings.
  public var orders: [QuestionFeed: QuestionOrder] = [:]
  /// The questions that were selected, by the feed in the settings.
  public var selections: [QuestionFeed: QuestionKey] = [:]
  /// A person's changes to the tabs.
  public var tabs = TabChanges()
  /// The questions that were read and those that are kept, of all servers.
  public var marks = QuestionMarks()
  /// Whether each row of a list has only one line.
  public var isDense = false
  /// Whether a question is shown below its list.
  public var isBelow = false

  public init() {}

  public init(_ rows: any StateRows, values: [String: String]) throws {
    tab = values[QuestionChange.Name.tab].flatMap(FeedKey.feed(of:))
    isDense = values[QuestionChange.Name.dense] == "1"
    isBelow = values[QuestionChange.Name.below] == "1"
    for row in try rows.rows("SELECT feed, sort FROM feed_order") {
      guard let feed = row.text(0).flatMap(FeedKey.feed(of:)), let order = row.text(1).flatMap(QuestionOrder.init)
      else { continue }
      orders[feed] = order
    }
    for (name, value) in values where name.begins(with: QuestionChange.Name.selected) {
      let feed = String(name.dropFirst(QuestionChange.Name.selected.count))
      if let feed = FeedKey.feed(of: feed) { selections[feed] = QuestionKey(StoredTexts.texts(value)) }
    }
    tabs.order = StoredTexts.texts(values[QuestionChange.Name.tabOrder]).compactMap(FeedKey.feed(of:))
    for row in try rows.rows("SELECT feed, fate FROM tab_fate ORDER BY changed") {
      guard let feed = row.text(0).flatMap(FeedKey.feed(of:)), let fate = row.text(1).flatMap(TabChanges.Fate.init)
      else { continue }
      switch fate {
      case .opened: tabs.opened.append(feed)
      case .closed: tabs.closed.append(feed)
      }
    }
    try readMarks(rows)
  }

  private mutating func readMarks(_ rows: any StateRows) throws {
    // Thousands of questions share few server names.
    var servers: [String: QuestionServer] = [:]
    func key(_ row: StateRow) -> QuestionKey? {
      guard let address = row.text(0), let site = row.text(1), let id = row.integer(2) else { return nil }
      let server = servers[address] ?? QuestionServer(kept: address)
      servers[address] = server
      return QuestionKey(.server(server), site: site, id: id)
    }
    let read = try rows.rows(
      "SELECT server, site, id, answers FROM read_question ORDER BY date DESC LIMIT ?", [QuestionMarks.limit])
    for row in read { if let key = key(row), let answers = row.integer(3) { marks.read[key] = answers } }
    for row in try rows.rows("SELECT server, site, id FROM kept_question") {
      if let key = key(row) { marks.kept.insert(key) }
    }
  }

  public static var tables: [StateTable] {
    [
      StateTable("quota", "value", "values"), StateTable("feed_order", "order of a list", "orders of lists"),
      StateTable("tab_fate", "change of a tab", "changes of tabs"),
      StateTable("read_question", "question read", "questions read"),
      StateTable("kept_question", "question kept", "questions kept"),
    ]
  }
}

/// A person's changes to the tabs, stored as differences to the settings, so that both can change.
public struct TabChanges: Sendable, Hashable {
  /// A change to a tab.
  public enum Fate: String, Sendable, Hashable {
    case opened, closed
  }

  /// Tabs that are not in the settings, in the order in which they were opened.
  public var opened: [QuestionFeed]
  /// Tabs that were closed, the latest at the end.
  public var closed: [QuestionFeed]
  /// The order of all tabs after one was moved last; empty if none was.
  public var order: [QuestionFeed]

  public init(opened: [QuestionFeed] = [], closed: [QuestionFeed] = [], order: [QuestionFeed] = []) {
    self.opened = opened
    self.closed = closed
    self.order = order
  }
}

/// A server's information on the day's requests, which are counted from midnight UTC.
public struct RememberedQuota: Sendable, Hashable {
  public var remaining: Int
  public var max: Int?
  public var date: Date

  public init(remaining: Int, max: Int?, date: Date) {
    self.remaining = remaining
    self.max = max
    self.date = date
  }
}

/// A change of what is remembered of questions.
public enum QuestionChange: StateChange {
  case tab(QuestionFeed)
  /// `nil` restores the settings' order.
  case order(QuestionFeed, QuestionOrder?)
  /// `nil` restores the settings' tab.
  case tabFate(QuestionFeed, TabChanges.Fate?)
  case tabOrder([QuestionFeed])
  /// A question was selected in a tab.
  case selected(QuestionKey, in: QuestionFeed)
  /// A question was read at a time, when it had the given number of answers.
  case read(QuestionKey, answers: Int, at: Date)
  case unread(QuestionKey)
  /// A question to be kept with its answers, replacing an earlier version.
  case keep(CachedDetail, site: String)
  case drop(QuestionKey)
  case quota(RememberedQuota, of: QuestionServer)
  case isDense(Bool)
  case isBelow(Bool)

  /// The limit of closed tabs, which can be reopened or stay closed in the settings.
  private static let tabLimit = 1_000

  /// The names of the stored values.
  fileprivate enum Name {
    static let (tab, tabOrder, dense, below) = ("tab", "tab-order", "dense", "question-below")
    /// The beginning of the name. Each tab has a value of its own, so that programs that run at the same time do not undo each
    /// other's selections.
    static let selected = "selected "
  }

  public var key: [String]? {
    switch self {
    case .tab: [Name.tab]
    case .tabOrder: [Name.tabOrder]
    case .isDense: [Name.dense]
    case .isBelow: [Name.below]
    case .order(let feed, _): ["order"] + Self.key(of: feed)
    case .tabFate(let feed, _): ["fate"] + Self.key(of: feed)
    case .selected(_, let feed): ["selected"] + Self.key(of: feed)
    case .read(let question, _, _), .unread(let question): ["read"] + question.words
    case .keep(let cached, let site): ["keep"] + cached.key(site: site).words
    // Apart from a question that is kept: one that is dropped and kept again comes first among those that are kept.
    case .drop(let question): ["drop"] + question.words
    case .quota(_, let server): ["quota", server.address]
    }
  }

  private static func key(of feed: QuestionFeed) -> [String] { [(try? FeedKey.text(of: feed)) ?? "\(feed)"] }

  public var undone: [String]? { if case .drop(let question) = self { ["keep"] + question.words } else { nil } }

  /// A newer version of a kept question keeps its place among those that are kept.
  public var keepsPlace: Bool { if case .keep = self { true } else { false } }

  public var waitsForRest: Bool { if case .selected = self { true } else { false } }

  public func write(to rows: any StateRows) throws {
    // A list in another order begins at its start, and so does that of a tab that is opened again.
    switch self {
    case .order(let feed, _), .tabFate(let feed, .closed?):
      try rows.set(Name.selected + FeedKey.text(of: feed), to: nil)
    default: break
    }
    switch self {
    case .tab(let feed): try rows.set(Name.tab, to: FeedKey.text(of: feed))
    case .selected(let question, let feed):
      guard question.provenance.server != nil else { return }
      try rows.set(Name.selected + FeedKey.text(of: feed), to: StoredTexts.text(of: question.words))
    case .tabOrder(let feeds): try rows.set(Name.tabOrder, to: StoredTexts.text(of: feeds.map(FeedKey.text)))
    case .isDense(let isDense): try rows.set(Name.dense, to: isDense ? "1" : "0")
    case .isBelow(let isBelow): try rows.set(Name.below, to: isBelow ? "1" : "0")
    case .order(let feed, let order?):
      try rows.execute(
        "INSERT INTO feed_order VALUES (?, ?) ON CONFLICT DO UPDATE SET sort = excluded.sort",
        [FeedKey.text(of: feed), order.rawValue])
    case .order(let feed, nil): try rows.execute("DELETE FROM feed_order WHERE feed = ?", [FeedKey.text(of: feed)])
    case .tabFate(let feed, let fate): try Self.write(fate, of: FeedKey.text(of: feed), to: rows)
    case .read(let question, let answers, let date):
      guard let key = question.columns else { return }
      try rows.execute(
        """
        INSERT INTO read_question VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET date = excluded.date, answers = excluded.answers
        """, key + [date.milliseconds, answers])
      // Those read last, of all servers together.
      try rows.keepNewest(QuestionMarks.limit, of: "read_question", by: "date")
    case .unread(let question):
      guard let key = question.columns else { return }
      try rows.execute("DELETE FROM read_question WHERE server = ? AND site = ? AND id = ?", key)
    case .keep(let cached, let site):
      // A question that cannot be encoded, because its blocks are nested too deeply, is not kept.
      guard let key = cached.key(site: site).columns, let bytes = try? QuestionCoding.bytes(of: cached) else { return }
      try rows.execute(
        """
        INSERT INTO kept_question VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET fetched = excluded.fetched, bytes = excluded.bytes
        """, key + [cached.fetched.milliseconds, bytes])
    case .drop(let question):
      guard let key = question.columns else { return }
      try rows.execute("DELETE FROM kept_question WHERE server = ? AND site = ? AND id = ?", key)
    case .quota(let quota, let server): try Self.write(quota, of: server, to: rows)
    }
  }

  private static func write(_ fate: TabChanges.Fate?, of feed: String, to rows: any StateRows) throws {
    guard let fate else {
      try rows.execute("DELETE FROM tab_fate WHERE feed = ?", [feed])
      return
    }
    try rows.execute(
      """
      INSERT INTO tab_fate VALUES (?, ?, (SELECT IFNULL(MAX(changed), 0) + 1 FROM tab_fate))
      ON CONFLICT DO UPDATE SET fate = excluded.fate, changed = excluded.changed
      """, [feed, fate.rawValue])
    try rows.execute("DELETE FROM tab_fate WHERE changed <= (SELECT MAX(changed) FROM tab_fate) - ?", [tabLimit])
  }

  /// Stores a quota, and removes those from before yesterday, so that not every server ever asked stays there.
  private static func write(_ quota: RememberedQuota, of server: QuestionServer, to rows: any StateRows) throws {
    let (date, day) = (quota.date.milliseconds, 86_400_000 as Int64)
    try rows.execute(
      """
      INSERT INTO quota VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET remaining = excluded.remaining, maximum = excluded.maximum, date = excluded.date
      """, [server.address, quota.remaining, quota.max, date])
    try rows.execute("DELETE FROM quota WHERE date NOT BETWEEN ? AND ?", [date - day, date + day])
  }
}

// MARK: - Questions to the state

/// A kept question with its answers; `nil` if it is not kept.
public struct KeptQuestion: StateQuery {
  package var question: QuestionKey

  public var otherwise: CachedDetail? { nil }

  public func answer(from rows: any StateRows) throws -> CachedDetail? {
    guard let server = question.provenance.server, let key = question.columns else { return nil }
    let row = try rows.rows(
      "SELECT fetched, bytes FROM kept_question WHERE server = ? AND site = ? AND id = ?", key
    ).first
    guard let fetched = row?.date(0), let bytes = row?.bytes(1) else { return nil }
    return try? QuestionCoding.detail(
      of: bytes, from: server, site: question.site, fetched: fetched)
  }
}

/// The kept questions of a site without their bodies, the one kept last first.
public struct KeptQuestions: StateQuery {
  package var site: String
  package var server: QuestionServer

  public var otherwise: [Question] { [] }

  public func answer(from rows: any StateRows) throws -> [Question] {
    // SQLite numbers rows in the order of insertion, and a newer version of a kept question stays in its row.
    try rows.rows(
      "SELECT bytes FROM kept_question WHERE server = ? AND site = ? ORDER BY rowid DESC", [server.address, site]
    )
    .compactMap { row in row.bytes(0).flatMap { try? QuestionCoding.question(of: $0, site: site) } }
  }
}

/// A server's last information on the day's requests, from any program that shares the state; `nil` if there is none.
public struct KeptQuota: StateQuery {
  package var server: QuestionServer

  public var otherwise: RememberedQuota? { nil }

  public func answer(from rows: any StateRows) throws -> RememberedQuota? {
    let row = try rows.rows("SELECT remaining, maximum, date FROM quota WHERE server = ?", [server.address]).first
    guard let row, let remaining = row.integer(0), let date = row.date(2) else { return nil }
    return RememberedQuota(remaining: remaining, max: row.integer(1), date: date)
  }
}

extension StateStore {
  /// Sends a kept question with its answers; `nil` if it is not kept. Sends once, on any thread.
  public func kept(_ question: QuestionKey) -> SignalProducer<CachedDetail?, Never> {
    answer(to: KeptQuestion(question: question))
  }

  /// Sends the kept questions of a site without their bodies, the one kept last first. Sends once, on any thread.
  public func keptQuestions(of site: String, from server: QuestionServer) -> SignalProducer<[Question], Never> {
    answer(to: KeptQuestions(site: site, server: server))
  }

  /// Sends when a question is kept, kept in a newer version, or no longer kept; on any thread. Changes by other programs are
  /// not reported.
  public var keptChanges: Signal<Void, Never> {
    written.filter { change in
      switch change as? QuestionChange {
      case .keep, .drop: true
      default: false
      }
    }
    .map(value: ())
  }

  /// Sends a server's last information on the day's requests, from any program that shares the state; `nil` if there is none.
  /// Sends once, on any thread.
  public func quota(of server: QuestionServer) -> SignalProducer<RememberedQuota?, Never> {
    answer(to: KeptQuota(server: server))
  }
}

extension QuestionKey {
  /// The columns of the key; `nil` for the demonstration's, which are not stored.
  fileprivate var columns: [(any StateValueConvertible)?]? { provenance.server.map { [$0.address, site, id] } }

  fileprivate var words: [String] { [provenance.server?.address ?? "", site, "\(id)"] }

  /// - Returns: `nil` for words that are no question's.
  fileprivate init?(_ words: [String]) {
    guard words.count == 3, let id = Int(words[2]) else { return nil }
    self.init(.server(QuestionServer(kept: words[0])), site: words[1], id: id)
  }
}

extension CachedDetail {
  package func key(site: String) -> QuestionKey { QuestionKey(detail.provenance, site: site, id: detail.question.id) }
}
