import Screen
import Signals
import Text

/// A layer with a list to choose from: a sort, a tag, a site, a command.
///
/// ```
/// keys, pastes ──▶ text ──▶ choices ─┐
///                   └────────────────┴─▶ scan ──▶ state ──▶ a frame
/// moves, clicks ────────────────────────┘
/// ```
///
/// Nothing jumps during typing: the size follows from all choices, however many match, and only grows while it is open.
@UI
package final class ChoiceOverlay: Layer {
  private let list: ChoiceList
  // Retained, because a composed property does not retain its sources.
  private let text: Property<SafeText>
  private let choices: Property<[Choice]>
  private let note: Property<SafeText?>
  /// Whether the choices are still to come.
  private let isAwaited: Property<Bool>
  private let state: Property<ChoiceState>
  private let edits: Signal<TextEdit, Never>.Observer
  private let moves: Signal<Motion, Never>.Observer
  private let closingKeys: [KeyEvent]
  private let close: @UI () -> Void
  private let observations = CompositeDisposable()
  package private(set) lazy var commands = makeCommands()
  package var keyContext: KeyContext { hasField ? .overlayField : .overlay }

  /// What a person has done before the choices were there.
  private var early: [Deed] = []
  private var scroll = ListScroll()
  private var keptColumns: (choices: [Choice], columns: ChoiceColumns)?
  private var size = Size.zero
  /// The most that was needed since it was opened, or since the screen has its size.
  private var needs = ChoiceLayout.Needs()
  /// The picture that clicks refer to.
  private var picture: (layout: ChoiceLayout, rows: VisibleRows<Choice>, visible: Range<Int>)?

  /// - Parameters:
  ///   - closingKeys: The keys that opened it, which close it as well, unless they are text.
  ///   - close: Removes the overlay.
  package init(_ list: ChoiceList, closingKeys: [KeyEvent] = [], close: @escaping @UI () -> Void) {
    self.list = list
    self.closingKeys = closingKeys
    self.close = close
    let (edits, editInput) = Signal<TextEdit, Never>.pipe()
    let (moves, moveInput) = Signal<Motion, Never>.pipe()
    (self.edits, self.moves) = (editInput, moveInput)
    var firstText = TextFieldState()
    if !list.text.isEmpty { firstText.apply(.insert(list.text)) }
    let field = Property(initial: firstText, then: edits.scan(into: firstText) { $0.apply($1) })
    text = field.map(\.text).skipRepeats()
    choices = list.choices(text)
    note = list.note(text)
    isAwaited = list.isAwaited(text)
    let first = ChoiceState(choices.value, isFiltered: list.isFiltered, selecting: list.selected)
    let inputs = SignalProducer.merge(
      field.producer.map(ChoiceState.Input.field), choices.producer.map(ChoiceState.Input.choices),
      SignalProducer(moves).map(ChoiceState.Input.move))
    state = Property(initial: first, then: inputs.scan(into: first) { $0.reduce($1) })
    // Choices may change without a key.
    observations += state.signal.observeValues { _ in UI.frames.mark() }
    observations += note.signal.observeValues { _ in UI.frames.mark() }
    observations += isAwaited.signal.filter { !$0 }.observeValues { [weak self] _ in
      UI.assumeIsolated { self?.catchUp() }
    }
  }

  deinit { observations.dispose() }

  private var hasField: Bool { list.field != nil }
  package var takesText: Bool { hasField }
  package func type(_ text: SafeText) { edit(.insert(text)) }
  package var previewedTheme: String? { state.value.list.selected?.theme }

  private func edit(_ edit: TextEdit) {
    // They were meant for the choices of the text before.
    early = []
    edits.send(value: edit)
  }

  package func arrange(size: Size, theme: Theme) {
    if size != self.size { (self.size, needs) = (size, ChoiceLayout.Needs()) }
  }

  // MARK: - Commands

  private func makeCommands() -> [Command] {
    let moving = ListCommands(
      specs: CommandSpec.overlay.moving, label: "move", page: { [weak self] in self?.page ?? 1 },
      move: { [weak self] in self?.carryOut(.move($0)) })
    let editing = TextEditCommands { [weak self] in self?.edit($0) }
    let (state, isAwaited) = (state, isAwaited)
    let hasChoice: Command.Condition = { state.value.list.selected != nil }
    let disabled = { @UI @Sendable [list, note, text] () -> SafeText? in
      if hasChoice() || isAwaited.value { return nil }
      // What is wrong with the text in the field, where the list says it.
      let words = note.value ?? list.whenEmpty(text.value)
      return words.isEmpty ? "Nothing is selected here" : words
    }
    let others = self.list.others.map { other in
      Command(other.spec, disabled: disabled()) { [weak self] in self?.carryOut(.with(other.action)) }
    }
    // The field's commands come first: a key that edits does not move in the list.
    return editing.commands + moving.commands + others + [
      Command(
        .overlay.choose, hint: Command.Hint(self.list.verb, rank: 1, when: hasChoice), disabled: disabled(),
        servesField: hasField
      ) { [weak self] in self?.carryOut(.choose) },
      withChoice(.overlay.copy, "copy", self.list.copy, when: hasChoice, disabled: disabled),
      withChoice(.overlay.open, "browser", self.list.open, when: hasChoice, disabled: disabled),
      Command(
        .overlay.complete,
        disabled: state.value.list.selected?.completion == nil ? "There is no word to complete" : nil,
        servesField: hasField
      ) { [weak self] in self?.complete() },
      Command(
        .overlay.close, keys: CommandSpec.overlay.close.keys + closingKeys, hint: Command.Hint("close", rank: 1),
        servesField: hasField
      ) { [weak self] in self?.close() },
    ]
  }

  /// A command that does something with the selected choice; disabled without an action.
  private func withChoice(
    _ spec: CommandSpec, _ label: SafeText, _ action: (@UI @Sendable (Choice) -> Void)?,
    when hasChoice: @escaping Command.Condition, disabled: @escaping @UI @Sendable () -> SafeText?
  ) -> Command {
    Command(
      spec, hint: Command.Hint(label, rank: 1, when: hasChoice),
      disabled: action == nil ? "This list has nothing to \(spec.name)" : disabled()
    ) { [weak self] in if let action { self?.carryOut(.with(action)) } }
  }

  private func choose(_ choice: Choice) {
    close()
    list.choose(choice)
  }

  /// Replaces the text in the field by the selected choice's completion.
  private func complete() {
    guard let completion = state.value.list.selected?.completion else { return }
    for change in [.moveToEnd, .deleteToStart, .insert(completion)] as [TextEdit] { edit(change) }
  }

  /// The rows of a page: the visible ones minus one.
  private var page: Int { max(1, rows(layout(state.value)).visible - 1) }

  private func rows(_ layout: ChoiceLayout) -> ListRows {
    ListRows(rowHeight: list.rowHeight, height: layout.list.count)
  }
}

// MARK: - Before the choices are there

extension ChoiceOverlay {
  /// What a key does in the list.
  private enum Deed {
    case move(Motion)
    case choose
    /// Does something with the selected choice.
    case with(@UI @Sendable (Choice) -> Void)
  }

  private func carryOut(_ deed: Deed) {
    if hasToWait(deed) { early.append(deed) } else { act(deed) }
  }

  /// Returns whether what a key is meant for is still to come. The rows of the text before stay until then: a person moves in
  /// what is seen, and what was chosen there is there.
  private func hasToWait(_ deed: Deed) -> Bool {
    guard isAwaited.value else { return false }
    if !early.isEmpty || state.value.list.rows.isEmpty { return true }
    if case .move = deed { return false }
    return !state.value.isChosenByHand
  }

  /// Does what a person did before the choices were there.
  private func catchUp() {
    let deeds = early
    early = []
    for deed in deeds {
      act(deed)
      // The list may have closed with it.
      if case .choose = deed { return }
    }
  }

  private func act(_ deed: Deed) {
    let selected = state.value.list.selected
    switch (deed, selected) {
    case (.move(let motion), _): moves.send(value: motion)
    case (.choose, let choice?): choose(choice)
    case (.with(let action), let choice?): action(choice)
    case (_, nil): break
    }
  }
}

// MARK: - Drawing

extension ChoiceOverlay {
  private func layout(_ state: ChoiceState) -> ChoiceLayout {
    let isFirst = needs.width == 0
    let width = neededWidth(state, isFirst: isFirst)
    if width > needs.width {
      // What grows while a person types does not do so with every letter.
      needs.width = isFirst || !hasField ? width : (width + Self.widthStep - 1) / Self.widthStep * Self.widthStep
    }
    let textWidth = ChoiceLayout(size, needs, hasField: hasField).textWidth
    let words = RichTextLayout.wrap(sentence(state), .plain, width: textWidth)
    let least = hasField && !list.isFiltered ? Self.leastLines : 1
    needs.lines = max(needs.lines, least, state.list.elements.count * list.rowHeight, words.count)
    if let note = noteBelow(state, width: textWidth) {
      needs.noteLines = max(needs.noteLines, RichTextLayout.wrap(note, .plain, width: textWidth).count)
    }
    return ChoiceLayout(size, needs, hasField: hasField)
  }

  /// The columns by which a list with a field grows.
  private static let widthStep = 8
  /// The least lines of a list that follows the text, which may have more at any time.
  private static let leastLines = 4

  /// Returns the columns that choices and words need. A sentence that comes while a person types is wrapped.
  private func neededWidth(_ state: ChoiceState, isFirst: Bool) -> Int {
    var width = max(columns(of: state.list.elements).width, DisplayWidth.of(list.title) + 4)
    if isFirst || !hasField { width = max(width, DisplayWidth.of(sentence(state))) }
    guard let field = list.field else { return width }
    return max(width, ChoiceLayout.leastWidth, DisplayWidth.of(field) + 2 + DisplayWidth.of(list.text) + 1)
  }

  /// The text of an empty list; empty if there are choices.
  private func sentence(_ state: ChoiceState) -> SafeText {
    state.list.rows.isEmpty ? list.whenEmpty(state.field.text) : ""
  }

  /// Returns the note if it does not fit beside the text in the field.
  private func noteBelow(_ state: ChoiceState, width: Int) -> SafeText? {
    guard let label = list.field, let note = note.value else { return nil }
    // The text has as much room as it needs, up to half of the line.
    let text = min(DisplayWidth.of(label) + DisplayWidth.of(state.field.text) + 5, width / 2)
    return DisplayWidth.of(note) > width - text ? note : nil
  }

  /// Returns the columns of choices, which are measured only where they are others than those of the last frame.
  private func columns(of choices: [Choice]) -> ChoiceColumns {
    if let keptColumns, keptColumns.choices.sharesStorage(with: choices) { return keptColumns.columns }
    let columns = ChoiceColumns(choices)
    keptColumns = (choices, columns)
    return columns
  }

  package func draw(_ context: PaneContext, into canvas: inout Canvas) {
    let state = state.value
    let layout = layout(state)
    let selected = state.list.selectedRow
    let height = rows(layout).visible
    scroll.adapt(
      selection: selected.map { (id: ListScroll.RowID($0), index: $0) }, count: state.list.rows.count, visible: height)
    let visible = scroll.rows(count: state.list.rows.count, visible: height)
    picture = (layout, state.list.rows, visible)
    canvas.cursor = nil
    canvas.fill(layout.rect)
    canvas.within(layout.rect) { box in
      PaneBorder(
        title: list.title, status: [], isBusy: false,
        thumb: ScrollThumb(offset: visible.lowerBound, visible: height, total: state.list.rows.count),
        thumbLines: layout.list.lowerBound - 1..<layout.list.upperBound - 1
      ).draw(context, into: &box)
      let rows = Rect(x: 1, y: layout.list.lowerBound, width: box.width - 2, height: layout.list.count)
      box.within(rows) { drawRows(state, visible, selected: selected, context, into: &$0) }
      // Last, because the cursor is in the field.
      if let line = layout.field { box.within(line) { drawField(state, into: &$0) } }
    }
  }

  /// - Parameter canvas: The field's line, and the lines of the note below it.
  private func drawField(_ state: ChoiceState, into canvas: inout Canvas) {
    guard let label = list.field else { return }
    let theme = canvas.theme
    let start = label.isEmpty ? 0 : canvas.draw(label, theme.strong, x: 0, y: 0) + 2
    var end = canvas.width
    if let note = noteBelow(state, width: canvas.width) {
      canvas.within(Rect(x: 0, y: 1, width: canvas.width, height: canvas.height - 1)) {
        $0.draw(sentence: note, theme.dim)
      }
    } else if let note = note.value {
      end -= canvas.draw(note, theme.dim, x: start, y: 0, maxWidth: end - start, alignment: .right) + 2
    }
    canvas.within(Rect(x: start, y: 0, width: end - start, height: 1)) {
      TextField(state.field.text, cursor: state.field.cursor).draw(theme.plain, into: &$0)
    }
  }

  private func drawRows(
    _ state: ChoiceState, _ visible: Range<Int>, selected: Int?, _ context: PaneContext, into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    guard !state.list.rows.isEmpty else {
      let inside = Rect(
        x: PaneBorder.air, y: 0, width: canvas.width - 2 * PaneBorder.air, height: canvas.height)
      return canvas.within(inside) { $0.draw(sentence: sentence(state), theme.dim) }
    }
    let columns = columns(of: state.list.elements)
    ListRows(rowHeight: list.rowHeight, height: canvas.height).draw(
      visible, selected: selected, bar: context.isFocused ? theme.accent : theme.dim, into: &canvas
    ) { index, row in
      let choice = state.list.rows[index]
      var shown = choice
      shown.detail = state.detail(of: choice)
      columns.draw(shown, matching: state.matches(in: choice), isSelected: index == selected, into: &row)
    }
  }

  /// A click chooses the row under it, or, beside the list, closes it; the wheel moves the selection.
  package func point(_ event: MouseEvent) {
    switch event.action {
    case .drag: break
    case .wheelUp: carryOut(.move(.lines(-1)))
    case .wheelDown: carryOut(.move(.lines(1)))
    case .click:
      guard let (layout, rows, visible) = picture else { return }
      guard layout.rect.contains(event.location) else { return close() }
      let line = event.location.y - layout.rect.y
      guard layout.list.contains(line),
        let position = self.rows(layout).position(atLine: line - layout.list.lowerBound)
      else { return }
      let index = visible.lowerBound + position
      if visible.contains(index) { choose(rows[index]) }
    }
  }
}
