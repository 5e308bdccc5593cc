import Foundation

/// The conditions of a descriptor that `poll` reports.
public struct PollEvents: OptionSet, Sendable {
  public var rawValue: Int16
  public init(rawValue: Int16) { self.rawValue = rawValue }

  public static let readable = PollEvents(rawValue: Int16(POLLIN))
  /// There is room for output.
  public static let writable = PollEvents(rawValue: Int16(POLLOUT))
  /// The other end is closed. Always reported.
  public static let hangUp = PollEvents(rawValue: Int16(POLLHUP))
  /// An error. Always reported.
  public static let error = PollEvents(rawValue: Int16(POLLERR))
  /// The descriptor is not open. Always reported.
  public static let invalid = PollEvents(rawValue: Int16(POLLNVAL))
}
