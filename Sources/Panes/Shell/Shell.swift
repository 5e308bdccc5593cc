import Foundation
import Screen
import Signals
import Text
import ViewModels

/// What ties the view models to a terminal: keys and the mouse become commands for the dashboard, and what the view models
/// show becomes frames.
///
/// ```
/// display.keys  ──▶ Keymap ─────────┐
/// display.mouse ──▶ ScreenState ────┴──▶ dashboard.perform
///
/// dashboard, view models ──▶ UIProperty (marks a frame) ──▶ ScreenView ──▶ Canvas ──▶ display.show
/// ```
@UI
public final class Shell {
  private let dashboard: Dashboard
  private let display: any Display
  private let clock: ClockTime
  private let currentDate: @Sendable () -> Date
  private let quit: @UI @Sendable () -> Void

  private let state: UIProperty<DashboardState>
  private let input: UIProperty<InputContext>
  private let stackOverflow: StackOverflowPane
  private let wikipedia: WikipediaPane
  private let conAir: ConAirPane

  private var drawn = DrawnScreen()
  private var helpScroll = 0
  /// Wakes the interface when the picture changes by itself.
  private let wakeup = SerialDisposable()
  /// For when that is set.
  private var nextWakeup: Date?
  private let observations = CompositeDisposable()

  /// - Parameters:
  ///   - clock: whose hours are shown.
  ///   - currentDate: the time; tests give their own.
  ///   - quit: ends the program.
  public init(
    dashboard: Dashboard, display: any Display, clock: ClockTime = .local,
    currentDate: @escaping @Sendable () -> Date = { Date() }, quit: @escaping @UI @Sendable () -> Void = { UI.stop() }
  ) {
    self.dashboard = dashboard
    self.display = display
    self.clock = clock
    self.currentDate = currentDate
    self.quit = quit
    state = UIProperty(dashboard.state.value)
    input = UIProperty(dashboard.context.value)
    stackOverflow = StackOverflowPane(dashboard.stackOverflow)
    wikipedia = WikipediaPane(dashboard.wikipedia)
    conAir = ConAirPane(dashboard.conAir)
    state <~ dashboard.state
    input <~ dashboard.context
    listen()
    UI.frames.onFrame { [weak self] in self?.drawFrame() }
  }

  deinit {
    wakeup.dispose()
    observations.dispose()
  }

  /// Everything that the terminal reports, and what commands ask of it. The display sends on the interface's thread.
  private func listen() {
    observations += display.keys.observeValues { [weak self] key in
      UI.assumeIsolated { self?.press(key) }
    }
    observations += display.mouse.observeValues { [weak self] event in
      UI.assumeIsolated { self?.point(event) }
    }
    observations += display.resizes.observeValues { _ in UI.frames.hurry() }
    observations += display.endings.observeValues { [weak self] in
      UI.assumeIsolated { self?.quit() }
    }
    observations += display.browserFailures.observeValues { [weak self] failure in
      UI.assumeIsolated { self?.dashboard.notify(failure) }
    }
    let suspension = dashboard.isSuspended <~ display.suspensions
    observations += suspension
    observations += dashboard.effects.observeValues { [weak self] effect in
      let carryOut: @Sendable () -> Void = { UI.assumeIsolated { self?.carryOut(effect) } }
      // What a key asks for is done within that key's turn, whatever else waits for the loop.
      if UI.loop.isCurrent { carryOut() } else { UI.loop.schedule(carryOut) }
    }
  }
}

// MARK: - Input

extension Shell {
  /// Commands act at once, and the frame that shows what they did is drawn at the end of this turn.
  private func press(_ key: KeyEvent) {
    UI.frames.hurry()
    // What holds now, not what the last frame showed: a key may come before the frame that follows another.
    guard let command = Keymap.command(for: key, in: dashboard.context.value) else { return }
    perform(command)
  }

  private func point(_ event: MouseEvent) {
    UI.frames.hurry()
    let size = display.size
    for command in screenState(size: size).commands(for: event, size: size, clock: clock, theme: display.theme) {
      perform(command)
    }
  }

  private func perform(_ command: Command) {
    if dashboard.context.value == .help, case .move(let motion) = command {
      scrollHelp(motion)
    } else if command == .toggleZoom, !ScreenLayout.canTile(display.size) {
      // Nothing would be seen of it until the terminal is enlarged.
      return
    } else {
      if command == .toggleHelp { helpScroll = 0 }
      dashboard.perform(command)
    }
  }

  private func scrollHelp(_ motion: Motion) {
    let layout = HelpOverlay.layout(on: display.size, theme: display.theme)
    let last = max(0, layout.lines - layout.visible)
    let target =
      switch motion {
      case .lines(let count): helpScroll + count
      case .pages(let count): helpScroll + count * max(1, layout.visible - 1)
      case .start: 0
      case .end: last
      }
    helpScroll = max(0, min(target, last))
  }

  private func carryOut(_ effect: Effect) {
    switch effect {
    case .quit: quit()
    case .redraw:
      display.invalidate()
      UI.frames.hurry()
    case .suspend: display.suspend()
    case .copy(let text): display.copy(text)
    case .open(let address):
      dashboard.notify(display.open(address) ?? "Opened \(SafeText(oneLine: address.absoluteString))")
    }
  }
}

// MARK: - Frames

extension Shell {
  /// Composes a frame, shows it, and sets the timer for the next one that nobody else would ask for.
  private func drawFrame() {
    let size = display.size
    let now = currentDate()
    let view = ScreenView(state: screenState(size: size), now: now, clock: clock)
    drawn.draw(view, size: size, theme: display.theme)
    drawn.show(on: display)

    let panes = state.value.layout(on: size).places.map(\.pane)
    setWakeup(at: view.state.nextChange(after: now, panes: panes), now: now)
  }

  private func setWakeup(at date: Date, now: Date) {
    guard date != nextWakeup else { return }
    nextWakeup = date
    wakeup.inner = UI.after(.seconds(max(0.01, date.timeIntervalSince(now)))) { [weak self] in
      self?.nextWakeup = nil
      UI.frames.mark()
    }
  }

  /// What is shown at a size. Panes that are on the screen adapt to it and tell their view models.
  private func screenState(size: Size) -> ScreenState {
    let layout = state.value.layout(on: size)
    return ScreenState(
      dashboard: state.value, input: input.value,
      stackOverflow: stackOverflow.view(size: layout.size(of: .stackOverflow), theme: display.theme),
      wikipedia: wikipedia.view(size: layout.size(of: .wikipedia)), conAir: conAir.view, helpScroll: helpScroll)
  }
}
