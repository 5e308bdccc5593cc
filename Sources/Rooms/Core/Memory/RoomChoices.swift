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

  public init(
    hidden: Set<Room.Mark> = [], alone: Room.Mark? = nil, span: RoomSpan? = nil, order: RoomOrder = .settings
  ) {
    self.order = order
    self.hidden = hidden
    self.alone = alone
    self.span = span
  }

  /// Returns the changes to store for these choices, given the ones stored before.
  public func changes(since former: RoomChoices) -> [RoomChange] {
    hidden.symmetricDifference(former.hidden).sorted().map { .isHidden($0, hidden.contains($0)) }
      + (alone == former.alone ? [] : [.alone(alone)])
      + (span == former.span ? [] : span.map { [.span($0)] } ?? [])
      + (order == former.order ? [] : [.order(order)])
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
