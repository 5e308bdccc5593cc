import Foundation
import PaneKit
import Screen
import Signals
import Text

/// The part of the pane with the open edit, which has the pane's keys as long as one is open, or with the selected one.
@UI
final class OpenEditPane {
  private(set) lazy var commands = makeCommands()
  /// The commands available only here. The pane lists them too, disabled, for the help.
  private(set) lazy var ownCommands = makeOwnCommands()

  private let viewModel: WikipediaViewModel
  private let rules: Property<[EditAnnotation.Key: SafeText]>
  private let request: Signal<ProgramRequest, Never>.Observer
  private let layers: Signal<LayerRequest, Never>.Observer
  private let contributions: Signal<Void, Never>.Observer
  private let text: Property<EditText>
  private let input: Signal<EditText.Input, Never>.Observer
  private var window = TextWindow(size: Size(width: 78, height: 20), theme: Theme())

  /// - Parameters:
  ///   - rules: The names of the rules that hold for edits.
  ///   - request: sends effects outside the interface that commands ask for.
  ///   - layers: opens what stands above the panes.
  ///   - contributions: lists the edits of the user who made the open edit.
  init(
    _ viewModel: WikipediaViewModel, rules: Property<[EditAnnotation.Key: SafeText]>,
    request: Signal<ProgramRequest, Never>.Observer, layers: Signal<LayerRequest, Never>.Observer,
    contributions: Signal<Void, Never>.Observer
  ) {
    self.viewModel = viewModel
    self.rules = rules
    self.request = request
    self.layers = layers
    self.contributions = contributions
    let (inputs, input) = Signal<EditText.Input, Never>.pipe()
    self.input = input
    let first = EditText(viewModel.presentedEdit.value, window: window)
    text = Property(
      initial: first,
      then: viewModel.presentedEdit.signal.map(EditText.Input.state).merge(with: inputs).scan(into: first) {
        $0.reduce($1)
      })
  }

  /// Sends when the picture changes.
  var changes: Signal<Void, Never> { text.signal.map(value: ()) }
  var isOpen: Bool { viewModel.edit.value != nil }
  var takesText: Bool { viewModel.edit.value?.opened.search.isEditing ?? false }
  func type(_ text: SafeText) { viewModel.send(.search(.edit(.insert(text)))) }
  var isSpinning: Bool { viewModel.presentedEdit.value?.load.isUnderWay ?? false }

  /// - Parameter size: The size of the edit's frame.
  func arrange(size: Size, theme: Theme) {
    let window = TextWindow(size: PaneBorder.inside(size).size, theme: theme)
    guard window != self.window else { return }
    self.window = window
    input.send(value: .window(window))
  }

  /// Draws the edit over the whole canvas.
  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    EditView(text: text.value, rules: rules.value).draw(context, into: &canvas)
  }

  /// The wheel scrolls.
  ///
  /// - Returns: whether the event had a meaning.
  func point(_ event: MouseEvent) -> Bool {
    switch event.action {
    case .drag, .click: return false
    case .wheelUp: move(.lines(-Self.wheelLines))
    case .wheelDown: move(.lines(Self.wheelLines))
    }
    return true
  }

  private static let wheelLines = 3

  private func move(_ motion: Motion) { input.send(value: .move(motion)) }
}

// MARK: - Commands

extension OpenEditPane {
  private func makeOwnCommands() -> [Command] {
    let (viewModel, edit) = (viewModel, viewModel.edit)
    let hint = Command.Hint("edit", rank: 2)
    return [
      Command(
        .edit.next, hint: hint,
        disabled: edit.value?.opened.hasNext == true ? nil : "This is the last edit of the list"
      ) { viewModel.send(.step(1)) },
      Command(
        .edit.previous, hint: hint,
        disabled: edit.value?.opened.hasPrevious == true ? nil : "This is the first edit of the list"
      ) { viewModel.send(.step(-1)) },
      Command(.edit.refresh) { viewModel.send(.refreshEdit) },
      Command(.edit.close, hint: Command.Hint("back", rank: 1)) { viewModel.send(.close) },
    ]
  }

  private func makeCommands() -> [Command] {
    let (viewModel, edit) = (viewModel, viewModel.edit)
    let moving = ListCommands(
      specs: CommandSpec.text, label: "scroll", page: { [weak self] in self?.text.value.page ?? 1 },
      move: { [weak self] in self?.move($0) })
    let field = FieldCommands { viewModel.send(.search($0)) }
    let marking = Command.watching(viewModel) + Command.wikiPages(viewModel, request: request)
    // Esc clears a search before it closes the edit.
    return field.editing + moving.commands + [
      match(.search.next, 1), match(.search.previous, -1), field.begin(.search.edit),
      field.clear(.search.clear) { edit.value?.opened.search.isShown == true },
      link(.everywhere.openLink, Command.Hint("browser", rank: 3)) { .open($0) },
      link(.everywhere.copyLink, Command.Hint("copy link", rank: 4)) {
        .copy(SafeText(oneLine: $0.absoluteString))
      },
      Command(
        .wikipedia.contributions, hint: Command.Hint("user", rank: 3),
        disabled: edit.value?.opened.event.event.edit?.user == nil ? "No user is known here" : nil
      ) { [contributions] in contributions.send(value: ()) },
      .ignoring(viewModel, layers: layers),
      Command(
        .wikipedia.unread,
        disabled: edit.value.map { viewModel.state.value.hasRead($0.opened.event) } == true
          ? nil : "The edit is unread"
      ) { viewModel.send(.markUnread) },
      .writingEdit(of: viewModel, layers: layers, request: request),
    ] + marking + ownCommands
  }

  private func match(_ spec: CommandSpec, _ step: Int) -> Command {
    let edit = viewModel.edit
    return Command(
      spec, hint: Command.Hint("match", rank: 2),
      disabled: edit.value?.opened.search.isShown == true ? nil : "Nothing is searched for here"
    ) { [weak self] in self?.input.send(value: .match(step)) }
  }

  private func link(
    _ spec: CommandSpec, _ hint: Command.Hint, _ effect: @escaping @Sendable (URL) -> ProgramRequest
  ) -> Command {
    let edit = viewModel.edit
    return Command(
      spec, hint: hint, disabled: edit.value?.opened.link?.isWebPage == true ? nil : DashboardCommands.noLink
    ) { [request] in
      if let link = edit.value?.opened.link { request.send(value: effect(link)) }
    }
  }
}
