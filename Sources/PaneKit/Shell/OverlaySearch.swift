import Text

/// The search in an overlay's text: its field, and which match is the current one. The matches depend on the layout.
struct OverlaySearch: Sendable, Equatable {
  enum Step: Sendable {
    case field(FieldAction)
    /// To the next match, or to the previous one.
    case match(Int)
  }

  private(set) var field = FilterState()
  /// The number of matches from the first one to the current one, which may go around.
  private var place = 0

  mutating func reduce(_ step: Step) {
    switch step {
    case .field(.begin): field.isEditing = true
    case .field(.edit(let edit)):
      guard field.isEditing else { return }
      field.field.apply(edit)
      let words = FilterWords(field.field.text)
      if words != field.words { (field.words, place) = (words, 0) }
    case .field(.accept): field.isEditing = false
    case .field(.clear): self = OverlaySearch()
    case .match(let step): place += step
    }
  }

  /// Returns whether another match may be the current one than before.
  func hasMoved(from other: OverlaySearch) -> Bool { field.words != other.field.words || place != other.place }

  /// Returns the index of the current one of some matches; `nil` if there are none.
  func current(of count: Int) -> Int? { count == 0 ? nil : (place % count + count) % count }

  /// `2 of 7`
  func note(_ count: Int) -> SafeText? {
    guard !field.words.isEmpty else { return nil }
    return current(of: count).map { "\($0 + 1) of \(count)" } ?? "no match"
  }
}
