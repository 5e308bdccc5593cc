import Foundation
import GRDB
import Model

// The remembered state as rows of its tables.

extension StateChange {
  /// The limit of closed tabs, which can be reopened or stay closed in the settings.
  private static let tabLimit = 1_000

  func write(to database: Database) throws {
    switch self {
    case .pane(let name): try Self.set("pane", to: name, in: database)
    case .greeted: try Self.set("greeted", to: "yes", in: database)
    case .tab(let feed): try Self.set("tab", to: FeedKey.text(of: feed), in: database)
    case .order(let feed, let order?):
      try database.execute(
        sql: "INSERT INTO feed_order VALUES (?, ?) ON CONFLICT DO UPDATE SET sort = excluded.sort",
        arguments: [FeedKey.text(of: feed), order.rawValue])
    case .order(let feed, nil):
      try database.execute(sql: "DELETE FROM feed_order WHERE feed = ?", arguments: [FeedKey.text(of: feed)])
    case .tabFate(let feed, let fate): try Self.write(fate, of: FeedKey.text(of: feed), to: database)
    case .tabOrder(let feeds):
      try Self.set("tab-order", to: feeds.map(FeedKey.text), in: database)
    case .read(let question, let answers, let date): try Self.write(question, answers, date, to: database)
    case .unread(let question):
      guard let key = question.arguments else { return }
      try database.execute(
        sql: "DELETE FROM read_question WHERE server = ? AND site = ? AND id = ?", arguments: key)
    case .keep(let cached, let site):
      let question = QuestionKey(cached.detail.provenance, site: site, id: cached.detail.question.id)
      // A question that cannot be encoded, because its blocks are nested too deeply, is not kept.
      guard let key = question.arguments, let bytes = try? QuestionCoding.bytes(of: cached) else { return }
      try database.execute(
        sql: """
          INSERT INTO kept_question VALUES (?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET fetched = excluded.fetched, bytes = excluded.bytes
          """,
        arguments: key + [cached.fetched.milliseconds, Data(bytes)])
    case .drop(let question):
      guard let key = question.arguments else { return }
      try database.execute(
        sql: "DELETE FROM kept_question WHERE server = ? AND site = ? AND id = ?", arguments: key)
    case .quota(let quota, let server): try Self.write(quota, of: server, to: database)
    case .isDense(let isDense): try Self.set("dense", to: isDense ? "1" : "0", in: database)
    case .share(let choice): try Self.set("share", to: choice?.text, in: database)
    case .layout(let choice): try Self.set("layout", to: choice?.text, in: database)
    case .isHidden(let room, true):
      try database.execute(sql: "INSERT OR REPLACE INTO hidden_room VALUES (?)", arguments: [room])
    case .isHidden(let room, false):
      try database.execute(sql: "DELETE FROM hidden_room WHERE room = ?", arguments: [room])
    case .alone(let room): try Self.set("room-alone", to: room, in: database)
    case .span(let span): try Self.set("room-span", to: span.rawValue, in: database)
    case .roomOrder(let order): try Self.set("room-order", to: order.rawValue, in: database)
    case .event(let event): _ = try event.write(to: database)
    case .palette(let history): try Self.set("palette", to: history.ids, in: database)
    case .wikipedia(let change): try Self.set(change.name, to: change.text, in: database)
    case .rates(let rates, let source, let oldest):
      try KeptRate.write(rates, of: source, oldest: oldest, to: database)
    case .readEdit(let edit, let server, let date): try ReadEditRows.write(edit, of: server, at: date, to: database)
    case .unreadEdit(let edit, let server): try ReadEditRows.remove(edit, of: server, from: database)
    }
  }

  /// - Parameter value: `nil` where there is none any more.
  private static func set(_ name: String, to value: String?, in database: Database) throws {
    guard let value else {
      return try database.execute(sql: "DELETE FROM value WHERE name = ?", arguments: [name])
    }
    try database.execute(
      sql: "INSERT INTO value VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
      arguments: [name, value])
  }

  private static func set(_ name: String, to texts: [String], in database: Database) throws {
    try set(name, to: String(decoding: JSONEncoder().encode(texts), as: UTF8.self), in: database)
  }

  private static func write(_ fate: TabChanges.Fate?, of feed: String, to database: Database) throws {
    guard let fate else {
      return try database.execute(sql: "DELETE FROM tab_fate WHERE feed = ?", arguments: [feed])
    }
    try database.inTransaction(.immediate) {
      try database.execute(
        sql: """
          INSERT INTO tab_fate VALUES (?, ?, (SELECT IFNULL(MAX(changed), 0) + 1 FROM tab_fate))
          ON CONFLICT DO UPDATE SET fate = excluded.fate, changed = excluded.changed
          """,
        arguments: [feed, fate.rawValue])
      try database.execute(
        sql: "DELETE FROM tab_fate WHERE changed <= (SELECT MAX(changed) FROM tab_fate) - ?", arguments: [tabLimit])
      return .commit
    }
  }

  /// Stores a quota, and removes those from before yesterday, so that not every server ever asked stays there.
  private static func write(_ quota: RememberedQuota, of server: QuestionServer, to database: Database) throws {
    let (date, day) = (quota.date.milliseconds, 86_400_000 as Int64)
    try database.inTransaction(.immediate) {
      try database.execute(
        sql: """
          INSERT INTO quota VALUES (?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET remaining = excluded.remaining, maximum = excluded.maximum, date = excluded.date
          """,
        arguments: [server.address, quota.remaining, quota.max, date])
      try database.execute(
        sql: "DELETE FROM quota WHERE date NOT BETWEEN ? AND ?", arguments: [date - day, date + day])
      return .commit
    }
  }

  /// Stores that a question was read, limited to the questions read last, of all servers together.
  private static func write(_ question: QuestionKey, _ answers: Int, _ date: Date, to database: Database) throws {
    guard let key = question.arguments else { return }
    try database.inTransaction(.immediate) {
      try database.execute(
        sql: """
          INSERT INTO read_question VALUES (?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET date = excluded.date, answers = excluded.answers
          """,
        arguments: key + [date.milliseconds, answers])
      try database.keepNewest(QuestionMarks.limit, of: "read_question", by: "date")
      return .commit
    }
  }
}

extension RememberedState {
  /// Reads the state. Content that this version does not understand is left out.
  init(_ database: Database) throws {
    self.init()
    for row in try Row.fetchAll(database, sql: "SELECT name, value FROM value") {
      guard let name = row.checked(0, as: String.self), let value = row.checked(1, as: String.self) else { continue }
      switch name {
      case "pane": pane = value
      case "greeted": isGreeted = true
      case "tab": tab = FeedKey.feed(of: value)
      case "tab-order":
        tabs.order = Self.texts(value).compactMap(FeedKey.feed(of:))
      case "dense": isDense = value == "1"
      case "share": share = Override(text: value)
      case "layout": layout = Override(text: value)
      case "room-alone": rooms.alone = value
      case "room-order": rooms.order = RoomOrder(rawValue: value) ?? .settings
      case "room-span": rooms.span = RoomSpan(rawValue: value)
      case "palette": palette = PaletteHistory(Self.texts(value))
      default: if let change = WikipediaChoices.Change(name: name, text: value) { wikipedia.take(change) }
      }
    }
    for row in try Row.fetchAll(database, sql: "SELECT feed, sort FROM feed_order") {
      guard let feed = row.checked(0, as: String.self).flatMap(FeedKey.feed(of:)),
        let order = row.checked(1, as: String.self).flatMap(QuestionOrder.init(rawValue:))
      else { continue }
      orders[feed] = order
    }
    for row in try Row.fetchAll(database, sql: "SELECT room FROM hidden_room") {
      if let room = row.checked(0, as: String.self) { rooms.hidden.insert(room) }
    }
    events = try RoomEvent.all(in: database)
    try readTabs(database)
    try readMarks(database)
  }

  /// Reads a list of texts; a damaged one has none.
  private static func texts(_ value: String) -> [String] {
    (try? JSONDecoder().decode([String].self, from: Data(value.utf8))) ?? []
  }

  private mutating func readTabs(_ database: Database) throws {
    for row in try Row.fetchAll(database, sql: "SELECT feed, fate FROM tab_fate ORDER BY changed") {
      guard let feed = row.checked(0, as: String.self).flatMap(FeedKey.feed(of:)),
        let fate = row.checked(1, as: String.self).flatMap(TabChanges.Fate.init(rawValue:))
      else { continue }
      switch fate {
      case .opened: tabs.opened.append(feed)
      case .closed: tabs.closed.append(feed)
      }
    }
  }

  private mutating func readMarks(_ database: Database) throws {
    // Thousands of questions share few server names.
    var servers: [String: QuestionServer] = [:]
    func key(_ row: Row) -> QuestionKey? {
      guard let address = row.checked(0, as: String.self), let site = row.checked(1, as: String.self),
        let id = row.checked(2, as: Int.self)
      else { return nil }
      let server = servers[address] ?? QuestionServer(kept: address)
      servers[address] = server
      return QuestionKey(.server(server), site: site, id: id)
    }
    let rows = try Row.fetchAll(
      database, sql: "SELECT server, site, id, answers FROM read_question ORDER BY date DESC LIMIT ?",
      arguments: [QuestionMarks.limit])
    for row in rows {
      if let key = key(row), let answers = row.checked(3, as: Int.self) { marks.read[key] = answers }
    }
    for row in try Row.fetchAll(database, sql: "SELECT server, site, id FROM kept_question") {
      if let key = key(row) { marks.kept.insert(key) }
    }
  }
}

extension RememberedQuota {
  init?(of server: QuestionServer, _ database: Database) throws {
    let row = try Row.fetchOne(
      database, sql: "SELECT remaining, maximum, date FROM quota WHERE server = ?", arguments: [server.address])
    guard let row, let remaining = row.checked(0, as: Int.self), let date = row.checked(2, as: Int64.self)
    else { return nil }
    self.init(remaining: remaining, max: row.checked(1, as: Int.self), date: Date(milliseconds: date))
  }
}

extension QuestionKey {
  /// Server, site and id; `nil` for the demonstration's, which are not stored.
  var arguments: StatementArguments? {
    provenance.server.map { [$0.address, site, id] }
  }
}
