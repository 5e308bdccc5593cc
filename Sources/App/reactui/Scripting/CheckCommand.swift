import ArgumentParser
import Foundation
import Model
import Questions
import Rooms
import Screen
import Signals
import Text

/// `reactui check`: asks each configured source once.
struct CheckCommand: ScriptCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      "Ask each source once: Stack Overflow, Wikipedia and each room. Print what was asked and what was answered.",
    discussion: """
      It is the first thing to try where something stays empty. A line begins with ok, with failed, or with a hyphen where \
      nobody is asked. Nothing that was kept before is taken for an answer, and no secret is printed. The exit status is \
      69 where a source fails.
      """)

  @OptionGroup var options: ScriptOptions

  func entries(in script: CommandContext) -> SignalProducer<[any ScriptEntry], Failure> {
    let checks = script.checkedQuestions + [script.checkedEdits] + script.checkedRooms
    // All are asked at once, and reported in order.
    return SignalProducer<(Int, CheckedSource), Never>.merge(
      checks.enumerated().map { index, check in check.map { (index, $0) } }
    )
    .scanMap(into: InOrder()) { $0.take($1.0, $1.1) }
    .promoteError(Failure.self)
    .materialize()
    .scanMap(into: [SafeText]()) { failed, event -> Signal<[CheckedSource], Failure>.Event in
      failed += (event.value ?? []).filter(\.hasFailed).map(\.name)
      guard case .completed = event, !failed.isEmpty else { return event }
      let names = failed.joined(separator: ", ")
      let sentence: SafeText = "\(SafeText(failed.count, "source fails", "sources fail")): \(names)"
      return .failed(Failure(.unavailable, sentence.string))
    }
    .dematerialize()
    .map { $0 }
  }

  /// Delays values until their turn.
  private struct InOrder: Sendable {
    private var waiting: [Int: CheckedSource] = [:]
    private var next = 0

    mutating func take(_ index: Int, _ source: CheckedSource) -> [CheckedSource] {
      waiting[index] = source
      var ready: [CheckedSource] = []
      while let source = waiting.removeValue(forKey: next) {
        ready.append(source)
        next += 1
      }
      return ready
    }
  }
}

// MARK: - Asking

extension CommandContext {
  /// Asks a source and returns its result.
  private func checked(
    _ source: CheckedSource, _ answers: SignalProducer<CheckedSource.Outcome, Failure>
  ) -> SignalProducer<CheckedSource, Never> {
    let start = clock.currentDate
    return answers.take(first: 1)
      .flatMapError { failure in
        SignalProducer<CheckedSource.Outcome, Never>(
          value: .failed(SafeText(oneLine: failure.sentences.joined(separator: "; "))))
      }
      .map { [clock] outcome in
        var source = source
        source.outcome = outcome
        source.seconds = max(0, clock.currentDate.timeIntervalSince(start))
        return source
      }
  }

  /// The sites of the first tab that a service is asked for.
  fileprivate var checkedQuestions: [SignalProducer<CheckedSource, Never>] {
    guard let index = settings.stackOverflow.tabs.firstAsked else { return [] }
    let tab = settings.stackOverflow.tabs[index]
    return tab.feed.parts.map { checked($0, of: tab) }
  }

  private func checked(_ feed: QuestionFeed, of tab: QuestionTab) -> SignalProducer<CheckedSource, Never> {
    let source = CheckedSource(
      kind: "stack-exchange", name: tab.feed.isJoined ? SafeText(oneLine: feed.site) : "Stack Overflow",
      address: sources.addresses.questions,
      asked: "the questions of the tab \(tab.name)")
    let questions = services.questionClients.service
    return checked(
      source,
      answer(of: source.name, questions.questions(QuestionQuery(feed))).map { page in
        var told = [SafeText(questions: page.value.questions.count)]
        if let first = page.value.questions.first { told.append("the first is \u{201C}\(first.title)\u{201D}") }
        if let left = page.value.quotaRemaining {
          let all: SafeText = page.value.quotaMax.map { " of \($0)" } ?? ""
          told.append("\(left)\(all) \(left == 1 ? "request is" : "requests are") left today")
        }
        if let trouble = questions.keyTrouble { told.append(trouble) }
        if let clock = ClockDifference(of: source.name, lead: questions.clockLead) {
          told.append("the server's clock is \(clock.words)")
        }
        return .answered(told)
      })
  }

  fileprivate var checkedEdits: SignalProducer<CheckedSource, Never> {
    let source = CheckedSource(
      kind: "wikipedia", name: "Wikipedia", address: sources.addresses.edits, asked: "the stream of edits")
    // A connection without events is as good as none.
    let first = services.editClients.feed.updates()
      .scanMap(into: SafeText?.none) { wiki, update -> Result<CheckedSource.Outcome, ServiceError>? in
        switch update {
        case .connected(let source), .selected(let source): wiki = source.label
        case .disconnected(let error, _): return .failure(error)
        case .event(let event, _):
          let title: SafeText = event.title.isEmpty ? "a sign-up" : "\u{201C}\(event.title)\u{201D}"
          return .success(.answered([wiki.map { "connected to \($0)" } ?? "connected", "the first event is \(title)"]))
        case .connecting, .restarted, .history, .annotated: break
        }
        return nil
      }
      .skipNil().dematerializeResults().take(first: 1)
    return checked(source, answer(of: source.name, first).map(\.value))
  }

  /// Rooms in the order of the settings.
  fileprivate var checkedRooms: [SignalProducer<CheckedSource, Never>] {
    let now = clock.currentDate
    let entries = services.roomClients.rooms.value
    return zip(zip(sources.rooms, entries), entries.labels).map { asked, name in
      let (part, entry) = asked
      let source = CheckedSource(
        kind: SafeText(oneLine: entry.kind.rawValue), name: name, address: part.address,
        asked: "the last day in steps of 2 min")
      // Since when a room is silent is known only from what was measured before.
      let readings = entry.source.readings(over: now.addingTimeInterval(-86_400)...now, step: 120)
      return checked(
        source, answer(of: source.name, readings).map { outcome(of: $0.value, entry, at: clock.currentDate) })
    }
  }

  private func outcome(
    of answer: RoomAnswer, _ entry: RoomSourceEntry, at now: Date
  ) -> CheckedSource.Outcome {
    guard answer.hasSource else { return .notAsked("no room is configured, and this machine has no sensors") }
    guard !answer.rooms.isEmpty else { return .failed(answer.emptiness ?? "the answer has no room") }
    let remarks = [
      answer.leftOut(of: entry.label).map { "\($0.count) rooms are shown" as SafeText },
      ClockDifference(of: entry.label, lead: answer.clockLead).map { "the server's clock is \($0.words)" },
    ]
    return .answered(
      answer.rooms.map { room in
        let name = answer.rooms.count > 1 ? Room.name(room.name, in: entry.name, count: answer.rooms.count) : room.name
        let steps: SafeText =
          switch room.readings.count {
          case 0: "nothing was measured within the day"
          case let count: SafeText(count, "step", "steps")
          }
        var parts = [steps]
        if let latest = room.latest ?? room.readings.last?.temperature {
          let time = page.clock.unambiguous(latest.time)
          parts.append("the latest \(page.degrees(latest.celsius)) \(page.unitText) at \(time)")
        }
        if let silence = room.silence(at: now) { parts.append(page.words(for: silence)) }
        if let remark = room.remark { parts.append(remark) }
        let told = parts.joined(separator: ", ")
        return name.map { "\($0): \(told)" } ?? told
      } + remarks.compactMap { $0 })
  }
}

// MARK: - Telling

/// The result of asking a source, as it is printed.
///
///     ok      Office: the last day in steps of 2 min, from http://pi.local:8642/data/
///             answered after 0.1 s: 30 steps, the latest 21.5 °C at 2026-11-22 14:03:20
struct CheckedSource: ScriptEntry, Equatable {
  enum Outcome: Equatable {
    /// A summary of the answer, one text per line.
    case answered([SafeText])
    case failed(SafeText)
    /// Why the source was not asked.
    case notAsked(SafeText)
  }

  var kind: SafeText
  var name: SafeText
  /// Without credentials; `nil` if it is not a server.
  var address: SafeText?
  var asked: SafeText?
  var seconds: TimeInterval?
  var outcome = Outcome.answered([])

  var hasFailed: Bool { if case .failed = outcome { true } else { false } }

  func lines(on page: TextPage) -> [PageLine] {
    let theme = page.theme
    let (word, style) =
      switch outcome {
      case .answered: ("ok", theme.good)
      case .failed: ("failed", theme.alarm)
      case .notAsked: ("-", theme.dim)
      }
    let sign = SafeText(oneLine: word.padding(toLength: Self.indentation, withPad: " ", startingAt: 0))
    let asked = [asked, address.map { "from \($0)" }].compactMap { $0 }.joined(separator: ", ")
    let head: [Screen.Span] =
      [Screen.Span(sign, style), Screen.Span(name, theme.strong)]
      + (asked.isEmpty ? [] : [Screen.Span(": \(asked)", theme.dim)])
    return [.spans(head)] + told.map { .spans([Screen.Span(TextPage.air(Self.indentation) + $0, theme.plain)]) }
  }

  private static let indentation = 8

  /// The result, one text per line.
  private var told: [SafeText] {
    let after: SafeText = seconds.map { " after \(SafeText($0, decimals: 1)) s" } ?? ""
    switch outcome {
    case .answered(let lines) where lines.count == 1: return ["answered\(after): \(lines[0])"]
    case .answered(let lines): return ["answered\(after)"] + lines.map { "  \($0)" }
    case .failed(let reason): return ["failed\(after): \(reason)"]
    case .notAsked(let reason): return [reason]
    }
  }

  var json: JSONText {
    let (result, lines): (String, [SafeText]) =
      switch outcome {
      case .answered(let lines): ("answered", lines)
      case .failed(let reason): ("failed", [reason])
      case .notAsked(let reason): ("not-asked", [reason])
      }
    return .object([
      "kind": .text(kind), "name": .text(name), "address": .text(address), "asked": .text(asked),
      "result": .string(result), "seconds": seconds.map { .number(($0 * 1_000).rounded() / 1_000) } ?? .null,
      "told": .list(lines.map { .text($0) }),
    ])
  }
}
