import Foundation
import Model
import Signals
import Text

// What is remembered of Wikipedia: a person's choices in the pane, each as a value with a name; the rates of edits; the edits that
// were read. Stored values are read by later versions: names and forms stay.

extension WikipediaChoices: RememberedPart {
  public init() { self.init(wikis: nil) }

  public init(_ rows: any StateRows, values: [String: String]) {
    self.init()
    for (name, text) in values { if let change = Change(name: name, text: text) { reduce(change) } }
  }

  public static var tables: [StateTable] {
    [
      StateTable("edit_rate", "rate of edits", "rates of edits"), StateTable("read_edit", "edit read", "edits read"),
    ]
  }
}

/// A change of what is remembered of Wikipedia.
public enum EditChange: StateChange {
  case choice(WikipediaChoices.Change)
  /// Rates of edits of a source, of which nothing older than a date is kept.
  case rates([KeptRate], of: String, oldest: Date)
  /// An edit was read, of the wikis that a server reports.
  case read(EditAnnotation.Key, of: String, at: Date)
  case unread(EditAnnotation.Key, of: String)

  /// The edits read last are kept, of all servers together: more than a person reads in the ten minutes for which the list of an
  /// earlier run comes again.
  package static let readLimit = 2_000

  public var key: [String]? {
    switch self {
    case .choice(let change): ["choice", change.name]
    case .rates: nil
    case .read(let edit, let server, _), .unread(let edit, let server): [server, edit.wiki, "\(edit.revision)"]
    }
  }

  public func write(to rows: any StateRows) throws {
    switch self {
    case .choice(let change): try rows.set(change.name, to: change.text)
    case .rates(let rates, let source, let oldest):
      // In the place of those that end at the same time.
      for rate in rates {
        try rows.execute(
          "INSERT OR REPLACE INTO edit_rate VALUES (?, ?, ?, ?, ?, ?, ?)",
          [source, rate.end, rate.people, rate.anonymous, rate.bots, rate.untold, rate.reverts])
      }
      try rows.execute("DELETE FROM edit_rate WHERE time < ?", [oldest.wholeSeconds])
    case .read(let edit, let server, let date):
      try rows.execute(
        """
        INSERT INTO read_edit VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET date = excluded.date
        """, [server, edit.wiki, edit.revision, date.milliseconds])
      try rows.keepNewest(Self.readLimit, of: "read_edit", by: "date")
    case .unread(let edit, let server):
      try rows.execute(
        "DELETE FROM read_edit WHERE server = ? AND wiki = ? AND revision = ?", [server, edit.wiki, edit.revision])
    }
  }
}

/// The windows of a source since some time, in the order of time: each by itself in the last day before `now`, by minutes
/// before that.
public struct RatesSince: StateQuery {
  package var source: String
  package var start: Date
  package var now: Date

  public var otherwise: [KeptRate] { [] }

  public func answer(from rows: any StateRows) throws -> [KeptRate] {
    let (start, end) = (start.wholeSeconds, now.wholeSeconds)
    let fine = max(start, end - Int(KeptRate.fineSpan)) / 60 * 60
    return try rows.rows(
      """
      SELECT MAX(time), SUM(people), SUM(anonymous), SUM(bots), SUM(untold), COUNT(*),
        CASE WHEN COUNT(reverts) = COUNT(*) THEN SUM(reverts) END
      FROM edit_rate WHERE source = ? AND time > ? AND time <= ? GROUP BY (time - 1) / 60
      UNION ALL
      SELECT time, people, anonymous, bots, untold, 1, reverts FROM edit_rate WHERE source = ? AND time > ? AND time <= ?
      ORDER BY 1
      """, [source, start, fine, source, max(start, fine), end]
    )
    .compactMap { row in
      let values = (0..<6).compactMap(row.integer)
      guard values.count == 6, values.dropFirst().allSatisfy({ (0...Int(Int32.max)).contains($0) }) else { return nil }
      let reverts = row.integer(6).flatMap { (0...Int(Int32.max)).contains($0) ? $0 : nil }
      return KeptRate(
        end: values[0], people: values[1], anonymous: values[2], bots: values[3], untold: values[4], reverts: reverts,
        windows: values[5])
    }
  }
}

/// The edits that were read, of the wikis that a server reports.
public struct ReadEdits: StateQuery {
  package var server: String

  public var otherwise: Set<EditAnnotation.Key> { [] }

  public func answer(from rows: any StateRows) throws -> Set<EditAnnotation.Key> {
    Set(
      try rows.rows(
        "SELECT wiki, revision FROM read_edit WHERE server = ? ORDER BY date DESC LIMIT ?",
        [server, EditChange.readLimit]
      )
      .compactMap { row in
        guard let wiki = row.text(0), let revision = row.integer(1) else { return nil }
        return EditAnnotation.Key(wiki: wiki, revision: revision)
      })
  }
}

extension StateStore {
  /// Sends the stored rates of a source of edits in the order of time, once, on any thread.
  public func rates(of source: String, since start: Date, now: Date) -> SignalProducer<[KeptRate], Never> {
    answer(to: RatesSince(source: source, start: start, now: now))
  }

  /// Sends the edits that were read, of the wikis that a server reports, once, on any thread.
  public func readEdits(of server: String) -> SignalProducer<Set<EditAnnotation.Key>, Never> {
    answer(to: ReadEdits(server: server))
  }
}

extension Date {
  /// Whole seconds since 1970, of whatever date.
  fileprivate var wholeSeconds: Int { Int(exactly: timeIntervalSince1970.rounded(.down)) ?? 0 }
}

// MARK: - Choices

extension WikipediaChoices.Kind {
  /// The name of the stored value; of a watched or ignored page or user its beginning.
  fileprivate var name: String {
    switch self {
    case .wikis: "wikis"
    case .shown: "shown-edits"
    case .condition: "edits-condition"
    case .hasLinesApart: "rates-apart"
    case .span: "edits-span"
    case .order: "edits-order"
    case .watched: "watched "
    case .ignored: "ignored "
    case .listShare: "edits-list-share"
    case .showsBackdrop: "edits-backdrop"
    }
  }
}

extension WatchedSubject {
  /// `["enwiki","page","Saturn"]`
  fileprivate var text: String {
    let parts = [wiki, kind.rawValue, name.string]
    // Only texts, which can always be encoded.
    return (try? JSONEncoder().encode(parts)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// - Returns: `nil` for a text that names no page and no user of a wiki.
  fileprivate init?(text: Substring) {
    guard let parts = try? JSONDecoder().decode([String].self, from: Data(text.utf8)), parts.count == 3,
      WikiDomain.isName(parts[0]), let kind = Kind(rawValue: parts[1]), !parts[2].isEmpty
    else { return nil }
    self.init(kind, SafeText(oneLine: parts[2]), on: parts[0])
  }
}

extension WikipediaChoices.Change {
  /// The name of the stored value. Each watched or ignored page or user is a value of its own, so that programs that run at
  /// the same time do not undo each other's choices.
  var name: String {
    switch self {
    case .watch(let subject, _), .ignore(let subject, _): kind.name + subject.text
    default: kind.name
    }
  }

  /// The stored value; `nil` where nothing is stored, because nothing is chosen.
  var text: String? {
    switch self {
    case .wikis(let choice): choice?.text
    case .shown(let choice): choice?.text
    case .condition(let name): name?.string
    case .hasLinesApart(let areApart): areApart ? "1" : "0"
    case .span(let seconds): "\(seconds)"
    case .order(let order): order.rawValue
    case .watch(_, let isChosen), .ignore(_, let isChosen): isChosen ? "1" : nil
    case .listShare(let share): "\(share)"
    case .showsBackdrop(let shows): shows ? "1" : "0"
    }
  }

  /// Reads a stored value.
  ///
  /// - Returns: `nil` for a name that is no choice's, and for a text that is no choice.
  init?(name: String, text: String) {
    for kind in [WikipediaChoices.Kind.watched, .ignored] where name.begins(with: kind.name) {
      guard let subject = WatchedSubject(text: name.dropFirst(kind.name.count)) else { return nil }
      self = kind == .watched ? .watch(subject, true) : .ignore(subject, true)
      return
    }
    switch WikipediaChoices.Kind.allCases.first(where: { $0.name == name }) {
    case .wikis: self = .wikis(Override(text: text))
    case .shown: self = .shown(Override(text: text))
    case .condition: self = .condition(SafeText(oneLine: text))
    case .hasLinesApart: self = .hasLinesApart(text == "1")
    case .span:
      guard let seconds = Double(text), WikipediaChoices.spans.contains(seconds) else { return nil }
      self = .span(seconds)
    case .order:
      guard let order = EventOrder(rawValue: text) else { return nil }
      self = .order(order)
    case .listShare:
      guard let share = Int(text), WikipediaChoices.listShares.contains(share) else { return nil }
      self = .listShare(share)
    case .showsBackdrop: self = .showsBackdrop(text == "1")
    case .watched, .ignored, nil: return nil
    }
  }
}

extension Override<WikiSelection> {
  /// The wikis in the stored form.
  var text: String? { StoredOverride(value.names, of: setting.names).text }

  /// - Returns: `nil` for a text without names of wikis.
  package init?(text: String) {
    guard let names = StoredOverride<[String]>(text),
      [names.chosen, names.setting].allSatisfy({ $0.count <= WikiSelection.limit }),
      (names.chosen + names.setting).allSatisfy({ WikiDomain.isName($0) })
    else { return nil }
    self.init(WikiSelection(names.chosen), of: WikiSelection(names.setting))
  }
}

extension Override<ShownEdits> {
  /// The words for the edits in the stored form.
  var text: String? { StoredOverride(value.words.map(\.name), of: setting.words.map(\.name)).text }

  /// - Returns: `nil` for a text with unknown words.
  package init?(text: String) {
    guard let names = StoredOverride<[String]>(text) else { return nil }
    let (chosen, setting) = (names.chosen.map(ShownEdits.Word.init), names.setting.map(ShownEdits.Word.init))
    guard !(chosen + setting).contains(nil) else { return nil }
    self.init(ShownEdits(chosen.compactMap(\.self)), of: ShownEdits(setting.compactMap(\.self)))
  }
}
