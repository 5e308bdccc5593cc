import Foundation
import Model
import Signals
import Text

/// What is above the panes: focus and zoom, the notice in the last line, and what only the program can do.
///
/// ```
/// focus, focusMoves, zoom ─────────▶ scan ──▶ state
/// notices ──▶ shown for 3 s ──────────┘
///
/// requests ─────────────────────────────────▶ effects
/// ```
public final class Dashboard: Sendable {
  /// Seconds for which a notice stands.
  static let noticeDuration: TimeInterval = 3

  /// The panes in the order in which the focus goes through them.
  public let panes: [PaneID]
  public let state: Property<DashboardState>
  /// What commands ask of the world outside.
  public let effects: Signal<Effect, Never>

  /// Gives a pane the focus.
  public let focus: Input<PaneID>
  /// Moves the focus by so many panes, from the last on to the first.
  public let focusMoves: Input<Int>
  /// Shows the focused pane alone, or all of them.
  public let zoom: Input<Bool>
  /// Shows a short message in the last line for a while.
  public let notices: Input<SafeText>
  /// Asks for what only the program can do. Only addresses of web pages are opened.
  public let requests: Input<Effect>

  private let token: Lifetime.Token

  /// - Parameters:
  ///   - panes: in the order in which the focus goes through them; at least one.
  ///   - focus: the pane that has the focus first, the first one unless it is among them.
  public init(panes: [PaneID], scheduler: any DateScheduler, focus: PaneID? = nil) {
    precondition(!panes.isEmpty, "a dashboard has panes")
    let (lifetime, token) = Lifetime.make()
    self.panes = panes
    self.token = token
    self.focus = Input(on: scheduler)
    focusMoves = Input(on: scheduler)
    zoom = Input(on: scheduler)
    notices = Input(on: scheduler)
    requests = Input(on: scheduler)

    let first = DashboardState(focus: focus.flatMap { panes.contains($0) ? $0 : nil } ?? panes[0])
    let notice = SignalProducer(notices.signal).flatMap(.latest) { text in
      SignalProducer.timer(at: scheduler.currentDate + Self.noticeDuration, on: scheduler)
        .map { _ in SafeText?.none }.prefix(value: text)
    }
    let changes = SignalProducer.merge(
      self.focus.signal.map(Change.focus), focusMoves.signal.map(Change.focusMove), zoom.signal.map(Change.zoom),
      notice.map(Change.notice))
    state = Property(
      initial: first, then: changes.take(during: lifetime).scan(into: first) { $0.take($1, among: panes) }
    ).skipRepeats()
    effects = requests.signal.filter(\.isHarmless)
  }

  /// What comes into the state.
  fileprivate enum Change {
    case focus(PaneID)
    case focusMove(Int)
    case zoom(Bool)
    case notice(SafeText?)
  }
}

extension DashboardState {
  fileprivate mutating func take(_ change: Dashboard.Change, among panes: [PaneID]) {
    switch change {
    case .focus(let pane): if panes.contains(pane) { focus = pane }
    case .focusMove(let distance):
      let index = (panes.firstIndex(of: focus) ?? 0) + distance % panes.count
      focus = panes[(index + panes.count) % panes.count]
    case .zoom(let isZoomed): self.isZoomed = isZoomed
    case .notice(let notice): self.notice = notice
    }
  }
}

extension Effect {
  /// Whether a link of a stranger's text may ask for it.
  fileprivate var isHarmless: Bool {
    if case .open(let address) = self { address.isWebPage } else { true }
  }
}

extension URL {
  /// Whether this is an address of the web. An address out of an answer may be anything else.
  public var isWebPage: Bool {
    switch scheme {
    case "https", "http": true
    case let scheme?: ["http", "https"].contains(scheme.lowercased())
    case nil: false
    }
  }
}
