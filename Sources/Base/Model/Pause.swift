import Foundation
import Text

/// A pause in requests that a service has asked for.
public struct Pause: Sendable, Hashable {
  /// The longest pause in seconds. A server's mistake must not keep the program away forever.
  public static let longest: TimeInterval = 3_600
  /// The pause in seconds after "too many requests" without a time.
  public static let standard: TimeInterval = 60
  /// The seconds after which a person may try once although the pause is not over.
  public static let patience: TimeInterval = 60

  /// The end of the pause as the service gave it, for a message; `nil` if it gave none.
  public var asked: Date?
  /// When the service asked for the pause; `nil` if unknown.
  public var heard: Date?
  /// The service's name, if known.
  public var service: SafeText?
  /// The service's message.
  public var words: SafeText?

  public init(until asked: Date?, by service: SafeText? = nil, words: SafeText? = nil, heard: Date? = nil) {
    self.asked = asked
    self.service = service
    self.words = words
    self.heard = heard
  }

  /// Returns when the next request is allowed: at the end that the service gave, but after ``longest`` at most; after
  /// ``standard`` if it gave none.
  ///
  /// - Parameter now: Used if it is unknown when the service asked for the pause.
  public func end(at now: Date) -> Date {
    let start = heard ?? now
    return min(asked ?? start.addingTimeInterval(Self.standard), start.addingTimeInterval(Self.longest))
  }

  /// Returns whether the pause is in effect. A pause that begins in the future is from before the clock was set back, and has
  /// no effect.
  public func holds(at now: Date) -> Bool { now < end(at: now) && heard ?? now <= now }

  /// Returns whether requests of a person are refused, too, because the pause has only just begun.
  public func holdsForPerson(at now: Date) -> Bool {
    holds(at: now) && heard.map { now < $0.addingTimeInterval(Self.patience) } ?? true
  }
}

extension ServiceError {
  /// "Too many requests" with only the end that the service gave.
  public static func throttled(until asked: Date?, by service: SafeText? = nil) -> ServiceError {
    .throttled(Pause(until: asked, by: service))
  }

  /// A pause with only the end that the service gave.
  public static func pauseRequested(until asked: Date, by service: SafeText? = nil) -> ServiceError {
    .pauseRequested(Pause(until: asked, by: service))
  }

  /// The pause that the service asked for. A throttle is one even without a time.
  public var pause: Pause? {
    switch self {
    case .throttled(let pause), .pauseRequested(let pause): pause
    default: nil
    }
  }

  /// The end of the pause, if the service gave one.
  public var pauseEnd: Date? { pause?.asked }
}
