import ArgumentParser
import Edits
import Foundation
import Model
import PaneKit
import Screen
import Signals
import Text

/// `reactui edits`: the events on the wikis as they happen.
struct EditsCommand: ScriptCommand {
  static let configuration = CommandConfiguration(
    commandName: "edits",
    abstract: "Print Wikipedia's edits as they happen: time, change in bytes, title, and what it was if no edit.",
    discussion: """
      Without --follow it ends after --count edits, or after --timeout with those that came; where none came, that is an \
      error. A connection that is lost before is made again. With --since it prints what happened since then by the wikis' lists of recent changes, the oldest first, and ends. \
      With --follow it goes on, and connects again by itself when the connection is lost, as long as that can help. \
      The words of --where: \(EditCondition.words.joined(separator: " ")), with < <= = >= > after numbers, and brackets. \
      What Wikipedia does not tell of an edit satisfies no condition.
      """)

  @Flag(help: "Go on until --count edits have come, or for ever.")
  var follow = false

  @Option(
    help: ArgumentHelp(
      "How many edits; without the option 20, and with --follow or --since all.", valueName: "number"))
  var count: Int?

  @Option(
    help: ArgumentHelp(
      "A wiki's code, database name or language such as de, dewiki or German; several with commas between them; or"
        + " all. Without the option those of the settings.", valueName: "name"))
  var wiki: String?

  @Option(
    help: ArgumentHelp("Only edits for which this holds, such as 'risk>0.9 and not bot'.", valueName: "words"))
  var `where`: String?

  @Option(
    help: ArgumentHelp("All edits since a time: 10min, 1h, 7d, up to 30d.", valueName: "time"),
    transform: { text in
      guard let since = DurationOption.seconds(text), Self.spans.contains(since) else {
        throw ValidationError("--since is a time from 1s to 30d, such as 10min, 1h or 7d.")
      }
      return since
    })
  var since: TimeInterval?

  @OptionGroup var options: ScriptOptions

  private static let standardCount = 20
  /// Wikis keep their lists of recent changes for thirty days or longer.
  private static let spans: ClosedRange<TimeInterval> = 1...30 * 86_400
  /// The longest span whose times are without dates.
  private static let undated: TimeInterval = 43_200

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count is a number from 1 on.") }
    if let wiki, selection == nil {
      let mistake = WikiWords("\(SafeText(label: wiki)),").mistake
      throw ValidationError("--wiki takes codes, database names or languages, such as de: \(mistake ?? "it is empty").")
    }
    if let text = `where` {
      do throws(EditConditionMistake) {
        _ = try EditCondition(text)
      } catch {
        throw ValidationError("--where, \(error.text)")
      }
    }
    if since != nil, selection?.isAll ?? false {
      throw ValidationError("--since asks each wiki for its list, so --wiki has to name them.")
    }
  }

  /// The wikis of the option.
  private var selection: WikiSelection? { wiki.flatMap { WikiWords(SafeText(label: $0)).selection } }

  func entries(in script: CommandContext) throws -> SignalProducer<[any ScriptEntry], Failure> {
    if let selection { script.services.editClients.wikis.value = selection }
    let (feed, clock) = (script.services.editClients.feed, script.clock)
    let begin = ReportedEdits(
      shown: script.settings.wikipedia.shown, condition: try `where`.map(EditCondition.init), asked: selection,
      origin: feed.origin,
      isDated: since ?? 0 > Self.undated, isPatient: follow || since != nil)
    let live = feed.updates().map { ReportedEdits.Input.update($0, at: clock.currentDate) }
    let inputs = try since.map { try listed(since: $0, script).concat(follow ? live : .empty) } ?? live
    let happened = inputs.scanMap(into: begin) { $0.take($1) }.flatMap(.concat) { SignalProducer($0) }
    let edits = script.telling(happened)
    if follow || since != nil {
      return (count.map { edits.take(first: $0) } ?? edits).map { [$0] as [any ScriptEntry] }
    }
    return
      edits
      .take(first: count ?? Self.standardCount)
      .within(
        script.options.timeout, on: clock, endsThen: true,
        orElse: Failure(
          .unavailable, "no edits from Wikipedia within \(script.seconds); --timeout gives it more time")
      )
      .map { [$0] }
  }

  /// What happened since a time, by the wikis' lists. A failure is the last.
  private func listed(
    since span: TimeInterval, _ script: CommandContext
  ) throws -> SignalProducer<ReportedEdits.Input, Never> {
    let (feed, wikis) = (script.services.editClients.feed, script.services.editClients.wikis.value)
    guard !wikis.isAll else {
      throw Failure(.usage, "--since asks each wiki for its list, and the settings name none; --wiki does.")
    }
    let start = script.clock.currentDate.addingTimeInterval(-span)
    return feed.changes(of: wikis.names, since: start, from: feed.origin)
      .mapError(Failure.init)
      .within(
        script.options.timeout, on: script.clock, endsThen: false,
        orElse: Failure(
          .unavailable,
          "Wikipedia's list of changes did not come within \(script.seconds); --timeout gives it more time")
      )
      .map { .list($0) }
      .flatMapError { SignalProducer(value: .listFailed($0)) }
  }
}

/// A step of a stream with a deadline.
private enum Step<Value: Sendable>: Sendable {
  case event(Signal<Value, Failure>.Event)
  case timeIsUp
}

extension SignalProducer where Error == Failure {
  /// Fails if there is no value within an interval.
  ///
  /// - Parameter endsThen: Whether it completes after the interval if there were values.
  fileprivate func within(
    _ interval: TimeInterval, on clock: any DateScheduler, endsThen: Bool, orElse nothing: Failure
  ) -> SignalProducer<Value, Failure> {
    let deadline = clock.currentDate.addingTimeInterval(interval)
    let isUp = SignalProducer<Date, Never>.timer(at: deadline, on: clock).map { _ in Step<Value>.timeIsUp }
    return SignalProducer<Step<Value>, Never>.merge(materialize().map { .event($0) }, isUp)
      .scanMap(into: false) { hasCome, step -> Signal<Value, Failure>.Event? in
        switch step {
        case .event(let event):
          if event.value != nil { hasCome = true }
          return event
        case .timeIsUp: return hasCome ? (endsThen ? .completed : nil) : .failed(nothing)
        }
      }
      .skipNil()
      .dematerialize()
  }
}
