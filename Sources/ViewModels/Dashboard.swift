import Foundation
import Model
import Signals
import Text

/// What is above the panes: focus and zoom, help, the notice in the last line, and where each command goes.
///
/// ```
/// command ──▶ Dashboard ──▶ the focused pane's view model
///                 │
///                 ├──▶ state, context      what to draw around the panes, and what a key means just now
///                 └──▶ effects             what only the program can do: quit, copy, open a browser…
/// ```
public final class Dashboard: Sendable {
  /// Seconds for which a notice stands.
  static let noticeDuration: TimeInterval = 3

  public let stackOverflow: StackOverflowViewModel
  public let wikipedia: WikipediaViewModel
  public let conAir: ConAirViewModel

  public let state: Property<DashboardState>
  /// Where keys go. Read, it is never behind the commands that were performed.
  public let context: Property<InputContext>
  /// What commands ask of the world outside.
  public let effects: Signal<Effect, Never>
  /// While `true` the program is stopped by the shell's job control.
  public let isSuspended: BindingTarget<Bool>

  private let model: MutableProperty<DashboardState>
  private let effect: Signal<Effect, Never>.Observer
  private let noticed: Signal<SafeText, Never>.Observer
  private let lifetime: Lifetime
  private let token: Lifetime.Token

  public init(
    stackOverflow: StackOverflowViewModel, wikipedia: WikipediaViewModel, conAir: ConAirViewModel,
    scheduler: any DateScheduler, focus: PaneID = .stackOverflow
  ) {
    let model = MutableProperty(DashboardState(focus: focus))
    self.stackOverflow = stackOverflow
    self.wikipedia = wikipedia
    self.conAir = conAir
    self.model = model
    (effects, effect) = Signal<Effect, Never>.pipe()
    (lifetime, token) = Lifetime.make()
    let (notices, noticed) = Signal<SafeText, Never>.pipe()
    self.noticed = noticed
    isSuspended = conAir.isSuspended.bindingTarget
    state = Property(capturing: model.skipRepeats())
    let questions = stackOverflow.context
    context = Property(
      reading: { [weak model] in model.map { Self.context($0.value, questions: questions.value) } },
      following: model.producer.combineLatest(with: questions.producer).map(Self.context).skipRepeats())

    // A notice goes by itself when no other has come for a while.
    notices
      .debounce(Self.noticeDuration, on: scheduler)
      .take(during: lifetime)
      .observeValues { [weak model] old in
        // Another one may be set at this very moment.
        model?.modify { state in if state.notice == old { state.notice = nil } }
      }
  }

  /// - Parameter questions: where keys go in the Stack Overflow pane.
  private static func context(_ state: DashboardState, questions: InputContext) -> InputContext {
    if state.isHelpShown { return .help }
    return switch state.focus {
    case .stackOverflow: questions
    case .wikipedia: .wikipedia
    case .conAir: .conAir
    }
  }

  /// Lets the services begin. Not part of making it, since the first frame is drawn before.
  public func start() {
    stackOverflow.start()
    wikipedia.start()
    conAir.start()
  }

  /// Takes the keymap's commands.
  public var commands: BindingTarget<Command> {
    BindingTarget(lifetime: lifetime) { [weak self] in self?.perform($0) }
  }

  /// Shows a short message in the last line for a while.
  public func notify(_ notice: SafeText) {
    model.modify { $0.notice = notice }
    noticed.send(value: notice)
  }
}

// MARK: - Commands

extension Dashboard {
  /// Does what a command means; nothing, where it means nothing.
  public func perform(_ command: Command) {
    switch command {
    case .quit: effect.send(value: .quit)
    case .redraw: effect.send(value: .redraw)
    case .suspend: effect.send(value: .suspend)
    case .toggleHelp: model.modify { $0.isHelpShown.toggle() }
    case .back where model.value.isHelpShown: model.modify { $0.isHelpShown = false }
    case .toggleZoom: model.modify { $0.isZoomed.toggle() }
    case .focus(let pane): model.modify { $0.focus = pane }
    case .nextPane: moveFocus(by: 1)
    case .previousPane: moveFocus(by: -1)
    case .refreshAll:
      for pane in PaneID.allCases { send(.refresh, to: pane) }
    case .openInBrowser:
      if let link = shownLink() { effect.send(value: .open(link)) }
    case .copyLink:
      if let link = shownLink() {
        let text = SafeText(oneLine: link.absoluteString)
        effect.send(value: .copy(text))
        notify("Copied \(text)")
      }
    default:
      // The help covers the panes: what is under it does not move.
      if !model.value.isHelpShown { send(command, to: model.value.focus) }
    }
  }

  private func send(_ command: Command, to pane: PaneID) {
    switch pane {
    case .stackOverflow: stackOverflow.perform(command)
    case .wikipedia: wikipedia.perform(command)
    case .conAir: conAir.perform(command)
    }
  }

  private func moveFocus(by distance: Int) {
    let panes = PaneID.allCases
    model.modify { state in
      let index = panes.firstIndex(of: state.focus) ?? 0
      state.focus = panes[(index + distance + panes.count) % panes.count]
    }
  }

  /// The address of what the focused pane shows; without one, a notice says so.
  private func shownLink() -> URL? {
    let link: URL? =
      switch model.value.focus {
      case .stackOverflow: stackOverflow.link.value
      case .wikipedia: wikipedia.link.value
      case .conAir: nil
      }
    guard let link, ["http", "https"].contains(link.scheme?.lowercased()) else {
      notify("There is no link here")
      return nil
    }
    return link
  }
}
