import Foundation
import Text

/// How long a service wants to be left alone.
public struct Pause: Sendable, Hashable {
  /// The longest pause that a service is granted, in seconds. A mistake of a server must not keep the program away for ever.
  public static let longest: TimeInterval = 3_600
  /// The pause after "too many requests" without a time, in seconds.
  public static let standard: TimeInterval = 60
  /// Seconds after which a person may try once, although the pause is not over.
  public static let patience: TimeInterval = 60

  /// Until when the service asked to be left alone, to be told; `nil` where it did not say.
  public var asked: Date?
  /// When the service asked for it; `nil` where that is not known.
  public var heard: Date?
  /// The service's name, where that is known.
  public var service: SafeText?
  /// What the service said about it.
  public var words: SafeText?

  public init(until asked: Date?, by service: SafeText? = nil, words: SafeText? = nil, heard: Date? = nil) {
    self.asked = asked
    self.service = service
    self.words = words
    self.heard = heard
  }

  /// When the service may be asked again: what it asked for, but ``longest`` at most; ``standard`` where it named no time.
  ///
  /// - Parameter now: Counts where it is not known when the service asked for the pause.
  public func end(at now: Date) -> Date {
    let start = heard ?? now
    return min(asked ?? start.addingTimeInterval(Self.standard), start.addingTimeInterval(Self.longest))
  }

  /// Whether the pause is not over. A pause that begins in the future was asked for before the clock was set back, and is void.
  public func holds(at now: Date) -> Bool { now < end(at: now) && heard ?? now <= now }

  /// Whether a person is refused as well, since the service asked for the pause only just now.
  public func holdsForPerson(at now: Date) -> Bool {
    holds(at: now) && heard.map { now < $0.addingTimeInterval(Self.patience) } ?? true
  }
}

extension ServiceError {
  /// "Too many requests" with no more than the time that the service named.
  public static func throttled(until asked: Date?, by service: SafeText? = nil) -> ServiceError {
    .throttled(Pause(until: asked, by: service))
  }

  /// A pause with no more than the time that the service named.
  public static func pauseRequested(until asked: Date, by service: SafeText? = nil) -> ServiceError {
    .pauseRequested(Pause(until: asked, by: service))
  }

  /// The pause that the service asked for; a throttle asks for one even where it names no time.
  public var pause: Pause? {
    switch self {
    case .throttled(let pause), .pauseRequested(let pause): pause
    default: nil
    }
  }

  /// Until when the service wants to be left alone, where it says so.
  public var pauseEnd: Date? { pause?.asked }
}
