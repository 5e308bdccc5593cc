import Foundation
import Model
import Signals

/// What a tab shows: its list, and the question that is open above it.
struct QuestionTabState: Sendable, Equatable {
  var list: QuestionListState
  var reading: ReadingState?
  /// Where the rows come from; `nil` while there are none.
  var origin: Origin?
}

/// One tab of the Stack Overflow pane.
///
/// ```
/// refresh ─────────┐
/// past the end ────┴──▶ load ──▶ ┐
/// keys in the field ─ throttle ─▶├──▶ list ──┬──────────────▶ state
/// moves, clicks, open, close ───▶┘           └──▶ question ──▶ ┘
/// ```
final class QuestionTabViewModel: Sendable {
  let state: Property<QuestionTabState>
  /// Who answered, and what is left of the day's requests, answer by answer.
  let sources: Signal<AnswerSource, Never>

  private let load: QuestionList.Rows
  private let list: Property<QuestionList>
  private let question: Property<QuestionViewModel?>
  private let (lifetime, token) = Lifetime.make()

  /// - Parameters:
  ///   - commands: Those that are meant for this tab.
  ///   - isShown: The tab is on the screen. Only then it asks by itself.
  ///   - origin: Where the latest answer to any tab came from. What this tab holds from elsewhere is forgotten.
  ///   - cancelled: Cancels all requests.
  init(
    _ tab: QuestionTab, service: any QuestionService, commands: QuestionTabCommands, while isShown: Property<Bool>,
    origin: Property<Origin>, cancelled: Signal<Void, Never>, on scheduler: any DateScheduler
  ) {
    let (asks, ask) = Signal<QuestionAsk, Never>.pipe()
    let (forgets, forget) = Signal<Void, Never>.pipe()
    let (details, keep) = Signal<HeldDetail, Never>.pipe()

    // Refresh: a second one cancels the first, and the next page; the rows stay until the new ones are there.
    let load = QuestionList.Rows(
      asks: asks, repeating: .afterFailure(of: .first, .exponential(initial: 60, maximum: 900)), while: isShown,
      cancelled: cancelled, forgotten: forgets, on: scheduler
    ) { ask, held in service.rows(ask, of: tab, joining: held ?? QuestionRows()) }

    // Filter: ten times a second while a person types, and at once when they do anything with the rows.
    let fieldChanges = FilterField.changes(
      edit: commands.editFilter, edits: commands.edits,
      accept: .merge(commands.acceptFilter, isShown.signal.filter { !$0 }.map { _ in }), clear: commands.clearFilter,
      on: scheduler)

    // Rows, filter, selection and the open question agree, so they come out of one scan.
    let list = Property(
      initial: QuestionList(tab: tab),
      then: Signal<QuestionList.Input, Never>.merge(
        load.state.signal.map { .load($0) },
        fieldChanges.map { .field($0) },
        commands.moves.map { .move($0) },
        commands.selections.map { .select($0) },
        commands.open.map { .open },
        commands.close.map { .close }
      )
      .scan(into: QuestionList(tab: tab)) { $0.take($1) })

    // Drill-down: an open question is a view model of its own, and goes when it is closed or its list comes from elsewhere.
    let held = Property(initial: HeldDetails(), then: details.scan(into: HeldDetails()) { $0.take($1) })
    let question = list.map(\.opened).skipRepeats().map { opened in
      opened.map {
        QuestionViewModel(
          $0, holding: held.value.detail(of: $0), service: service, site: tab.feed.site, refresh: commands.refresh,
          while: isShown, cancelled: cancelled, listEvents: load.events, on: scheduler)
      }
    }

    // The question first: it never stands over the rows of another origin.
    let reading = question.producer.flatMap(.latest) { question in
      question.map { $0.state.producer.map(Optional.some) } ?? SignalProducer(value: nil)
    }
    state = Property(
      following: reading.combineLatest(with: list.producer)
        .map { reading, list in
          var reading = reading
          reading?.search = list.search.state
          return QuestionTabState(list: list.state, reading: reading, origin: list.origin)
        }
        .skipRepeats())
    sources = .merge(
      load.events.compactMap(\.value).map { AnswerSource(origin: $0.origin, quota: $0.quota) },
      details.map { AnswerSource($0.detail) })
    (self.load, self.list, self.question) = (load, list, question)

    // What goes back into the graph: see Feedback in the documentation of Signals.
    lifetime += SignalProducer<QuestionAsk, Never>.merge(
      SignalProducer(commands.refresh).filter { list.value.opened == nil }.map { .first },
      question.producer.flatMap(.latest) { $0.map { SignalProducer($0.listRefreshes) } ?? .empty }.map { .first },
      // The next page is never asked for by itself: a person has to go past the last row.
      list.producer.map(\.movesPastEnd).skipRepeats().skip(first: 1)
        .filter { _ in load.state.value.canAskForMore(at: scheduler.currentDate) }.map { _ in .next }
    )
    .startWithValues { ask.send(value: $0) }
    lifetime += question.producer.flatMap(.latest) { $0.map { SignalProducer($0.loaded) } ?? .empty }
      .startWithValues { keep.send(value: $0) }
    lifetime += origin.signal.filter { load.state.value.value?.origin != $0 }.map { _ in }.observe(forget)
  }
}

/// The commands that a tab of questions takes.
struct QuestionTabCommands: Sendable {
  var refresh: Signal<Void, Never>
  var moves: Signal<Motion, Never>
  var selections: Signal<Question.ID, Never>
  var open: Signal<Void, Never>
  var close: Signal<Void, Never>
  var editFilter: Signal<Void, Never>
  var edits: Signal<TextEdit, Never>
  var acceptFilter: Signal<Void, Never>
  var clearFilter: Signal<Void, Never>

  /// The same commands, at the times at which they are meant for a tab.
  func filtered(by isMeant: Property<Bool>) -> QuestionTabCommands {
    QuestionTabCommands(
      refresh: refresh.filter { isMeant.value }, moves: moves.filter { _ in isMeant.value },
      selections: selections.filter { _ in isMeant.value }, open: open.filter { isMeant.value },
      close: close.filter { isMeant.value }, editFilter: editFilter.filter { isMeant.value },
      edits: edits.filter { _ in isMeant.value }, acceptFilter: acceptFilter.filter { isMeant.value },
      clearFilter: clearFilter.filter { isMeant.value })
  }
}

extension QuestionList.Rows.State {
  /// Whether the next page may be asked for: there is one, nothing is under way, and its last failure is not to be waited
  /// for. A failure in the future was before the clock was set back.
  func canAskForMore(at now: Date) -> Bool {
    guard let value, value.hasMore, asking == nil else { return false }
    guard let extraTrouble, let retry = extraTrouble.retry else { return true }
    return retry <= now || now < extraTrouble.since
  }
}
