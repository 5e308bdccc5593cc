import Screen
import Signals
import Text

/// A layer with a text over the panes, which can be scrolled and searched.
///
/// The panes stay visible at all sides, so that its frame does not touch theirs; if there is little room it covers them.
@UI
final class Overlay: Layer {
  private let title: SafeText
  private let chapters: @UI (PaneContext) -> [OverlayText.Chapter]
  private let openingKeys: [KeyEvent]
  private let close: @UI () -> Void
  private(set) lazy var commands = makeCommands()
  var keyContext: KeyContext { takesText ? .overlayField : .overlay }
  private var scroll = 0
  private let steps: Signal<OverlaySearch.Step, Never>.Observer
  private let search: Property<OverlaySearch>
  /// The context of the last frame.
  private var context: PaneContext
  private var size = Size.zero
  private var theme = Theme()

  /// - Parameters:
  ///   - context: The context when it is opened.
  ///   - openingKeys: The keys that opened it, which close it as well.
  ///   - chapters: Returns its content for each frame.
  ///   - close: Removes the overlay.
  init(
    _ title: SafeText, _ context: PaneContext, openingKeys: [KeyEvent],
    chapters: @escaping @UI (PaneContext) -> [OverlayText.Chapter], close: @escaping @UI () -> Void
  ) {
    self.title = title
    self.context = context
    self.openingKeys = openingKeys
    self.chapters = chapters
    self.close = close
    let (steps, input) = Signal<OverlaySearch.Step, Never>.pipe()
    self.steps = input
    search = Property(
      initial: OverlaySearch(), then: steps.scan(into: OverlaySearch()) { $0.reduce($1) })
  }

  var takesText: Bool { search.value.field.isEditing }
  func type(_ text: SafeText) { send(.field(.edit(.insert(text)))) }

  func arrange(size: Size, theme: Theme) { (self.size, self.theme) = (size, theme) }

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    self.context = context
    let layout = layout()
    scroll = min(scroll, layout.lastLine)
    canvas.cursor = nil
    canvas.fill(layout.rect)
    canvas.within(layout.rect) { box in
      PaneBorder(
        title: title, status: [], isBusy: false,
        thumb: ScrollThumb(offset: scroll, visible: layout.visible, total: layout.text.height),
        thumbLines: 0..<layout.visible
      ).draw(context, into: &box)
      let search = search.value
      let matches = layout.text.matches(of: search.field.words)
      box.within(Rect(x: 1 + PaneBorder.air, y: 1, width: layout.textWidth, height: layout.visible)) { inside in
        layout.text.draw(from: scroll, marking: matches, current: search.current(of: matches.count), into: &inside)
        inside.placeCursor(x: 0, y: 0)
      }
      // Last, because while the field takes text the cursor is in it.
      guard search.field.isShown else { return }
      box.within(Rect(x: 1 + PaneBorder.air, y: 1 + layout.visible, width: layout.textWidth, height: 1)) {
        FieldLine(label: "Search", field: search.field, note: search.note(matches.count)).draw(into: &$0)
      }
    }
  }

  /// The wheel scrolls, and a click closes.
  func point(_ event: MouseEvent) {
    switch event.action {
    case .drag: break
    case .wheelUp: move(.lines(-1))
    case .wheelDown: move(.lines(1))
    case .click: close()
    }
  }

  // MARK: - Commands

  /// Returns the overlay's own commands, which are in the help as well.
  private func makeCommands() -> [Command] {
    let field = FieldCommands { [weak self] in self?.send(.field($0)) }
    let moving = ListCommands(
      specs: CommandSpec.overlay.moving, label: "scroll",
      page: { [weak self] in max(1, (self?.layout().visible ?? 1) - 1) }, move: { [weak self] in self?.move($0) }
    ).commands
    // Esc clears a search before it closes the overlay.
    return field.editing + moving + [
      field.begin(.search.edit), field.clear(.search.clear) { [search] in search.value.field.isShown },
      match(.search.next, 1), match(.search.previous, -1),
      Command(
        .overlay.close, keys: [.escape, "q", .enter, .backspace] + openingKeys, hint: Command.Hint("close", rank: 1)
      ) { [weak self] in self?.close() },
    ]
  }

  private func match(_ spec: CommandSpec, _ step: Int) -> Command {
    let search = search
    return Command(
      spec, hint: Command.Hint("match", rank: 2),
      disabled: search.value.field.isShown ? nil : "Nothing is searched for here"
    ) { [weak self] in self?.send(.match(step)) }
  }

  /// Takes a step of the search, and scrolls to the match that is then the current one.
  private func send(_ step: OverlaySearch.Step) {
    let before = search.value
    steps.send(value: step)
    let layout = layout()
    let matches = layout.text.matches(of: search.value.field.words)
    guard search.value.hasMoved(from: before), let current = search.value.current(of: matches.count) else { return }
    let row = matches[current].row
    if !(scroll..<scroll + layout.visible).contains(row) {
      scroll = max(0, min(row - layout.visible / 3, layout.lastLine))
    }
  }

  private func move(_ motion: Motion) {
    let layout = layout()
    let target =
      switch motion {
      case .lines(let count): scroll + count
      case .start: 0
      case .end: layout.lastLine
      }
    scroll = max(0, min(target, layout.lastLine))
  }

  // MARK: - Layout

  /// The overlay's position on the screen, border included, and the visible part of its text.
  struct Layout {
    var rect: Rect
    var text: OverlayText
    var visible: Int
    var textWidth: Int { rect.width - 2 - 2 * PaneBorder.air }
    /// The first visible line if the end is visible.
    var lastLine: Int { max(0, text.height - visible) }
  }

  /// On a lower screen, no line is left for the panes.
  private static let lowHeight = 16

  func layout() -> Layout {
    // Header, footer and a line of the panes above and below stay visible.
    let height = size.height - 6
    let frame = 2 + 2 * PaneBorder.air
    let text = OverlayText(chapters(context), fitting: size.width - frame, height: height, theme: theme)
    let isCovering = text.width + frame > size.width - 2 || size.height < Self.lowHeight
    let width = isCovering ? size.width : text.width + frame
    let rows = isCovering ? size.height - 2 : min(height + 2, text.height + 2)
    let rect = Rect(x: (size.width - width) / 2, y: (size.height - rows) / 2, width: width, height: rows)
    return Layout(rect: rect, text: text, visible: max(0, rows - 2 - (search.value.field.isShown ? 1 : 0)))
  }
}
