import Foundation

/// How many edits there were in a window of five seconds, or in several, as it is kept.
public struct KeptRate: Sendable, Hashable {
  /// The end of the window, or of the last of them, in seconds since 1970.
  public var end: Int
  public var people: Int
  public var anonymous: Int
  public var bots: Int
  /// Of whom it is not told.
  public var untold: Int
  /// How many of them revert others; `nil` if that is not known.
  public var reverts: Int?
  /// How many windows these are.
  public var windows: Int

  public init(
    end: Int, people: Int = 0, anonymous: Int = 0, bots: Int = 0, untold: Int = 0, reverts: Int? = nil, windows: Int = 1
  ) {
    (self.end, self.people, self.anonymous, self.bots) = (end, people, anonymous, bots)
    (self.untold, self.reverts, self.windows) = (untold, reverts, windows)
  }

  /// Seconds for which each window is told by itself; what is older is told by minutes.
  public static let fineSpan: TimeInterval = 86_400
}
