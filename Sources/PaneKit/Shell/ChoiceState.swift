import Text

/// The state of a list of choices: the text in its field, the choices that match it, and the selected one.
///
/// A pure value, driven by a `scan`, because rows and selection must agree with the text.
struct ChoiceState: Sendable {
  enum Input: Sendable {
    case field(TextFieldState)
    case choices([Choice])
    case move(Motion)
  }

  private(set) var field = TextFieldState()
  /// The choices, the matching ones, and the selected one.
  private(set) var list = FilteredList<Choice>(orElse: .first)
  private let isFiltered: Bool
  /// The choice that was selected by a move since the text changed, and its row; it stays selected while others come and go.
  private var moved: (id: Choice.ID, row: Int)?
  /// The row that is selected first; `nil` for the current value.
  private let firstChoice: Choice.ID?

  init(_ choices: [Choice], isFiltered: Bool, selecting firstChoice: Choice.ID? = nil) {
    self.isFiltered = isFiltered
    self.firstChoice = firstChoice
    reduce(.choices(choices))
  }

  /// Whether the selected choice was selected by a move since the text changed.
  var isChosenByHand: Bool { moved != nil }

  /// Returns the characters of a choice's title that match the field.
  func matches(in choice: Choice) -> [Range<Int>] {
    guard case .letters(let pattern) = list.filter else { return choice.words.ranges(in: choice.title) }
    return pattern.match(choice.title, alias: choice.alias)?.ranges ?? []
  }

  /// Returns the detail of a choice; instead of it the words of its alias, if only these match the field, so that what
  /// matches is seen.
  func detail(of choice: Choice) -> SafeText {
    guard case .letters(let pattern) = list.filter, pattern.match(choice.title, alias: choice.detail) == nil else {
      return choice.detail
    }
    return pattern.words(of: choice.alias, besides: choice.title).uniqued(by: \.self).joined(separator: " ")
  }

  mutating func reduce(_ input: Input) {
    switch input {
    case .field(let field):
      let isSame = field.text == self.field.text
      self.field = field
      guard !isSame else { return }
      if isFiltered { list.filter(by: .letters(FuzzyPattern(field.text))) }
      // New text selects the best match and not the previous selection.
      selectFirst()
    case .choices(let choices):
      list.replace(with: choices)
      if let moved { stay(at: moved) } else { selectFirst() }
    case .move(let motion):
      list.move(motion)
      keepMoved()
    }
  }

  /// Selects the choice to which a person has moved, or, if it is gone, what stands in its place.
  private mutating func stay(at moved: (id: Choice.ID, row: Int)) {
    guard !list.rows.isEmpty else { return }
    if !list.select(moved.id) { list.select(list.rows[min(moved.row, list.rows.count - 1)].id) }
    keepMoved()
  }

  private mutating func keepMoved() {
    if let id = list.selection, let row = list.selectedRow { moved = (id, row) }
  }

  /// Selects the first row, or, if the field is empty, the row to which a person comes back, or the current value.
  private mutating func selectFirst() {
    moved = nil
    list.deselect()
    guard field.text.isEmpty else { return }
    if let firstChoice, list.select(firstChoice) { return }
    if let current = list.elements.first(where: \.isCurrent) { list.select(current.id) }
  }
}
