import Foundation

/// What a descriptor is ready for, or what happened to it.
public struct PollEvents: OptionSet, Sendable {
  public var rawValue: Int16
  public init(rawValue: Int16) { self.rawValue = rawValue }

  public static let readable = PollEvents(rawValue: Int16(POLLIN))
  /// There is room for output.
  public static let writable = PollEvents(rawValue: Int16(POLLOUT))
  /// The other side is gone. Reported whether asked for or not.
  public static let hangUp = PollEvents(rawValue: Int16(POLLHUP))
  /// Reported whether asked for or not.
  public static let error = PollEvents(rawValue: Int16(POLLERR))
  /// Not an open descriptor. Reported whether asked for or not.
  public static let invalid = PollEvents(rawValue: Int16(POLLNVAL))
}
