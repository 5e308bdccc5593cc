import Edits
import Model
import Questions
import Rooms

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
    case pane, share, layout, theme, spans, palette, greeting
    // Of questions.
    case tab, tabs, order, selectedQuestion, density, questionBelow, readQuestions, keptQuestions, quota
    // Of Wikipedia.
    case rates, readEdits
    // Of rooms.
    case hiddenRooms, aloneRoom, selectedRoom, roomSpan, roomOrder, roomLimits, roomBackdrop, roomEvents, ownReadings
  }

  public static let allCases = Item.allCases.map(Self.item) + WikipediaChoices.Kind.allCases.map(Self.wikipedia)

  /// - Returns: `nil` for what no rule of ``Kept`` looks at.
  init?(_ change: any StateChange) {
    let kind: Self? =
      switch change {
      case let change as DashboardChange: .item(Self.item(change))
      case let change as QuestionChange: .item(Self.item(change))
      case let change as EditChange: Self.kind(change)
      case let change as RoomChange: .item(Self.item(change))
      default: nil
      }
    guard let kind else { return nil }
    self = kind
  }

  private static func item(_ change: DashboardChange) -> Item {
    switch change {
    case .pane: .pane
    case .share: .share
    case .layout: .layout
    case .theme: .theme
    case .joinsSpans: .spans
    case .palette: .palette
    case .greeted: .greeting
    }
  }

  private static func item(_ change: QuestionChange) -> Item {
    switch change {
    case .tab: .tab
    case .tabFate, .tabOrder: .tabs
    case .order: .order
    case .selected: .selectedQuestion
    case .isDense: .density
    case .isBelow: .questionBelow
    case .read, .unread: .readQuestions
    case .keep, .drop: .keptQuestions
    case .quota: .quota
    }
  }

  private static func kind(_ change: EditChange) -> Self {
    switch change {
    case .choice(let choice): .wikipedia(choice.kind)
    case .rates: .item(.rates)
    case .read, .unread: .item(.readEdits)
    }
  }

  private static func item(_ change: RoomChange) -> Item {
    switch change {
    case .isHidden: .hiddenRooms
    case .alone: .aloneRoom
    case .span: .roomSpan
    case .order: .roomOrder
    case .selected: .selectedRoom
    case .limit: .roomLimits
    case .showsBackdrop: .roomBackdrop
    case .event: .roomEvents
    case .readings, .rollUp: .ownReadings
    }
  }
}
