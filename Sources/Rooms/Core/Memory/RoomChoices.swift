import Foundation
import Text

/// A person's choices about the rooms of a chart, which are restored at the next start.
public struct RoomChoices: Sendable, Hashable {
  /// The rooms whose lines are hidden.
  public var hidden: Set<Room.Mark>
  /// The only room that is shown.
  public var alone: Room.Mark?
  /// The duration that the chart shows; `nil` for the standard one.
  public var span: RoomSpan?
  /// The order of the legend.
  public var order: RoomOrder
  /// The room that a person selected last.
  public var selected: Room.Mark?
  /// The limits that a person has set with a key, one for a room.
  public var limits: [Room.Mark: LimitByKey]
  /// Whether the line of an earlier time is behind that of the present.
  public var showsBackdrop: Bool

  public init(
    hidden: Set<Room.Mark> = [], alone: Room.Mark? = nil, span: RoomSpan? = nil, order: RoomOrder = .settings,
    selected: Room.Mark? = nil, limits: [Room.Mark: LimitByKey] = [:], showsBackdrop: Bool = false
  ) {
    self.limits = limits
    self.order = order
    self.selected = selected
    self.showsBackdrop = showsBackdrop
    self.hidden = hidden
    self.alone = alone
    self.span = span
  }

  /// Returns the changes to store for these choices, given the ones stored before.
  public func changes(since former: RoomChoices) -> [RoomChange] {
    var changes = hidden.symmetricDifference(former.hidden).sorted().map {
      RoomChange.isHidden($0, hidden.contains($0))
    }
    if alone != former.alone { changes.append(.alone(alone)) }
    if let span, span != former.span { changes.append(.span(span)) }
    if order != former.order { changes.append(.order(order)) }
    if let selected, selected != former.selected { changes.append(.selected(selected)) }
    if limits != former.limits {
      let rooms = Set(limits.keys).union(former.limits.keys).filter { limits[$0] != former.limits[$0] }
      changes += rooms.sorted().map { RoomChange.limit($0, limits[$0]) }
    }
    if showsBackdrop != former.showsBackdrop { changes.append(.showsBackdrop(showsBackdrop)) }
    return changes
  }
}

extension Room {
  /// A room's identity as text: the same at each start of the program, without a password from its address.
  public typealias Mark = String

  /// The name of the room among others.
  public var label: SafeText { name ?? kind.label }
}

extension Room.ID {
  static func mark(_ source: RoomSourceEntry.ID, _ key: RoomKey?) -> Room.Mark {
    let parts = (source.source?.mark ?? ["unnamed"]) + ["\(source.ordinal)"] + (key.map { [$0.mark] } ?? [])
    // Spaces are encoded, so that different parts never give the same text.
    return parts.map(Self.escaped).joined(separator: " ")
  }

  private static func escaped(_ part: String) -> String {
    guard part.utf8.contains(where: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "%") }) else { return part }
    var result: [UInt8] = []
    for byte in part.utf8 {
      switch byte {
      case UInt8(ascii: " "): result += "%20".utf8
      case UInt8(ascii: "%"): result += "%25".utf8
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
