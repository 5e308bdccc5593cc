import Edits
import Foundation
import Model
import Screen
import Signals
import Text

/// Turns what a feed and the wikis' lists tell into what `reactui edits` prints.
struct ReportedEdits: Sendable {
  enum Input: Sendable {
    /// A part of the wikis' lists of recent changes, the oldest first. All parts come before the first update.
    case list([WikiEvent])
    case listFailed(Failure)
    case update(WikiFeedUpdate, at: Date)
  }

  private let shown: ShownEdits
  private let condition: EditCondition?
  /// The wikis that the command line names.
  private let asked: WikiSelection?
  private let isDated: Bool
  private var origin: Origin
  /// The name of a server's only wiki.
  private var wiki: SafeText?
  /// Whether what fails before there was a connection is to be waited for.
  private let isPatient: Bool
  private var hasConnected = false
  private var overlap = Overlap()
  private var pending = PendingEdits()

  /// - Parameter isPatient: Whether a server that cannot be reached is waited for. One that was reached always is, since a
  ///   stream is cut off now and then.
  init(
    shown: ShownEdits, condition: EditCondition?, asked: WikiSelection?, origin: Origin, isDated: Bool, isPatient: Bool
  ) {
    (self.shown, self.condition, self.asked, self.isDated) = (shown, condition, asked, isDated)
    (self.origin, self.isPatient) = (origin, isPatient)
  }

  mutating func take(_ input: Input) -> [Result<ReportedEdit, Failure>] {
    switch input {
    case .list(let events):
      for event in events { overlap.note(event) }
      return events.compactMap { report($0, at: .distantPast) }
    case .listFailed(var failure):
      failure.isLasting = true
      return [.failure(failure)]
    case .update(.connecting(let origin), _), .update(.restarted(let origin), _):
      (wiki, self.origin) = (nil, origin)
    case .update(.connected(let source), _), .update(.selected(let source), _):
      // A server of one wiki names its own.
      if let asked, source != asked { return [.failure(.otherWiki(source.label))] }
      wiki = source.label
      hasConnected = true
    case .update(.disconnected(let error, _), _):
      var failure = Failure(error)
      if !isPatient, !hasConnected { failure.isLasting = true }
      return [.failure(failure)]
    case .update(.event(let event, _), let now):
      if !overlap.isListed(event) { return report(event, at: now).map { [$0] } ?? [] }
    case .update(.annotated(let annotation), let now):
      return pending.amended(by: annotation).flatMap { report($0, at: now) }.map { [$0] } ?? []
    case .update(.history(let history), let now):
      // What happened between the end of the list and the connection.
      let missed = history.events.filter { overlap.isMissed($0) }
      return missed.sorted { $0.time ?? now < $1.time ?? now }.compactMap { report($0, at: now) }
    }
    return []
  }

  private mutating func report(_ event: WikiEvent, at now: Date) -> Result<ReportedEdit, Failure>? {
    guard shown.contains(event) else { return nil }
    if let condition, !condition.holds(for: event) {
      if condition.dependsOnFacts { pending.append(event) }
      return nil
    }
    var edit = ReportedEdit(event, wiki: wiki, at: now, from: origin)
    edit.isDated = isDated
    return .success(edit)
  }
}

/// The latest edits for which a condition does not hold yet, because the feed may report more facts about them.
private struct PendingEdits: Sendable {
  /// All edits of all wikis of some four minutes.
  private static let limit = 10_000

  private var edits: [EditAnnotation.Key: WikiEvent] = [:]
  /// In the order of their arrival; some of them may have left.
  private var keys: [EditAnnotation.Key] = []

  mutating func append(_ event: WikiEvent) {
    guard let key = event.annotationKey else { return }
    if edits.updateValue(event, forKey: key) == nil { keys.append(key) }
    guard keys.count >= 2 * Self.limit else { return }
    for key in keys.prefix(Self.limit) { edits[key] = nil }
    keys.removeFirst(Self.limit)
  }

  /// Removes and returns the edit that an annotation is about, with its facts.
  mutating func amended(by annotation: EditAnnotation) -> WikiEvent? {
    var event = edits.removeValue(forKey: annotation.key)
    event?.amend(by: annotation)
    return event
  }
}

/// The events at the end of the wikis' lists, which the feed may tell once more.
private struct Overlap: Sendable {
  private struct Key: Hashable {
    var wiki: String?
    /// The revision of an edit.
    var revision: Int?
    var kind: WikiEvent.Kind
    var title: SafeText

    init(_ event: WikiEvent) {
      (wiki, kind, revision) = (event.wiki, event.kind, event.edit?.revision?.new)
      // A page may be moved between the two; a revision stays the same.
      title = revision == nil ? event.title : ""
    }
  }

  /// The longest time before its connection of which a feed tells, and as much again for the clocks.
  private static let span: TimeInterval = 1_200
  /// How much the times of an event in the list and in the stream may differ.
  private static let tolerance: TimeInterval = 5

  private var times: [Key: Date] = [:]
  private var latest: Date?
  private var pruned = Date.distantPast

  mutating func note(_ event: WikiEvent) {
    guard let time = event.time else { return }
    times[Key(event)] = time
    let latest = max(self.latest ?? time, time)
    self.latest = latest
    if latest.timeIntervalSince(pruned) > 2 * Self.span {
      times = times.filter { latest.timeIntervalSince($0.value) < Self.span }
      pruned = latest.addingTimeInterval(-Self.span)
    }
  }

  func isListed(_ event: WikiEvent) -> Bool {
    guard let listed = times[Key(event)] else { return false }
    return event.edit?.revision != nil
      || event.time.map { abs($0.timeIntervalSince(listed)) <= Self.tolerance } ?? false
  }

  /// Whether an event from before the connection is missing in the lists.
  func isMissed(_ event: WikiEvent) -> Bool {
    guard let latest, let time = event.time else { return false }
    return time >= latest.addingTimeInterval(-Self.tolerance) && !isListed(event)
  }
}

extension Failure {
  /// The server tells of another wiki than the one that was asked for.
  fileprivate static func otherWiki(_ source: SafeText) -> Failure {
    var failure = Failure(.unavailable, "This server tells of \(source.string) only, and --wiki asks for others")
    failure.isLasting = true
    return failure
  }
}

/// An event of the feed, as it is printed.
///
///     14:03:20     +214  Manhattan Film Academy
struct ReportedEdit: ScriptEntry {
  var event: WikiEvent
  var wiki: SafeText?
  /// The time of the event, or of its arrival if the feed does not say.
  var time: Date
  var origin: ScriptOrigin
  /// Whether its line has the date.
  var isDated = false

  init(_ event: WikiEvent, wiki: SafeText?, at arrival: Date, from origin: Origin = .live) {
    self.event = event
    self.wiki = event.wiki.map { SafeText(label: $0) } ?? wiki
    self.origin = origin == .demo ? .demo : .live
    time = event.time ?? arrival
  }

  func lines(on page: TextPage) -> [PageLine] {
    let theme = page.theme
    let change = event.lengthChange.map { SafeText(change: Double($0)) } ?? ""
    var spans = [
      Span(page.clock.unambiguous(time, isDated: isDated), theme.dim),
      Span(TextPage.column(change, 9), theme.dim), Span("  "),
    ]
    if !event.title.isEmpty { spans.append(Span(event.title, theme.plain)) }
    if event.kind != .unspecified {
      let kind = event.kind.word
      let label = event.title.isEmpty ? kind : "  (\(kind))"
      spans.append(Span(label, event.kind == .newuser ? theme.alarm : theme.dim))
    }
    return [.spans(spans)]
  }

  var json: JSONText {
    .object([
      "time": .date(time),
      "wiki": .text(wiki),
      "kind": .string(event.kind == .unspecified ? "edit" : event.kind.rawValue),
      "title": .text(event.title),
      "change": event.lengthChange.map { .integer($0) } ?? .null,
      "link": .link(event.link?.absoluteString),
      "user": .text(event.edit?.user),
      "comment": .text(event.edit?.comment),
      "bot": event.edit.map { .flag($0.isBot) } ?? .null,
      "minor": event.edit.map { .flag($0.isMinor) } ?? .null,
      "revision": event.edit?.revision.map { .integer($0.new) } ?? .null,
      "risk": event.edit?.facts.risk.map { .number($0) } ?? .null,
      "reverted": event.edit.map { .flag($0.facts.isReverted) } ?? .null,
      "newcomer": event.edit?.facts.isNewcomer.map { .flag($0) } ?? .null,
      "origin": origin.json,
    ])
  }
}
