import Foundation
import Model
import PaneKit
import Text

/// The content of the Wikipedia pane: list, chart and open edit, which agree, because each change goes through ``reduce(_:)``,
/// and which stand still together while the chart is paused.
struct WikipediaModel: Sendable {
  /// An event in the life of the pane.
  enum Step: Sendable {
    case action(WikipediaViewModel.Action, at: Date)
    /// The text of the filter's field applies.
    case applyFilter
    /// The text of the search's field applies.
    case applySearch
    /// Data of the feed, and the current time.
    case batch(WikipediaBatch, at: Date)
    case settings(WikipediaSettings)
    /// The server of the edits; `nil` if nothing is stored of them.
    case server(SafeText?)
    /// The choices of the last run.
    case recall(WikipediaChoices)
    /// Stored rates of a source.
    case rates([KeptRate], of: RateSource)
    /// The edits of a source that were read in earlier runs.
    case read(Set<EditAnnotation.Key>, of: RateSource)
    /// The chosen wikis that do not exist.
    case missing([String], at: Date)
  }

  /// What follows from a step, outside the model.
  enum Effect: Sendable, Hashable {
    case keep(EditChange)
    /// Rings the bell for watched edits.
    case ring
    /// Shows the list again in which an edit was chosen that was closed.
    case goBack(ChosenEdit)
    case tell(SafeText)
  }

  var list: EventList
  var chart: RateChart
  var edit = OpenEdit()
  /// Whether there is space for the selected edit beside the list.
  var previewFits = false
  /// Whether the place beside the list is in use. While the text of the filter changes, it stays so.
  private(set) var showsBeside = false
  /// The pages with the most editors.
  var hotPages: [HotPage] = []
  var wikis: OverriddenSetting<WikiSelection>
  var shownEdits: OverriddenSetting<ShownEdits>
  /// What a person has chosen, now or in an earlier run, whether or not the settings have changed since.
  var choices = Remembered<WikipediaChoices, WikipediaChoices.Change>(WikipediaChoices()) { $0.reduce($1) }
  var settings: WikipediaSettings
  var server: SafeText?
  var origin: Origin
  var era = 0
  var connection = WikipediaState.Connection.connecting
  var requests = WikipediaState.Requests()
  /// The chosen wikis that do not exist.
  var missing: (names: [String], since: Date) = ([], .distantPast)
  var oddTimeCount = 0

  init(
    origin: Origin = .live, settings: WikipediaSettings = WikipediaSettings(), server: SafeText? = nil, now: Date
  ) {
    (self.origin, self.settings, self.server) = (origin, settings, server)
    (wikis, shownEdits) = (OverriddenSetting(WikiSelection(settings.wikis)), OverriddenSetting(settings.shown))
    list = EventList(.init(wikis: wikis.value, edits: settings.shown, condition: settings.filter))
    chart = RateChart(editors: settings.shown.editors, history: settings.history, now: now)
    showWatched()
  }
}

// MARK: - What is shown

extension WikipediaModel {
  var state: WikipediaState {
    let (wikis, edits) = (wikis.value, shownEdits.value)
    var state = WikipediaState(
      connection: connection, origin: origin, wikis: wikis, edits: edits, hasLinesApart: chart.areApart,
      rate: chart.rate, latestEdit: list.latestEdit, chart: chart.chart, isFollowing: chart.isFollowing,
      isPaused: chart.isPaused, recent: list.rows, total: list.total, filter: list.filterState,
      filterMistake: list.filterMistake, condition: condition, selection: list.selected?.id,
      order: list.order, hasEditors: list.hasEditors, hasRisks: list.hasRisks, hasFacts: list.hasFacts, read: list.read,
      newCount: list.newCount, watchedCount: list.watchedCount, signUps: chart.signUps, hasEdits: list.hasEdits,
      selectedRow: list.selectedRow, pointed: list.pointed)
    state.requests = requests
    state.oddTimeCount = oddTimeCount
    state.needsRisk = list.needsRisk
    state.needsMarks = list.needsMarks
    state.listShare = choices.value.listShare
    state.ignoredCount = list.watched.ignored.count
    state.picks = list.picks
    state.showsBeside = showsBeside
    state.canCompare = chart.canCompare
    state.missing = MissingWikis.trouble(missing.names, of: wikis, since: missing.since)
    if !wikis.isAll, missing.names.count(where: wikis.names.contains) == wikis.names.count { state.rate = nil }
    return state
  }

  /// What the listed edits must satisfy: the condition that a person chose, else that of the settings.
  var condition: WikipediaState.Condition? {
    if let chosen = settings.conditions.first(where: { $0.name == choices.value.condition }) { return .chosen(chosen) }
    return settings.filter.map { .standing($0) }
  }

  /// The open edit.
  var opened: OpenedEdit? { edit.opened(in: list, of: origin) }
  /// The open edit; else, if there is space beside the list, the selected one.
  var presented: OpenedEdit? {
    if let opened { return opened }
    guard previewFits, let selected = list.selected, selected.revision != nil else { return nil }
    var preview = OpenedEdit(selected, from: origin)
    preview.isPreview = true
    return preview
  }

  /// Divides the pane once a person has selected a row, and until they follow the newest one again, so that it is not divided
  /// again at each row that is no edit.
  mutating func divide() {
    showsBeside = previewFits && (edit.edit != nil || list.selected != nil || showsBeside && list.filterState.isEditing)
  }

  /// The open edit, else the selected one.
  var chosenEdit: OpenedEdit? { edit.edit ?? list.selected.map { OpenedEdit($0, from: origin) } }
  /// The edit to use if none is open: the selected one, or the first listed one if none is selected.
  var pointedEdit: OpenedEdit? { list.pointed.map { OpenedEdit($0, from: origin) } }
  var link: URL? { list.link }

  /// The source of the edits of which rates and read edits are stored; `nil` in the demonstration.
  var rateSource: RateSource? {
    guard origin == .live, let server else { return nil }
    let wikis = if case .connected(let source) = connection { source } else { self.wikis.value }
    return RateSource(server: server, era: era, wikis: wikis)
  }
}
