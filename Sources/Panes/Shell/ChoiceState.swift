import Text
import ViewModels

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
  /// The selected row was chosen by a move since the text changed; it stays selected while others come and go.
  private var isChosenByHand = false

  init(_ choices: [Choice], isFiltered: Bool) {
    self.isFiltered = isFiltered
    take(.choices(choices))
  }

  /// Returns the characters of a choice's title that match the field.
  func matches(in choice: Choice) -> [Range<Int>] {
    guard case .letters(let pattern) = list.filter else { return [] }
    return pattern.match(choice.title, alias: choice.alias)?.ranges ?? []
  }

  mutating func take(_ input: Input) {
    switch input {
    case .field(let field):
      let isSame = field.text == self.field.text
      self.field = field
      guard !isSame else { return }
      if isFiltered { list.filter(by: .letters(FuzzyPattern(field.text))) }
      // New text selects the best match and not the previous selection.
      selectFirst()
    case .choices(let choices):
      let selected = isChosenByHand ? list.selection : nil
      list.replace(with: choices)
      let isStillThere = selected.map { list.select($0) } ?? false
      if !isStillThere { selectFirst() }
    case .move(let motion):
      list.move(motion)
      isChosenByHand = true
    }
  }

  /// Selects the first row, or the current value if the field is empty.
  private mutating func selectFirst() {
    isChosenByHand = false
    list.deselect()
    guard field.text.isEmpty, let current = list.elements.first(where: \.isCurrent) else { return }
    list.select(current.id)
  }
}
