import Foundation
import Model
import Screen
import Signals
import Text
import ViewModels

/// The part of the pane with the open edit, which has the pane's keys as long as one is open, or with the selected one.
@UI
final class EditPart {
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
        $0.take($1)
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

extension EditPart {
  /// What keys can do now, in one value: commands are only updated when it changes.
  private struct Mode: Sendable, Equatable {
    var isOpen: Bool
    /// Whether the search field takes text.
    var isTyping: Bool
    /// Whether there is a search, with its field closed.
    var isSearched: Bool
    var hasNext: Bool
    var hasPrevious: Bool
    var hasLink: Bool
    /// Whether the author is known.
    var hasUser: Bool

    /// Whether an edit is open and no field takes text.
    var isText: Bool { isOpen && !isTyping }

    init(_ state: EditState?) {
      isOpen = state != nil
      isTyping = state?.opened.search.isEditing ?? false
      isSearched = !isTyping && state?.opened.search.isShown == true
      hasNext = !isTyping && state?.opened.hasNext == true
      hasPrevious = !isTyping && state?.opened.hasPrevious == true
      hasLink = !isTyping && state?.opened.link?.isWebPage == true
      hasUser = state?.opened.event.event.edit?.user != nil
    }
  }

  private var mode: Property<Mode> { viewModel.edit.map(Mode.init).skipRepeats() }

  private func makeOwnCommands() -> [Command] {
    let (viewModel, mode) = (viewModel, mode)
    let edit = Command.Hint("edit", rank: 2)
    return [
      Command(.edit.next, hint: edit, isEnabled: mode.map(\.hasNext)) { viewModel.send(.step(1)) },
      Command(.edit.previous, hint: edit, isEnabled: mode.map(\.hasPrevious)) { viewModel.send(.step(-1)) },
      Command(.edit.refresh, isEnabled: mode.map(\.isText)) { viewModel.send(.refreshEdit) },
      Command(.edit.close, hint: Command.Hint("back", rank: 1), isEnabled: mode.map(\.isText)) {
        viewModel.send(.close)
      },
    ]
  }

  private func makeCommands() -> [Command] {
    let mode = mode
    let moving = ListCommands(
      specs: CommandSpec.text, label: "scroll", hasRows: mode.map(\.isOpen), isEnabled: mode.map(\.isOpen),
      hasEnds: mode.map(\.isText), page: { [weak self] in self?.text.value.page ?? 1 },
      move: { [weak self] in self?.move($0) })
    let field = FieldCommands(isEditing: mode.map(\.isTyping)) { [viewModel] in viewModel.send(.search($0)) }
    let isRead = viewModel.edit.combineLatest(with: viewModel.state.map(\.read).skipRepeats())
      .map { edit, read in edit.map { read.contains($0.opened.event) } ?? false }
    let isUnreadable = mode.map(\.isText).and(isRead).skipRepeats()
    // Esc clears a search before it closes the edit.
    return field.editing + moving.commands + [
      match(.search.next, 1, isEnabled: mode.map(\.isSearched)),
      match(.search.previous, -1, isEnabled: mode.map(\.isSearched)),
      field.begin(.search.edit, isEnabled: mode.map(\.isText)),
      field.clear(.search.clear, isEnabled: mode.map(\.isSearched)),
      link(.everywhere.openLink, Command.Hint("browser", rank: 3), mode.map(\.hasLink)) { .open($0) },
      link(.everywhere.copyLink, Command.Hint("copy link", rank: 4), mode.map(\.hasLink)) {
        .copy(SafeText(oneLine: $0.absoluteString))
      },
      Command(
        .wikipedia.contributions, hint: Command.Hint("user", rank: 3), isEnabled: mode.map { $0.isText && $0.hasUser }
      ) { [contributions] in contributions.send(value: ()) },
      Command(.wikipedia.unread, isEnabled: isUnreadable) { [viewModel] in viewModel.send(.markUnread) },
      .writingEdit(of: viewModel, isEnabled: mode.map(\.isText), layers: layers, request: request),
    ] + Command.watching(viewModel, isEnabled: mode.map(\.isText)) + ownCommands
  }

  private func match(_ spec: CommandSpec, _ step: Int, isEnabled: Property<Bool>) -> Command {
    Command(spec, hint: Command.Hint("match", rank: 2), isEnabled: isEnabled) { [weak self] in
      self?.input.send(value: .match(step))
    }
  }

  private func link(
    _ spec: CommandSpec, _ hint: Command.Hint, _ isEnabled: Property<Bool>,
    _ effect: @escaping @Sendable (URL) -> ProgramRequest
  ) -> Command {
    Command(spec, hint: hint, isEnabled: isEnabled) { [viewModel, request] in
      if let link = viewModel.edit.value?.opened.link { request.send(value: effect(link)) }
    }
  }
}
