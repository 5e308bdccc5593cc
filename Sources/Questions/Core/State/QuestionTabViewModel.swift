import Foundation
import PaneKit
import Signals

/// The state of a tab: its list, and the question that is open above or beside it.
struct QuestionTabState: Sendable, Equatable {
  var list: QuestionListState
  /// The open question.
  var reading: ReadingState?
  /// The selected question, shown beside the list.
  var preview: ReadingState?
  /// The source of the rows; `nil` if there are none.
  var provenance: Provenance?
  /// The key of the open question.
  var openKey: QuestionKey?
  /// The place of the open question among those found; `nil` for one of the list.
  var found: FoundPlace?

  /// The question that is open, else the selected one, in its newest known version.
  var question: ListedQuestion? {
    if let reading, let openKey {
      return ListedQuestion(question: reading.detail?.question ?? reading.question, key: openKey)
    }
    guard let provenance, let row = list.selectedRow else { return nil }
    let question = list.questions[row]
    return ListedQuestion(question, from: provenance)
  }
}

/// A tab of the Stack Overflow pane: its list, its filter, and the open question.
///
/// ```
/// actions, selected, left, refresh ──▶ ┌──────┐ ──┬─────────────▶ state, news, read
/// the loads of the sites' rows ──────▶ │ list │   └──▶ question ──▶ ┘
///  ▲                                   └──────┘ ──▶ effects: ask, follow another order, refresh the question
///  └─────────────────────────────────────────────────┘
/// ```
/// - **Requests** its list when it is first on the screen, automatically at the settings' period and after a failure, when a
///   person refreshes, moves past the last row or chooses another order, and when its rows are from another server. Each site
///   of a list that joins several is requested, renewed and retried by itself (``SiteLoad``, ``ListLoad``). A list
///   that a search found less than a minute ago is not requested again, and kept questions come from the store. Only a tab on
///   the screen makes automatic requests. For the requests of its question see ``QuestionViewModel``.
/// - **Remembers** selection, filter and open question while the tab exists. Lists and questions are stored in the cache,
///   loaded questions in ``TabContext/recent`` for any tab that opens them, the order in ``StackOverflowModel``, and whether
///   comments are shown in ``TabContext/showsComments``.
/// - **On a refresh** (`r`) the list is requested, or, if a question is open, that question and its visible comments; a
///   preview that failed is requested again. The demonstration's list is requested in any case, to find out whether the live
///   service is back.
public final class QuestionTabViewModel: Sendable {
  /// What a person can do in a tab.
  public enum Action: Sendable, Hashable {
    /// Moves the selection in the list.
    case move(Motion)
    /// Selects a question in the list.
    case select(QuestionIdentity)
    /// Selects a question in the list, which is shown instead of an open question.
    case goTo(QuestionIdentity)
    /// Opens the selected question.
    case open
    /// Opens a question of the list, or of its first rows as soon as they are there; nothing if it is not among them.
    case openListed(QuestionIdentity)
    /// Opens one of the questions found, by its index. Closing it goes back to what was shown.
    case openFound([FoundQuestion], at: Int)
    /// Opens the question a number of rows further on in the list, replacing the open one.
    case stepQuestion(Int)
    /// Closes the open question.
    case close
    /// Shows or hides the open question's comments.
    case toggleComments
    /// Focuses the list's filter, or the open question's search.
    case editFilter
    /// Edits the text of the focused field.
    case edit(TextEdit)
    /// Keeps the filter and goes to the list.
    case acceptFilter
    /// Clears the filter and goes to the list.
    case clearFilter
  }

  let state: Property<QuestionTabState>
  /// The number of questions in the latest answer that are not among the visible rows.
  let news: Property<Int>
  /// The rows of the list; `nil` if there are none.
  let listed: Property<UnreadQuestions.Rows?>
  /// The questions of the latest answer, which the list may not show yet.
  let loaded: Property<LoadedQuestions?>
  /// The open question, which counts as read.
  let read: Property<ReadQuestion?>

  private let inputs: Input<QuestionList.Step>
  private let sites: [SiteLoad]
  private let list: Property<QuestionList>
  private let question: Property<QuestionViewModel?>
  private let (lifetime, token) = Lifetime.make()

  /// - Parameter order: The order of the list that a person chose; `nil` if none.
  init(_ tab: QuestionTab, order: QuestionOrder?, in context: TabContext) {
    let (status, scheduler) = (context.status, context.scheduler)
    let inputs = Input<QuestionList.Step>(on: scheduler)
    self.inputs = inputs
    let first = QuestionList(tab.feed, order: order, hasRoom: context.hasRoom.value)
    let feed = MutableProperty(first.feed)
    let isOnScreen = MutableProperty(false)
    let onScreen = Property(capturing: isOnScreen)

    // The loads of the list's sites.
    let cancelled = Signal.merge(context.refreshesOfDemo.filter { !onScreen.value }, status.serverChanges)
    let sites = first.feed.sites.map { site in
      SiteLoad(
        Property(capturing: feed).map { $0.on([site]) }, in: context, while: onScreen, cancelled: cancelled)
    }

    // The list: rows, filter, selection and the open question agree, so they come out of one scan.
    let (edits, edited) = Signal<Void, Never>.pipe()
    let steps = Signal<QuestionList.Step, Never>.merge(
      inputs.signal,
      .merge(sites.enumerated().map { index, site in site.load.state.signal.map { .load($0, of: index) } }),
      edits.throttle(FilterField.interval, on: scheduler).map(value: .applyText),
      context.hasRoom.signal.map { .room($0) },
      Signal.merge(sites.map(\.forgets)).map {
        let source = status.provenance.value
        return .source(context.service.hasLeft(source) ? nil : source)
      }
    )
    .take(during: lifetime)
    .scanMap(into: first) { list, step in
      let effects = list.take(step)
      return (list: list, effects: effects)
    }
    let list = Property(initial: first, then: steps.map(\.list))

    // The presented question has a view model of its own. It is released, and its requests with it, when another one is
    // presented or its list comes from another source.
    let content = list.withMembers(of: \.allPresented, keyedBy: \.question.key) { question in
      let presentation = list.signal.map(\.presented).filter { $0?.question.key == question.question.key }
        .compactMap { $0?.presentation }
      return QuestionViewModel(
        question.question, presentedAs: Property(initial: question.presentation, then: presentation).skipRepeats(),
        in: context, while: onScreen, cancelled: cancelled,
        listAnswer: SignalProducer(sites.load(of: question.question.key.site, in: first.feed).events).take(first: 1)
          .dematerialize())
    }
    let question = content.map { $0.1.first }.skipRepeats { $0 === $1 }

    state = Property(
      following: content.combineLatest(following: { $1.first?.state })
        .map { content, text in QuestionTabState(content.0, text) }
        .skipRepeats())
    news = list.map(\.news).skipRepeats()
    listed = list.map(\.listed).skipRepeats()
    let parts = Signal.merge(
      sites.enumerated().map { index, site in
        site.load.state.signal.map { (index: index, questions: LoadedQuestions($0.value)) }
      })
    loaded = Property(
      initial: nil,
      then: parts.scan(into: [LoadedQuestions?](repeating: nil, count: sites.count)) { $0[$1.index] = $1.questions }
        .map { LoadedQuestions($0) }
    ).skipRepeats()
    read = state.map(ReadQuestion.init).skipRepeats()
    (self.sites, self.list, self.question) = (sites, list, question)

    lifetime += steps.map(\.effects).flatten().observeValues { effect in
      switch effect {
      case .ask(let what): for site in sites { site.ask(what) }
      // The next page is never requested automatically: a person has to go past the last row.
      case .askForMore:
        for site in list.value.exhausted.map({ sites[$0] })
        where site.load.state.value.canAskForMore(at: scheduler.currentDate) { site.ask(.next) }
      case .follow(let other): feed.value = other
      case .activate(let isActive): isOnScreen.value = isActive
      case .applyTextSoon: edited.send(value: ())
      case .inQuestion(let action): question.value?.send(action)
      }
    }
  }

  /// Does what a person asks for, which is done when this returns.
  func send(_ action: Action) { inputs.send(.action(action)) }

  /// Reloads what is shown.
  func refresh() { inputs.send(.refresh) }

  /// Tells that this is the selected tab, with a person's order of its list. Only a tab on the screen makes automatic requests.
  func select(order: QuestionOrder?, isOnScreen: Bool) {
    inputs.send(.select(order: order, isOnScreen: isOnScreen))
  }

  /// Tells that another tab is selected.
  func leave() { inputs.send(.leave) }
}

extension QuestionTabState {
  /// - Parameter text: The state of the presented question.
  fileprivate init(_ list: QuestionList, _ text: ReadingState?) {
    self.init(list: list.state, provenance: list.provenance)
    if list.opened == nil {
      preview = text
    } else {
      reading = text
      reading?.search = list.search
      (openKey, found) = (list.opened?.key, list.visit?.place)
    }
  }
}
