import Model
import Text

/// The content above the panes, which only ``Dashboard`` changes.
struct DashboardModel: Sendable {
  /// An event in the life of the dashboard.
  enum Step: Sendable {
    case action(Dashboard.Action)
    /// What the last run remembered, and whether there was none.
    case recall(DashboardMemory, isFirstStart: Bool)
    /// The settings' layout, and their other ones by name.
    case layouts(LayoutSettings?, [String: LayoutSettings])
    /// The settings of the colours.
    case theme(ThemeSettings)
    case mistakes([SafeText])
    /// The current notice has been shown long enough.
    case noticeEnds
  }

  private(set) var state: DashboardState
  private var share: OverriddenSetting<Int?> {
    didSet { state.layout.share = share.value.map(PaneLayout.possible) }
  }
  /// All panes in order.
  private let panes: [PaneID]
  private var layoutSetting: LayoutSettings?
  private var named: [String: LayoutSettings]
  /// The name of the layout instead of the settings' own, which is told by its key.
  private var layoutName: OverriddenSetting<String>
  /// The name of the theme.
  private var themeName: OverriddenSetting<String>
  private var joinsSpans = Remembered<Bool, Bool>(false) { $0 = $1 }
  private(set) var palette = Remembered<PaletteHistory, String>(PaletteHistory()) { $0.note($1) }
  /// Whether a person of whom nothing is remembered is still to be greeted.
  private var mayGreet: Bool
  /// Whether the focus was chosen for this run, by a person or on the command line, and not by the layout.
  private var isFocusChosen: Bool
  private var isRecalled = false
  /// What the notice is.
  private var noticeKind = NoticeKind.answer
  /// The newest message that came by itself and is still to be shown.
  private var waitingNews: SafeText?
  /// How many notices have been shown.
  private(set) var shownNotices = 0

  private enum NoticeKind {
    /// Answers what a person did.
    case answer
    /// Says why a key could do nothing.
    case refusal
    /// Comes by itself.
    case news
  }

  /// - Parameters:
  ///   - panes: All panes in order.
  ///   - layout: The settings' layout; all panes if `nil`.
  ///   - layouts: Their other layouts by name.
  ///   - theme: Their colours.
  ///   - focus: The pane with the initial focus, or the first visible one if it is hidden; `nil` for the remembered one.
  ///   - greets: Whether to greet a person of whom nothing is remembered.
  init(
    panes: [PaneID], layout setting: LayoutSettings? = nil, layouts: [String: LayoutSettings] = [:],
    theme: ThemeSettings = ThemeSettings(), focus: PaneID? = nil,
    mistakes: [SafeText] = [], greets: Bool = false
  ) {
    let layout = PaneLayout(panes, setting)
    (self.panes, layoutSetting, named) = (panes, setting, layouts)
    layoutName = OverriddenSetting(Self.key(of: setting))
    themeName = OverriddenSetting(theme.name)
    state = DashboardState(
      focus: focus.flatMap { layout.panes.contains($0) ? $0 : nil } ?? layout.panes[0], layout: layout,
      mistakes: mistakes)
    share = OverriddenSetting(layout.share)
    mayGreet = greets
    isFocusChosen = focus != nil
    state.layoutNames = layouts.keys.sorted()
    state.theme = theme
  }

  private static func key(of layout: LayoutSettings?) -> String { (layout ?? LayoutSettings()).key }

  /// Shows the layout that a person chose by its name, or else that of the settings.
  private mutating func showLayout() -> [DashboardChange] {
    let name = layoutName.override == nil ? nil : layoutName.value
    let chosen = name.flatMap { named[$0] }
    let layout = PaneLayout(panes, chosen ?? layoutSetting)
    state.layoutNames = named.keys.sorted()
    state.layoutName = chosen == nil ? nil : name
    state.layout = layout
    share.reduce(.setting(layout.share))
    if !state.panes.contains(state.focus) { return focus(state.panes[0]) }
    guard !isFocusChosen else { return [] }
    // The focus that an earlier layout gave stays, also over a restart. Before the state is known, a start is not over.
    if isRecalled { return [.pane(state.focus.name)] }
    state.focus = state.panes[0]
    return []
  }

  /// Shows the theme that a person chose, as long as there is one of that name, or else that of the settings.
  private mutating func showTheme() {
    let name = themeName.value
    state.themeName = name != state.theme.name && state.theme.names.contains(name) ? name : nil
  }

  mutating func reduce(_ step: Step) -> [DashboardChange] {
    switch step {
    case .action(let action): return reduce(action)
    case .recall(let remembered, let isFirstStart): return recall(remembered, isFirstStart: isFirstStart)
    case .layouts(let layout, let others):
      (layoutSetting, named) = (layout, others)
      layoutName.reduce(.setting(Self.key(of: layout)))
      return showLayout()
    case .theme(let settings):
      state.theme = settings
      themeName.reduce(.setting(settings.name))
      showTheme()
    case .mistakes(let mistakes): (state.mistakes, state.hasSeenMistakes) = (mistakes, false)
    case .noticeEnds:
      state.notice = nil
      showWaitingNews()
    }
    return []
  }

  private mutating func reduce(_ action: Dashboard.Action) -> [DashboardChange] {
    switch action {
    case .focus(let pane):
      isFocusChosen = true
      return focus(pane)
    case .moveFocus(let distance):
      isFocusChosen = true
      let count = state.panes.count
      let index = (state.panes.firstIndex(of: state.focus) ?? 0) + distance % count
      return focus(state.panes[(index + count) % count])
    case .joinSpans:
      joinsSpans.reduce(!state.joinsSpans)
      state.joinsSpans = joinsSpans.value
      show(
        state.joinsSpans ? "The charts' spans are joined; again: each its own" : "Each chart has its own span",
        as: .answer)
      return [.joinsSpans(joinsSpans.value)]
    case .zoom(let isZoomed): state.isZoomed = isZoomed
    case .moveBorder(let move):
      let former = share.override
      if let moved = state.layout.share(after: move) { share.reduce(.choice(moved)) }
      if share.override != former { return [.share(share.override)] }
    case .showLayout(let name):
      guard name.map({ named[$0] != nil }) ?? true else { return [] }
      let former = layoutName.override
      layoutName.reduce(.choice(name ?? layoutName.setting))
      state.isZoomed = false
      let changes = showLayout()
      return (layoutName.override == former ? [] : [.layout(layoutName.override)]) + changes
    case .nextLayout:
      let names: [String?] = [nil] + state.layoutNames.map { $0 }
      let index = names.firstIndex(of: state.layoutName) ?? 0
      return reduce(.showLayout(names[(index + 1) % names.count]))
    case .showTheme(let name):
      guard name.map({ state.theme.names.contains($0) }) ?? true else { return [] }
      let former = themeName.override
      themeName.reduce(.choice(name ?? themeName.setting))
      showTheme()
      if themeName.override != former { return [.theme(themeName.override)] }
    case .notice(let notice): show(notice, as: .answer)
    case .refusal(let reason): show(reason, as: .refusal)
    case .news(let news): if state.holdsNews { waitingNews = news } else { show(news, as: .news) }
    case .holdNews(let holds):
      state.holdsNews = holds
      if holds, let news = shownNews { (waitingNews, state.notice) = (news, nil) }
      showWaitingNews()
    case .act:
      (mayGreet, state.isGreeting) = (false, false)
      state.hasSeenMistakes = !state.mistakes.isEmpty
      if noticeKind == .refusal { state.notice = nil }
    case .choose(let id):
      palette.reduce(id)
      return [.palette(palette.value)]
    }
    return []
  }

  /// The notice, if it came by itself.
  private var shownNews: SafeText? { noticeKind == .news ? state.notice : nil }

  /// Shows a notice. News that an answer replaces are shown again after it.
  private mutating func show(_ notice: SafeText, as kind: NoticeKind) {
    waitingNews = kind == .news ? nil : shownNews ?? waitingNews
    (state.notice, noticeKind) = (notice, kind)
    shownNotices += 1
  }

  /// Shows the news that wait, once nothing else has the last line.
  private mutating func showWaitingNews() {
    if !state.holdsNews, state.notice == nil, let waitingNews { show(waitingNews, as: .news) }
  }

  private mutating func focus(_ pane: PaneID) -> [DashboardChange] {
    guard state.panes.contains(pane), pane != state.focus else { return [] }
    state.focus = pane
    return [.pane(pane.name)]
  }

  private mutating func recall(_ remembered: DashboardMemory, isFirstStart: Bool) -> [DashboardChange] {
    var changes: [DashboardChange] = []
    layoutName.reduce(.recall(remembered.layout))
    // The focus that it gives is not that of a person.
    if layoutName.override != nil { _ = showLayout() }
    themeName.reduce(.recall(remembered.theme))
    showTheme()
    isRecalled = true
    if !isFocusChosen, let pane = remembered.pane.map({ PaneID($0) }), state.panes.contains(pane) { state.focus = pane }
    share.reduce(.recall(remembered.share))
    joinsSpans.recall(remembered.joinsSpans)
    state.joinsSpans = joinsSpans.value
    let chosen = palette.value
    palette.recall(remembered.palette)
    if chosen != PaletteHistory(), palette.value != chosen { changes.append(.palette(palette.value)) }
    if mayGreet, isFirstStart {
      state.isGreeting = true
      changes.append(.greeted)
    }
    return changes
  }
}
