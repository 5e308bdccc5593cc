import Text
import ViewModels

/// What a list of choices shows: the text in its field, the choices that match it, and the selected one.
///
/// A pure value, driven by a `scan`, since rows and selection must agree with the text.
struct ChoiceState: Sendable {
  enum Input: Sendable {
    case field(TextFieldState)
    case choices([Choice])
    case move(Motion)
  }

  struct Row: Sendable, Hashable {
    var choice: Choice
    /// The characters of the title that match the field.
    var ranges: [Range<Int>]
  }

  private(set) var field = TextFieldState()
  private(set) var rows: [Row] = []
  private(set) var selection: Choice.ID?
  private var choices: [Choice] = []
  private let isFiltered: Bool

  init(_ choices: [Choice], isFiltered: Bool) {
    self.isFiltered = isFiltered
    take(.choices(choices))
  }

  /// The selected row's index; `nil` where there is nothing to choose.
  var selectedRow: Int? { rows.firstIndex { $0.choice.id == selection } }
  var selected: Choice? { selectedRow.map { rows[$0].choice } }
  /// Whether some choice has the mark of what holds now.
  var hasCurrent: Bool { choices.contains(where: \.isCurrent) }
  /// All choices, whether they match or not.
  var all: [Choice] { choices }

  mutating func take(_ input: Input) {
    switch input {
    case .field(let field):
      let isSame = field.text == self.field.text
      self.field = field
      guard !isSame else { return }
      match()
      // What was typed asks for the best match, not for what was selected before.
      selection = first
    case .choices(let choices):
      self.choices = choices
      match()
      if selectedRow == nil { selection = first }
    case .move(let motion):
      guard !rows.isEmpty else { return }
      let target =
        switch motion {
        case .lines(let count): (selectedRow ?? 0) + count
        case .start: 0
        case .end: rows.count - 1
        }
      selection = rows[max(0, min(target, rows.count - 1))].choice.id
    }
  }

  private var first: Choice.ID? {
    let current = field.text.isEmpty ? rows.first(where: \.choice.isCurrent) : nil
    return (current ?? rows.first)?.choice.id
  }

  private mutating func match() {
    guard isFiltered else {
      rows = choices.map { Row(choice: $0, ranges: []) }
      return
    }
    rows = FuzzyPattern(field.text).rank(choices, name: \.title, alias: \.alias)
      .map { Row(choice: $0.value, ranges: $0.match.ranges) }
  }
}
