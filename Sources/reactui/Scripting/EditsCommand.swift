import ArgumentParser
import Foundation
import Model
import Screen
import Signals
import Text
import ViewModels

/// `reactui edits`: the events on the wikis as they happen.
struct EditsCommand: ScriptCommand {
  static let configuration = CommandConfiguration(
    commandName: "edits",
    abstract: "Print Wikipedia's edits as they happen: time, change in bytes, title, and what it was if no edit.",
    discussion: """
      Without --follow it ends after --count edits, or after --timeout with those that came; where none came, that is an \
      error. With --follow it connects again by itself when the connection is lost, as long as that can help.
      """)

  @Flag(help: "Go on until --count edits have come, or for ever.")
  var follow = false

  @Option(help: ArgumentHelp("How many edits; without the option 20, and with --follow all.", valueName: "number"))
  var count: Int?

  @Option(
    help: ArgumentHelp(
      "A wiki's code or database name such as de or dewiki, several with commas between them, or all; without the option"
        + " those of the settings.", valueName: "name"))
  var wiki: String?

  @OptionGroup var options: ScriptOptions

  private static let standardCount = 20

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count is a number from 1 on.") }
    if let wiki, selection == nil {
      throw ValidationError(
        "--wiki takes wikis' codes or database names, such as de or dewiki; '\(SafeText(label: wiki))' names none.")
    }
  }

  /// The wikis of the option.
  private var selection: WikiSelection? { wiki.flatMap { WikiWords(SafeText(label: $0)).selection } }

  func entries(in script: Script) -> SignalProducer<[any ScriptEntry], Failure> {
    let clock = script.clock
    let shown = script.settings.wikipedia.shown
    let asked = selection
    if let asked { script.services.wikis.value = asked }
    let happened = script.services.edits.updates()
      .scanMap(into: SafeText?.none) { wiki, update -> Result<ReportedEdit, Failure>? in
        switch update {
        case .event(let event, _):
          guard shown.contains(event) else { return nil }
          return .success(ReportedEdit(event, wiki: wiki, at: clock.currentDate))
        case .connected(let source), .selected(let source):
          // A server of one wiki names its own.
          if let asked, source != asked.label { return .failure(.otherWiki(source)) }
          wiki = source
        case .disconnected(let error, _): return .failure(Failure(error))
        case .connecting, .restarted: wiki = nil
        case .history, .annotated: break
        }
        return nil
      }
      .skipNil()
    if follow {
      let edits = script.telling(happened).map { [$0] as [any ScriptEntry] }
      return count.map { edits.take(first: $0) } ?? edits
    }
    return happened.dematerializeResults()
      .take(first: count ?? Self.standardCount)
      .within(
        script.options.timeout, on: clock,
        orElse: Failure(
          .unavailable, "Wikipedia told of no edit within \(script.seconds); --timeout gives it more time")
      )
      .map { [$0] }
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

/// A step of a stream with a deadline.
private enum Step<Value: Sendable>: Sendable {
  case event(Signal<Value, Failure>.Event)
  case timeIsUp
}

extension SignalProducer where Error == Failure {
  /// Ends after an interval: completes if there were values, and fails if there were none.
  fileprivate func within(
    _ interval: TimeInterval, on clock: any DateScheduler, orElse nothing: Failure
  ) -> SignalProducer<Value, Failure> {
    let deadline = clock.currentDate.addingTimeInterval(interval)
    return SignalProducer<Step<Value>, Never>.merge(
      materialize().map { .event($0) },
      SignalProducer<Date, Never>.timer(at: deadline, on: clock).map { _ in .timeIsUp }
    )
    .scanMap(into: false) { hasCome, step -> Signal<Value, Failure>.Event in
      switch step {
      case .event(let event):
        if event.value != nil { hasCome = true }
        return event
      case .timeIsUp: return hasCome ? .completed : .failed(nothing)
      }
    }
    .dematerialize()
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

  init(_ event: WikiEvent, wiki: SafeText?, at arrival: Date) {
    self.event = event
    self.wiki = event.wiki.map { SafeText(label: $0) } ?? wiki
    time = event.time ?? arrival
  }

  func lines(on page: TextPage) -> [PageLine] {
    let theme = page.theme
    let change = event.lengthChange.map { SafeText(change: Double($0)) } ?? ""
    var spans = [
      Span(page.clock.seconds(time), theme.dim), Span(TextPage.column(change, 9), theme.dim), Span("  "),
    ]
    if !event.title.isEmpty { spans.append(Span(event.title, theme.plain)) }
    if event.kind != .unspecified {
      let label = event.title.isEmpty ? kind : "  (\(kind))"
      spans.append(Span(label, event.kind == .newuser ? theme.alarm : theme.dim))
    }
    return [.spans(spans)]
  }

  /// The kind of the event in words.
  private var kind: SafeText {
    switch event.kind {
    case .unspecified: "edit"
    case .newuser: "new user"
    case .upload: "upload"
    case .special: "log entry"
    case .talk: "talk page"
    case .user: "user page"
    case .file: "file page"
    }
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
    ])
  }
}
