import Model

/// A kind of thing that the program keeps for its next start.
///
/// For each, ``Kept`` has a rule, and ``PlantedFault/drops(_:)`` plants a store that loses just that.
public enum KeptKind: Sendable, Hashable, CaseIterable {
  case item(Item)
  /// A choice in the Wikipedia pane.
  case wikipedia(WikipediaChoices.Kind)

  /// What is kept besides Wikipedia's choices.
  public enum Item: String, Sendable, Hashable, CaseIterable {
    // Above the panes.
    case pane, share, layout, palette, greeting
    // Of questions.
    case tab, tabs, order, density, readQuestions, keptQuestions, quota
    // Of Wikipedia.
    case rates, readEdits
    // Of rooms.
    case hiddenRooms, aloneRoom, roomSpan, roomOrder, roomEvents, ownReadings
  }

  public static let allCases = Item.allCases.map(Self.item) + WikipediaChoices.Kind.allCases.map(Self.wikipedia)

  init(_ change: StateChange) {
    self =
      switch change {
      case .wikipedia(let change): .wikipedia(change.kind)
      case .pane: .item(.pane)
      case .share: .item(.share)
      case .layout: .item(.layout)
      case .palette: .item(.palette)
      case .greeted: .item(.greeting)
      case .tab: .item(.tab)
      case .tabFate, .tabOrder: .item(.tabs)
      case .order: .item(.order)
      case .isDense: .item(.density)
      case .read, .unread: .item(.readQuestions)
      case .keep, .drop: .item(.keptQuestions)
      case .quota: .item(.quota)
      case .rates: .item(.rates)
      case .readEdit, .unreadEdit: .item(.readEdits)
      case .isHidden: .item(.hiddenRooms)
      case .alone: .item(.aloneRoom)
      case .span: .item(.roomSpan)
      case .roomOrder: .item(.roomOrder)
      case .event: .item(.roomEvents)
      }
  }
}
