import Foundation
import Model
import Signals
import Text

/// The state above the panes: focus and zoom, the notice in the last line, and effects that only the program can carry out.
///
/// ```
/// focus, focusMoves, zoom, borderMoves ──▶ scan ──▶ state ──▶ the store
/// the remembered pane and border ───────▶ │
/// the first start, until acts ──────────▶ │
/// notices ──▶ shown for 3 s ──────────────┤
/// the settings' layout, their mistakes ───┘
///
/// paletteChoices, the remembered ones ──▶ palette ──▶ the store
///
/// requests ─────────────────────────────────▶ effects
/// ```
public final class Dashboard: Sendable {
  /// The seconds for which a notice is shown.
  static let noticeDuration: TimeInterval = 3

  /// All panes, visible or not.
  public let panes: [PaneID]
  public let state: Property<DashboardState>
  /// What was chosen last in the palette, also in earlier runs.
  public let palette: Property<PaletteHistory>
  /// Sends effects outside the program's own state.
  public let effects: Signal<Effect, Never>

  /// Focuses a pane.
  public let focus: Input<PaneID>
  /// Moves the focus by a number of panes; the first follows the last.
  public let focusMoves: Input<Int>
  /// Moves the border beside the large pane.
  public let borderMoves: Input<BorderMove>
  /// Shows only the focused pane, or all panes.
  public let zoom: Input<Bool>
  /// Shows a short message in the last line for a while.
  public let notices: Input<SafeText>
  /// Reports a key or a mouse event, which ends the greeting.
  public let acts: Input<Void>
  /// Reports a choice in the palette, by its identity.
  public let paletteChoices: Input<String>
  /// Requests an effect. Only addresses of web pages are opened.
  public let requests: Input<Effect>

  private let isStarted = MutableProperty(false)
  /// Retained, because a composed property does not retain its source.
  private let layout: Property<LayoutSettings>?
  private let token: Lifetime.Token

  /// - Parameters:
  ///   - panes: In the order of the focus; at least one.
  ///   - layout: The settings of the layout; all panes are shown if `nil`. Changes on the scheduler.
  ///   - focus: The pane with the initial focus, or the first visible one if it is hidden; `nil` for the remembered one.
  ///   - store: Remembers the focused pane, the border's place, what was chosen in the palette, and that the greeting was shown.
  ///   - greets: Whether to greet a person of whom the store remembers nothing.
  ///   - mistakes: The mistakes in the settings. Changes on the scheduler.
  public init(
    panes: [PaneID], layout: Property<LayoutSettings>? = nil, scheduler: any DateScheduler, focus: PaneID? = nil,
    store: (any StateStore)? = nil, greets: Bool = false, mistakes: Property<[SafeText]> = Property(value: [])
  ) {
    precondition(!panes.isEmpty, "a dashboard has panes")
    let (lifetime, token) = Lifetime.make()
    self.panes = panes
    self.layout = layout
    self.token = token
    self.focus = Input(on: scheduler)
    focusMoves = Input(on: scheduler)
    zoom = Input(on: scheduler)
    borderMoves = Input(on: scheduler)
    notices = Input(on: scheduler)
    acts = Input(on: scheduler)
    requests = Input(on: scheduler)
    paletteChoices = Input(on: scheduler)

    let shown = PaneLayout(panes, layout?.value)
    let first = DashboardState(
      focus: focus.flatMap { shown.panes.contains($0) ? $0 : nil } ?? shown.panes[0], layout: shown,
      mistakes: mistakes.value)
    let notice = SignalProducer(notices.signal).flatMap(.latest) { text in
      SignalProducer.timer(at: scheduler.currentDate + Self.noticeDuration, on: scheduler)
        .map { _ in SafeText?.none }.prefix(value: text)
    }
    // The remembered focus is ignored after a person has moved it.
    let goes = Signal<Void, Never>.merge(self.focus.signal.map { _ in }, focusMoves.signal.map { _ in })
    let remembered = isStarted.producer.first(where: { $0 })
      .flatMap(.latest) { _ in store?.remembered.observe(on: scheduler) ?? .empty }
      .share()
    let lastFocus = remembered.filter { _ in focus == nil }
      .take(until: SignalProducer(goes)).compactMap(\.pane).map { Change.focus(PaneID($0)) }
    let greeting = remembered.filter { greets && $0 == RememberedState() }.map { _ in Change.greeting(true) }
      .concat(.never).take(until: SignalProducer(acts.signal)).concat(value: Change.greeting(false))
    let (paletteRecalls, recallPalette) = Signal<PaletteHistory, Never>.pipe()
    palette = Property(
      initial: PaletteHistory(), remembered: paletteRecalls, changes: paletteChoices.signal
    ) { $0.take($1) }
    let lastShare = remembered.compactMap(\.share).map(Change.share)
    let layouts = layout?.producer.skip(first: 1).map { Change.layout(PaneLayout(panes, $0)) } ?? .empty
    let changes = SignalProducer<Change, Never>.merge(
      SignalProducer(self.focus.signal).map(Change.focus), SignalProducer(focusMoves.signal).map(Change.focusMove),
      SignalProducer(zoom.signal).map(Change.zoom), SignalProducer(borderMoves.signal).map(Change.borderMove), layouts,
      notice.map(Change.notice), lastFocus, lastShare, greeting, mistakes.producer.skip(first: 1).map(Change.mistakes))
    state = Property(
      initial: first, then: changes.take(during: lifetime).scan(into: first) { $0.take($1) }
    ).skipRepeats()
    effects = requests.signal.filter(\.isHarmless)
    lifetime += remembered.startWithValues { recallPalette.send(value: $0.palette) }
    if let store {
      lifetime += state.signal.map(\.focus).skipRepeats().observeValues { store.keep(.pane($0.name)) }
      // The state has taken a move when it is sent here.
      lifetime += borderMoves.signal.map { [state] _ in state.value.layout.choice }.skipRepeats()
        .observeValues { store.keep(.share($0)) }
      // From the first choice on: one that is made before the state is read is kept with those of earlier runs.
      lifetime += SignalProducer(paletteChoices.signal).take(first: 1)
        .flatMap(.latest) { [palette] _ in palette.producer }.skipRepeats()
        .startWithValues { store.keep(.palette($0)) }
      lifetime += state.signal.filter(\.isGreeting).take(first: 1).observeValues { _ in store.keep(.greeted) }
    }
  }

  /// Restores the remembered focus, the border's place, and what was chosen last in the palette.
  public func start() { isStarted.value = true }

  /// A change of the state.
  fileprivate enum Change {
    case focus(PaneID)
    case focusMove(Int)
    case zoom(Bool)
    case layout(PaneLayout)
    case borderMove(BorderMove)
    case share(Override<Int?>)
    case notice(SafeText?)
    case mistakes([SafeText])
    case greeting(Bool)
  }
}

extension DashboardState {
  fileprivate mutating func take(_ change: Dashboard.Change) {
    switch change {
    case .focus(let pane): if panes.contains(pane) { focus = pane }
    case .focusMove(let distance):
      let index = (panes.firstIndex(of: focus) ?? 0) + distance % panes.count
      focus = panes[(index + panes.count) % panes.count]
    case .zoom(let isZoomed): self.isZoomed = isZoomed
    case .layout(let layout):
      self.layout = layout
      if !panes.contains(focus) { focus = panes[0] }
    case .borderMove(let move): layout.take(move)
    case .share(let share): layout.recall(share)
    case .notice(let notice): self.notice = notice
    case .mistakes(let mistakes): self.mistakes = mistakes
    case .greeting(let isGreeting): self.isGreeting = isGreeting
    }
  }
}

extension Effect {
  /// Whether a link in a foreign text may request the effect.
  fileprivate var isHarmless: Bool {
    if case .open(let address) = self { address.isWebPage } else { true }
  }
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
