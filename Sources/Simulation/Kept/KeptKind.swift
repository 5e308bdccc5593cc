import Model

/// A kind of thing that the program keeps for its next start.
///
/// For each, ``Kept`` has a rule, and ``Sabotage/drops(_:)`` plants a store that loses just that.
public enum KeptKind: String, Sendable, Hashable, CaseIterable {
  // Above the panes.
  case pane, share, palette, greeting
  // Of questions.
  case tab, tabs, order, density, readQuestions, keptQuestions, quota
  // Of Wikipedia.
  case wikis, shownEdits, linesApart, editSpan, rates, readEdits
  // Of rooms.
  case hiddenRooms, aloneRoom, roomSpan, roomEvents, ownReadings

  init(_ change: StateChange) {
    self =
      switch change {
      case .pane: .pane
      case .share: .share
      case .palette: .palette
      case .greeted: .greeting
      case .tab: .tab
      case .tabFate, .tabOrder: .tabs
      case .order: .order
      case .isDense: .density
      case .read, .unread: .readQuestions
      case .keep, .drop: .keptQuestions
      case .quota: .quota
      case .wikis: .wikis
      case .shownEdits: .shownEdits
      case .hasLinesApart: .linesApart
      case .editSpan: .editSpan
      case .rates: .rates
      case .readEdit, .unreadEdit: .readEdits
      case .isHidden: .hiddenRooms
      case .alone: .aloneRoom
      case .span: .roomSpan
      case .event: .roomEvents
      }
  }
}
