import Foundation
import Screen
import Signals
import Text

/// The bottom layer: header and panes.
///
/// It knows panes only as a list; keys go to the focused pane, then to the common commands.
@UI
final class DashboardLayer: Layer {
  private let dashboard: Dashboard
  private let panes: [any Pane]
  private let tiles: [PaneTile]
  private let overlays: [Command]
  private let keymaps: Property<Keymap>
  private let size = MutableProperty(Size.zero)
  private let layouts: Property<ScreenLayout>
  /// The last layout that the panes were told.
  private var arranged: ScreenLayout?
  private var theme = Theme()
  private var minute: (start: Date, text: SafeText)?
  /// The commands besides the focused pane's own: for all panes, and for links if the pane has one.
  private let refreshAll: Command
  private let linkCommands: [Command]
  private let otherCommands: [Command]
  /// The commands that show the settings' other layouts, by their names.
  private var namedLayouts: (names: [String], commands: [Command]) = ([], [])
  /// The last result of ``commands``, which is needed for every key and every frame.
  private var keptCommands: (pane: PaneID, hasLink: Bool, isOpen: Bool, layouts: [String], all: [Command])?
  /// The picture that clicks refer to.
  private var picture: (layout: ScreenLayout, header: HeaderLine)?
  /// The pane where the mouse was pressed last: a drag belongs to it, wherever the mouse goes.
  private var pressed: PaneID?
  /// If it was pressed on the border beside the large pane, which then goes with it, the columns from the mouse to the first
  /// one right of the border.
  private var grip: Int?

  /// - Parameters:
  ///   - overlays: The commands that open overlays.
  ///   - request: Sends what only the program can do.
  init(
    _ dashboard: Dashboard, panes: [any Pane], overlays: [Command], keymaps: Property<Keymap>,
    request: Signal<ProgramRequest, Never>.Observer
  ) {
    self.dashboard = dashboard
    self.panes = panes
    tiles = panes.map(PaneTile.init)
    self.overlays = overlays
    self.keymaps = keymaps
    let all = panes.map { ScreenLayout.Item(pane: $0.id, leastSize: $0.leastSize, ampleWidth: $0.ampleWidth) }
    let layout = { @Sendable (size: Size, state: DashboardState, share: Int?) in
      ScreenLayout(
        size: size, panes: all.shown(in: state.layout), large: state.layout.large, share: share, focus: state.focus,
        isZoomed: state.isZoomed)
    }
    layouts = size.combineLatest(with: dashboard.state).map { layout($0, $1, $1.layout.share) }
    let canTile = size.combineLatest(with: dashboard.state.map(\.layout).skipRepeats()).map { size, layout in
      ScreenLayout.canTile(size, panes: all.shown(in: layout), large: layout.large, share: layout.share)
    }
    .skipRepeats()
    refreshAll = DashboardCommands.refreshAll(dashboard, panes)
    linkCommands = DashboardCommands.links(dashboard, of: panes, request)
    let borders = DashboardCommands.borders(dashboard) { [layouts] in
      layouts.value
    } layout: { [size] in
      layout(size.value, dashboard.state.value, $0)
    }
    otherCommands =
      DashboardCommands.common(dashboard, of: panes)
      + DashboardCommands.panes(dashboard) { canTile.value }
      + borders + DashboardCommands.layouts(dashboard) + overlays
      + [DashboardCommands.quit(request)]
  }

  private var state: DashboardState { dashboard.state.value }
  private var focused: (any Pane)? { tile(state.focus)?.pane }
  private var layout: ScreenLayout { layouts.value }

  var commands: [Command] {
    guard let focused else { return otherCommands }
    let (id, isOpen, layouts) = (focused.id, focused.hasOpenContent, state.layoutNames)
    let hasLink = !isOpen && focused.link != nil
    if let keptCommands, keptCommands.pane == id, keptCommands.hasLink == hasLink, keptCommands.isOpen == isOpen,
      keptCommands.layouts == layouts
    {
      return keptCommands.all
    }
    let all = layoutCommands + focused.scope + [refreshAll] + (hasLink ? linkCommands : []) + otherCommands
    keptCommands = (id, hasLink, isOpen, layouts, all)
    return all
  }

  /// The commands that show the settings' other layouts. They come first, because the person chose their keys.
  private var layoutCommands: [Command] {
    let names = state.layoutNames
    if names != namedLayouts.names {
      namedLayouts = (names, names.map { DashboardCommands.layout($0, dashboard) })
    }
    return namedLayouts.commands
  }

  /// The commands that do not depend on the focused pane.
  var commonCommands: [Command] { layoutCommands + [refreshAll] + otherCommands }

  var keyContext: KeyContext { focused?.keyContext ?? .nothing }

  var shownCommands: [Command] { tile(state.focus)?.keys.commands ?? [] }

  var allCommands: [Command] {
    panes.flatMap(\.commands) + [refreshAll] + linkCommands + otherCommands + layoutCommands
  }

  var takesText: Bool { focused?.takesText ?? false }
  func type(_ text: SafeText) { focused?.type(text) }
  var isSpinning: Bool { layout.places.contains { tile($0.pane)?.facts.isSpinning ?? false } }

  /// The visible panes in order.
  private var shownTiles: [PaneTile] { state.panes.compactMap(tile) }

  private func tile(_ id: PaneID) -> PaneTile? {
    // A loop, because each call of a closure would check its isolation.
    for tile in tiles where tile.id == id { return tile }
    return nil
  }

  func arrange(size: Size, theme: Theme) {
    if self.size.value != size { self.size.value = size }
    let layout = layout
    guard layout != arranged || theme != self.theme else { return }
    (arranged, self.theme) = (layout, theme)
    for place in layout.places { tile(place.pane)?.pane.arrange(size: place.rect.size, screen: size, theme: theme) }
  }
}

// MARK: - Drawing

extension DashboardLayer {
  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    let (state, layout) = (state, layout)
    let header = HeaderLine(
      header(layout, context, canvas.theme), width: layout.header.width, theme: canvas.theme, before: picture?.header)
    picture = (layout, header)
    canvas.within(layout.header) { header.draw(into: &$0) }
    // The focused pane is drawn last, so that the cursor is its own.
    for place in layout.places.filter({ $0.pane != state.focus }) + layout.places.filter({ $0.pane == state.focus }) {
      guard let tile = tile(place.pane) else { continue }
      canvas.cursor = nil
      canvas.within(place.rect) {
        tile.draw(
          PaneContext(
            isFocused: context.isFocused && place.pane == state.focus, now: context.now, clock: context.clock,
            saysDemo: header.saysDemo),
          scope: CommandScope(
            commands: place.pane == state.focus ? commands : tile.pane.scope, context: tile.pane.keyContext),
          keymap: keymaps.value, into: &$0)
      }
    }
  }

  func invalidate() {
    for tile in tiles { tile.invalidate() }
    (picture, minute) = (nil, nil)
  }

  /// Returns the time of day, which is formatted once a minute.
  private func time(_ context: PaneContext) -> SafeText {
    let start = context.now.startOfMinute
    if let minute, minute.start == start { return minute.text }
    let text = context.clock.minutes(start)
    minute = (start, text)
    return text
  }

  /// Also of a hidden pane.
  private var alarms: [Header.Alarm] {
    tiles.compactMap { tile in
      tile.facts.alarm.isEmpty ? nil : Header.Alarm(pane: tile.id, forms: tile.facts.alarm)
    }
  }

  /// The title of the terminal's window.
  var title: SafeText {
    WindowTitle.text(unread: tiles.reduce(0) { $0 + $1.facts.unread }, alarms: alarms.map(\.forms))
  }

  private func header(_ layout: ScreenLayout, _ context: PaneContext, _ theme: Theme) -> Header {
    let isSingle = layout.arrangement == .single
    let tiles = shownTiles
    let origins = tiles.compactMap(\.facts.origin)
    return Header(
      arrangement: layout.arrangement, focus: state.focus,
      entries: tiles.map { tile in
        Header.Entry(
          pane: tile.id, title: tile.pane.title, shortTitle: tile.pane.shortTitle,
          hasTrouble: tile.facts.hasTrouble, summary: isSingle ? tile.pane.summary(theme) : nil)
      },
      alarms: alarms,
      isDemo: !origins.isEmpty && origins.allSatisfy { $0 == .demo },
      isStandIn: tiles.contains { $0.pane.hasStandIn }, hasMistakes: !state.mistakes.isEmpty,
      time: time(context))
  }
}

// MARK: - Mouse

extension DashboardLayer {
  /// A click focuses the pane under it, and so does the wheel if the pane uses it.
  func point(_ event: MouseEvent) {
    guard let (layout, header) = picture else { return }
    if event.action == .drag {
      if let grip { return moveBorder(to: event.location.x + grip, layout) }
      if let place = layout.places.first(where: { $0.pane == pressed }) { point(event, in: place) }
      return
    }
    if event.action == .click {
      pressed = layout.place(at: event.location)?.pane
      grip = layout.boundary.flatMap { boundary in
        layout.border?.contains(event.location) == true ? boundary - event.location.x : nil
      }
      if grip != nil, let pressed { return dashboard.send(.focus(pressed)) }
    }
    if event.location.y == layout.header.y {
      if event.action == .click { click(header, at: event.location.x) }
      return
    }
    if let place = layout.place(at: event.location) { point(event, in: place) }
  }

  private func moveBorder(to column: Int, _ layout: ScreenLayout) {
    let width = layout.header.width
    let columns = layout.isLargeLeft ? column : width - column
    // Rounded up, because the layout rounds down.
    dashboard.send(.moveBorder(.to(share: (columns * 100 + width - 1) / width)))
  }

  private func point(_ event: MouseEvent, in place: ScreenLayout.Place) {
    guard let tile = tile(place.pane) else { return }
    let pane = tile.pane
    var inPane = event
    inPane.location = Point(x: event.location.x - place.rect.x, y: event.location.y - place.rect.y)
    if event.action == .click, inPane.location.y == place.rect.height - 1 {
      dashboard.send(.focus(place.pane))
      if let command = tile.keys.command(at: inPane.location.x), command.isEnabled(in: pane.keyContext) {
        command.action()
      }
      return
    }
    let isMeant = pane.point(inPane)
    // Even if the pane seems to have the focus: a key may have moved it since the frame that was clicked on.
    if isMeant || event.action == .click { dashboard.send(.focus(place.pane)) }
  }

  private func click(_ header: HeaderLine, at column: Int) {
    switch header.target(at: column) {
    case .pane(let pane): dashboard.send(.focus(pane))
    case nil: break
    }
  }
}

extension [ScreenLayout.Item] {
  /// Returns the panes of a layout in its order.
  fileprivate func shown(in layout: PaneLayout) -> [ScreenLayout.Item] {
    layout.panes.compactMap { id in first { $0.pane == id } }
  }
}

extension Date {
  /// The beginning of the minute.
  var startOfMinute: Date {
    Date(timeIntervalSince1970: (timeIntervalSince1970 / 60).rounded(.down) * 60)
  }
}
