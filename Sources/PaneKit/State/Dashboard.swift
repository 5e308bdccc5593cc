import Foundation
import Model
import Signals
import Text

/// The state above the panes: focus and zoom, layout and theme, and the notice in the last line.
///
/// ```
/// actions ────────────────────────▶ ┌───────┐ ──▶ state, palette
/// the state of the last run ──────▶ │ model │
/// the settings' layout, theme ────▶ └───────┘ ──▶ what is kept for the next run
/// mistakes, notices for 3 s ──────▶
/// ```
/// What comes by itself waits as long as the last line tells the keys of an overlay or a field.
public final class Dashboard: Sendable {
  /// What a person, or a pane, can do here.
  public enum Action: Sendable {
    /// Focuses a pane.
    case focus(PaneID)
    /// Moves the focus by a number of panes; the first follows the last.
    case moveFocus(Int)
    /// Moves the border beside the large pane.
    case moveBorder(BorderMove)
    /// Shows the settings' other layout with a name, or with `nil` their own, also after a restart, until `layout` is set
    /// otherwise.
    case showLayout(String?)
    /// Shows the next of the settings' layouts; the first follows the last.
    case nextLayout
    /// Shows a theme, or with `nil` that of the settings, also after a restart, until `theme` is set otherwise.
    case showTheme(String?)
    /// Lets all charts show the same span, or each its own, also after a restart.
    case joinSpans
    /// Shows only the focused pane, or all panes.
    case zoom(Bool)
    /// Shows a short message in the last line for a while, which answers what a person did.
    case notice(SafeText)
    /// Shows a short message that comes by itself, as soon as news are not held back.
    case news(SafeText)
    /// Holds news back while an overlay is open or a field takes text, whose keys the last line tells.
    case holdNews(Bool)
    /// Says why a key can do nothing now, for as long as a notice or until the next key.
    case refusal(SafeText)
    /// Reports a key or a mouse event, which ends the greeting and a refusal, and gives the last line back to the keys when it
    /// tells a mistake in the settings.
    case act
    /// Reports a choice in the palette, by its identity.
    case choose(String)
  }

  /// The seconds for which a notice is shown.
  static let noticeDuration: TimeInterval = 3

  /// All panes, visible or not.
  public let panes: [PaneID]
  public let state: Property<DashboardState>
  /// What was chosen last in the palette, also in earlier runs.
  public let palette: Property<PaletteHistory>

  private let actions: Input<Action>
  private let memory: Memory
  /// Retained, because a composed property does not retain its source.
  private let layout: Property<LayoutSettings>?
  private let layouts: Property<[String: LayoutSettings]>
  private let theme: Property<ThemeSettings>
  private let token: Lifetime.Token

  /// - Parameters:
  ///   - panes: In the order of the focus; at least one.
  ///   - layout: The settings of the layout; all panes are shown if `nil`. Changes on the scheduler.
  ///   - layouts: The other layouts of the settings, by name. Changes on the scheduler.
  ///   - theme: The settings of the colours. Changes on the scheduler.
  ///   - focus: The pane with the initial focus, or the first visible one if it is hidden; `nil` for the remembered one.
  ///   - memory: Remembers the focused pane, the chosen layout and theme, the border's place, whether the charts' spans are
  ///     joined, what was chosen in the palette, and that the greeting was shown; nothing if `nil`.
  ///   - greets: Whether to greet a person of whom the memory has nothing.
  ///   - mistakes: The mistakes in the settings. Changes on the scheduler.
  public init(
    panes: [PaneID], layout: Property<LayoutSettings>? = nil,
    layouts: Property<[String: LayoutSettings]> = Property(value: [:]),
    theme: Property<ThemeSettings> = Property(value: ThemeSettings()), scheduler: any DateScheduler,
    focus: PaneID? = nil,
    memory: Memory? = nil, greets: Bool = false, mistakes: Property<[SafeText]> = Property(value: [])
  ) {
    precondition(!panes.isEmpty, "a dashboard has panes")
    let (lifetime, token) = Lifetime.make()
    let memory = memory ?? Memory(on: scheduler)
    let actions = Input<Action>(on: scheduler)
    (self.panes, self.memory, self.actions, self.token) = (panes, memory, actions, token)
    (self.layout, self.layouts, self.theme) = (layout, layouts, theme)

    let first = DashboardModel(
      panes: panes, layout: layout?.value, layouts: layouts.value, theme: theme.value, focus: focus,
      mistakes: mistakes.value, greets: greets && memory.store != nil)
    let (shown, show) = Signal<Void, Never>.pipe()
    let noticeEnds = shown.flatMap(.latest) { _ in
      SignalProducer.timer(at: scheduler.currentDate + Self.noticeDuration, on: scheduler)
    }
    let changes = Signal<Void, Never>.merge(
      [layout?.signal.map(value: ()) ?? .never, layouts.signal.map(value: ())])
    let steps = Signal<DashboardModel.Step, Never>.merge(
      actions.signal.map { .action($0) },
      memory.recalls.map { .recall($0[DashboardMemory.self], isFirstStart: $0.isEmpty) },
      changes.map { _ in .layouts(layout?.value, layouts.value) }, theme.signal.map { .theme($0) },
      mistakes.signal.map { .mistakes($0) }, noticeEnds.map { _ in .noticeEnds }
    )
    .take(during: lifetime)
    .scanMap(into: first) { model, step in
      let shownBefore = model.shownNotices
      let changes = model.reduce(step)
      return (model: model, changes: changes, showsNotice: model.shownNotices != shownBefore)
    }
    state = Property(initial: first.state, then: steps.map(\.model.state)).skipRepeats()
    palette = Property(initial: first.palette.value, then: steps.map(\.model.palette.value)).skipRepeats()
    lifetime += steps.map(\.changes).flatten().observeValues(memory.keep)
    lifetime += steps.filter(\.showsNotice).observeValues { _ in show.send(value: ()) }
  }

  /// Does what a person asks for, which is done when this returns. The caller must be on the scheduler.
  public func send(_ action: Action) { actions.send(action) }

  /// Restores the remembered focus, the border's place, whether spans are joined, and what was chosen last in the palette.
  public func start() { memory.start() }
}

extension URL {
  /// Whether this is a web address. An address in an answer may have any scheme.
  public var isWebPage: Bool {
    switch scheme {
    case "https", "http": true
    case let scheme?: ["http", "https"].contains(scheme.lowercased())
    case nil: false
    }
  }
}
