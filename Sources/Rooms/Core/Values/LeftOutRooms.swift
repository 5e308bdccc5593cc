import Text

/// The number of a source's rooms, of which only the first are shown.
public struct LeftOutRooms: Sendable, Hashable {
  /// The name of the source.
  public var source: SafeText
  public var shown: Int
  public var total: Int

  public init(source: SafeText, shown: Int, total: Int) {
    self.source = source
    self.shown = shown
    self.total = total
  }

  /// `24 of 40`
  public var count: SafeText { "\(shown) of \(total)" }
}

extension RoomAnswer {
  /// Returns the number of rooms, if the answer leaves some out.
  public func leftOut(of source: SafeText) -> LeftOutRooms? {
    total.flatMap { $0 > rooms.count ? LeftOutRooms(source: source, shown: rooms.count, total: $0) : nil }
  }
}

extension RoomSourceEntry {
  /// The name of the source among others.
  public var label: SafeText { name ?? kind.label }
}
