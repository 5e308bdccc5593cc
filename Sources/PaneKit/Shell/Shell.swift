import Foundation
import Model
import Screen
import Signals
import Text

/// Connects panes with a terminal: keys and the mouse go to the topmost layer, and layers are drawn as frames.
///
/// ```
/// display.keys ──▶ Keymap ──▶ a command of the topmost layer ──▶ a view model
/// display.mouse ────────────▶ the topmost layer
///
/// a pane's changes ──▶ UI.frames.mark() ──▶ layers draw into a Canvas ──▶ display.show
/// ```
@UI
public final class Shell {
  let panes: [any Pane]
  let display: any Display
  /// The current keymap, from the settings.
  private let keymaps: Property<Keymap>
  /// The panes whose services have been started.
  private var started: Set<PaneID> = []
  private var hasStarted = false
  private var themes = ThemeSource()
  private let keys: Property<[Command.ID: [KeyEvent]]>
  /// Returns the keys of the settings, for the palette.
  let settings: @UI @Sendable () -> [PaletteSetting]
  /// Returns the line of the settings for a wish.
  let settingLine: @UI @Sendable (SettingWish) -> SafeText?
  let dashboard: Dashboard
  /// The person's own commands, and the programs that they have started.
  let programs: ProgramsViewModel?
  let own: OwnCommands
  private let clock: ClockTime
  let currentDate: @Sendable () -> Date
  let notify: Property<NotifySettings>
  let quit: @UI @Sendable () -> Void

  /// The layers from the bottom to the top: the dashboard, what panes have open, overlays.
  private var layers: [any Layer] = []
  /// From the bottom to the top.
  private(set) var overlays: [any Layer] = []
  /// The commands that work in every layer.
  private let programCommands: [Command]
  private var kept = (scope: KeptScope(), greeting: KeptGreeting())
  /// The topmost layer of the frame on the screen.
  weak var shownLayer: (any Layer)?
  /// The layer on which the mouse was pressed last: a drag, or a second click, on another layer has no meaning.
  weak var pressedLayer: (any Layer)?
  /// The last line of the last frame.
  var footer = Footer()
  /// The canvas of each frame, kept only to reuse its memory.
  var canvas = Canvas(size: .zero)
  /// Wakes the interface when the picture changes with the time, at `nextWakeup`.
  private let wakeup = SerialDisposable()
  private var nextWakeup: Date?
  /// Until when letters are no commands, because they are meant for a field that a key could not open.
  var textEnds: Date?
  let requests: RequestActions
  let catalog: CommandCatalog
  /// What commands above the panes request.
  let (asked, ask) = Signal<ProgramRequest, Never>.pipe()
  /// Finds the call of the person's editor.
  let editing: Action<Void, ProgramCall, DisplayRefusal>
  /// Sends with each frame that leaves out characters because the terminal shows only ASCII.
  private let omissions = Signal<Void, Never>.pipe()
  private let titleChanges = Signal<SafeText, Never>.pipe()
  private let lifetime: Lifetime
  private let token: Lifetime.Token

  /// - Parameters:
  ///   - panes: Those of the dashboard, in its order.
  ///   - catalog: What is known of them.
  ///   - programs: The person's own commands; `nil` for none.
  ///   - keys: The keys of commands with other keys than their standard ones. They may change at any time, on the interface's
  ///     thread.
  ///   - settings: Returns the keys of the settings, for the palette.
  ///   - settingLine: Returns the line of the settings for a wish; `nil` if there is none.
  ///   - editor: Sends the call of the person's editor for the settings, on the interface's thread; `nil` without a file.
  ///   - files: Writes the files that a person names.
  ///   - clock: The time zone of the times shown.
  ///   - currentDate: Returns the time; tests provide their own.
  ///   - bells: Rings the terminal's bell; sends on the interface's thread.
  ///   - notify: The settings of notifications.
  ///   - notifications: Notifications of the desktop; sends on the interface's thread.
  ///   - quit: Ends the program.
  public init(
    dashboard: Dashboard, panes: [any Pane], catalog: CommandCatalog, programs: ProgramsViewModel? = nil,
    display: any Display,
    keys: Property<[Command.ID: [KeyEvent]]> = Property(value: [:]),
    settings: @escaping @UI @Sendable () -> [PaletteSetting] = { [] },
    settingLine: @escaping @UI @Sendable (SettingWish) -> SafeText? = { _ in nil },
    editor: SignalProducer<ProgramCall, DisplayRefusal>? = nil, files: any TextFiles = NoTextFiles(),
    clock: ClockTime = .local, currentDate: @escaping @Sendable () -> Date = { .ofMachine },
    bells: Signal<Void, Never> = .never,
    notify: Property<NotifySettings> = Property(value: NotifySettings()),
    notifications: Signal<SafeText, Never> = .never,
    quit: @escaping @UI @Sendable () -> Void = { UI.stop() }
  ) {
    precondition(panes.map(\.id) == dashboard.panes, "the dashboard is made for other panes")
    self.dashboard = dashboard
    self.programs = programs
    self.catalog = catalog
    own = OwnCommands(programs, panes: panes, contexts: catalog.contexts)
    self.panes = panes
    self.display = display
    self.clock = clock
    self.currentDate = currentDate
    self.notify = notify
    self.quit = quit
    self.keys = keys
    self.settings = settings
    self.settingLine = settingLine
    editing = Action { editor ?? SignalProducer(error: DisplayRefusal("There is no file of settings to edit here")) }
    keymaps = keys.map { Keymap(overrides: $0) }
    programCommands = DashboardCommands.program(ask)
    requests = RequestActions(display: display, files: files)
    (lifetime, token) = Lifetime.make()
    layers = [
      DashboardLayer(
        dashboard, panes: panes, overlays: overlayCommands() + settingsCommands(), keymaps: keymaps, request: ask)
    ]
    stackLayers()
    listen(bells: bells, notifications: notifications)
    UI.frames.onFrame { [weak self] in self?.drawFrame() }
  }

  deinit { wakeup.dispose() }

  /// Starts the services. Not part of the initialiser, because the first frame is drawn before.
  public func start() {
    dashboard.start()
    hasStarted = true
    startShownPanes()
    tellClash()
  }

  /// A hidden pane requests nothing from its service until it is shown for the first time.
  private func startShownPanes() {
    let shown = dashboard.state.value.panes
    for pane in panes where hasStarted && shown.contains(pane.id) && started.insert(pane.id).inserted { pane.start() }
  }

  /// Binds the shell to the terminal's events, to the commands' effects, and to changes of the picture. All of them are sent
  /// on the interface's thread.
  private func listen(bells: Signal<Void, Never>, notifications: Signal<SafeText, Never>) {
    target { $0.press($1) } <~ display.keys
    target { $0.point($1) }
      <~ display.mouse.scanMap(into: DoubleClicks()) { [currentDate] in $0.reduce($1, at: currentDate()) }
    target { shell, _ in shell.quit() } <~ display.endings
    target { $0.suspend($1) } <~ display.suspensions
    target { _, _ in UI.frames.hurry() } <~ display.resizes

    target { shell, _ in shell.stackLayers() }
      <~ Signal.merge(
        panes.map { $0.openLayers.signal.map { _ in } } + [
          dashboard.state.map(\.focus).skipRepeats().signal.map { _ in }
        ])
    target { $0.open($1) } <~ Signal.merge(panes.map(\.layers))
    target { $0.dashboard.send(.focus($1)) }
      <~ Signal.merge(panes.map { pane in pane.focusRequests.map { [id = pane.id] in id } })
    let others: [Signal<ProgramRequest, Never>?] = [
      asked, bells.map(value: .ring), notifications.map(ProgramRequest.notify),
      editing.values.map(ProgramRequest.runInTerminal), programs?.requests,
    ]
    target { $0.carryOut($1) } <~ Signal.merge(panes.map(\.requests) + others.compactMap(\.self))
    target { $0.dashboard.send(.notice($1)) }
      <~ Signal.merge([requests.notices, editing.errors.map(\.sentence), display.programFailures])
    target { $0.offerToReplace($1) } <~ requests.replacements

    target { $0.dashboard.send(.news($1)) }
      <~ omissions.output.take(first: 1)
      .map { _ in "“?” stands for words that this terminal cannot show: it has only ASCII" }

    target { shell, _ in shell.takeKeys() } <~ keymaps.producer.skip(first: 1)
    target { shell, _ in shell.startShownPanes() } <~ dashboard.state.map(\.panes).skipRepeats().signal
    // The panes' changes mark a frame as well, in their tiles.
    let openLayers = Signal.merge(panes.map { $0.openLayers.signal.map { _ in } })
    for changes in [
      dashboard.state.signal.map { _ in }, programs?.commands.signal.map { _ in } ?? .never,
      keymaps.signal.map { _ in }, openLayers,
    ] {
      target { _, _ in UI.frames.mark() } <~ changes
    }
  }

  /// Returns a target that calls `action` for as long as the shell lives.
  private func target<Value: Sendable>(
    _ action: @escaping @UI @Sendable (Shell, Value) -> Void
  ) -> BindingTarget<Value> {
    UI.target(lifetime: lifetime) { [weak self] value in
      if let self { action(self, value) }
    }
  }

  private func suspend(_ isSuspended: Bool) {
    for pane in panes { pane.suspend(isSuspended) }
  }

  private func takeKeys() {
    forgetPictures()
    tellClash()
  }
}

// MARK: - Layers

extension Shell {
  /// Stacks the layers again: what the focused pane has open is above the dashboard, and below the overlays whenever it
  /// opens.
  private func stackLayers() {
    layers = layers.prefix(1) + openLayers + overlays
    arrange()
  }

  /// What the focused pane has open. What another one has open is shown again when that has the focus.
  private var openLayers: [any Layer] {
    panes.first { $0.id == dashboard.state.value.focus }?.openLayers.value ?? []
  }

  func push(_ overlay: any Layer) {
    overlays.append(overlay)
    stackLayers()
    holdNews()
    UI.frames.mark()
  }

  /// Removes the topmost overlay.
  func pop() {
    overlays = overlays.dropLast()
    stackLayers()
    holdNews()
    UI.frames.mark()
  }

  var keymap: Keymap { keymaps.value }

  /// The layer that keys and the mouse go to.
  var topLayer: (any Layer)? { layers.last }

  /// All commands of the program, for the help.
  var allCommands: [Command] {
    let overlays = layers.dropFirst().flatMap(\.allCommands)
    return (layers.first?.allCommands ?? []) + programCommands + overlays + own.list
  }

  /// The commands that keys go to. What a pane has open has the commands of everywhere too; an overlay has only its own. A
  /// person's own commands come first, because the person chose their keys.
  var scope: CommandScope {
    let isOpenContent = overlays.isEmpty && layers.count > 1
    let own = overlays.isEmpty ? own.commands(of: dashboard.state.value.focus) : []
    let bottom = isOpenContent ? layers.first as? DashboardLayer : nil
    return CommandScope(
      commands: kept.scope.commands(own, topLayer?.commands ?? [], bottom?.commonCommands ?? [], programCommands),
      context: topLayer?.keyContext ?? .nothing)
  }

  /// Whether characters and pastes go into a field.
  var takesText: Bool { topLayer?.takesText ?? false }

  /// The theme of this terminal with the current settings and choices.
  var theme: Theme {
    var settings = dashboard.state.value.theme
    settings.name = themeName
    return themes.theme(settings, on: display)
  }

  /// The theme that is shown: the one that is selected in the palette, that a person has chosen, or that of the settings.
  var themeName: String {
    let state = dashboard.state.value
    return topLayer?.previewedTheme ?? state.themeName ?? state.theme.name
  }

  /// Tells the layers the screen's size.
  func arrange() {
    let (size, theme) = (display.size, theme)
    for layer in layers { layer.arrange(size: size, theme: theme) }
  }

  /// Discards everything cached from earlier frames.
  private func forgetPictures() {
    for layer in layers { layer.invalidate() }
    (footer, kept.greeting) = (Footer(), KeptGreeting())
  }

  /// Draws and sends the whole next frame.
  func invalidate() {
    forgetPictures()
    display.invalidate()
  }

  func context() -> PaneContext { PaneContext(isFocused: true, now: currentDate(), clock: clock) }
}

// MARK: - Frames

extension Shell {
  /// The title of the terminal's window, with the frame that shows the same.
  package var titles: Signal<SafeText, Never> { titleChanges.output.skipRepeats() }

  /// Composes a frame, shows it, and sets the timer for the next one that is due without a change.
  private func drawFrame() {
    arrange()
    // A field may have gone without a key, as with its text.
    holdNews()
    let (size, theme) = (display.size, theme)
    if canvas.size != size || canvas.theme != theme {
      canvas = Canvas(size: size, theme: theme)
    } else {
      canvas.erase()
    }
    let context = context()
    draw(context, into: &canvas)
    let isTooSmall = ScreenLayout.isTooSmall(size)
    shownLayer = isTooSmall ? nil : topLayer
    display.show(canvas)
    if canvas.hasOmissions { omissions.input.send(value: ()) }
    if let title = (layers.first as? DashboardLayer)?.title {
      titleChanges.input.send(value: theme.isASCII ? title.asASCII : title)
    }
    let isSpinning = !isTooSmall && layers.contains { $0.isSpinning }
    // Ages are shown in minutes.
    let next = isSpinning ? context.now + Spinner.interval : context.now.startOfMinute + 60
    setWakeup(at: next, now: context.now)
  }

  /// Draws a frame into a blank canvas. It depends only on the state.
  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    canvas.cursor = nil
    guard !ScreenLayout.isTooSmall(canvas.size) else { return ScreenLayout.drawTooSmall(into: &canvas) }
    for layer in layers {
      layer.draw(
        PaneContext(isFocused: layer === topLayer, now: context.now, clock: context.clock), into: &canvas)
    }
    let state = dashboard.state.value
    if state.theme.isAccessible { canvas.cursor?.isSeen = true }
    let greeting =
      state.isGreeting && state.mistakes.isEmpty
      ? kept.greeting.text(panes, canvas.theme, width: canvas.width - 2) { (allCommands, keymap) } : nil
    footer.reduce(
      notice: state.notice ?? greeting, mistakes: state.hasSeenMistakes ? [] : state.mistakes, scope: scope,
      shown: topLayer?.shownCommands ?? [], keymap: keymap, takesText: takesText, theme: canvas.theme)
    let line = Rect(x: 0, y: canvas.height - 1, width: canvas.width, height: 1)
    canvas.within(line) { footer.draw(into: &$0) }
  }

  private func setWakeup(at date: Date, now: Date) {
    guard date != nextWakeup else { return }
    nextWakeup = date
    wakeup.inner = UI.after(.seconds(max(0.01, date.timeIntervalSince(now)))) { [weak self] in
      self?.nextWakeup = nil
      UI.frames.mark()
    }
  }
}
