import Foundation
import Signals
import Text

/// A change of the remembered state. Each part of the program has its own type.
///
/// Programs that run at the same time overwrite single values of each other, never the whole state.
public protocol StateChange: Sendable, Hashable {
  /// What the change writes: of the changes of a type that wait, a later one with the same key replaces the earlier one. `nil` if
  /// it replaces nothing.
  var key: [String]? { get }
  /// What need not be written any more, if it waits, because of this change.
  var undone: [String]? { get }
  /// Whether the change is written at the place of the one that it replaces, and not at its own.
  var keepsPlace: Bool { get }
  /// Whether it may come with every press of a key, so that it is stored only when no other has come for a while.
  var waitsForRest: Bool { get }
  /// Writes the change, as a whole or not at all.
  func write(to rows: any StateRows) throws
}

extension StateChange {
  public var undone: [String]? { nil }
  public var keepsPlace: Bool { false }
  public var waitsForRest: Bool { false }
}

/// A question to the store of the state, which is answered from its rows.
public protocol StateQuery: Sendable {
  associatedtype Answer: Sendable
  /// The answer if nothing is stored, or if nothing can be read.
  var otherwise: Answer { get }
  /// Whether something is written, so that of several programs one is the first.
  static var writes: Bool { get }
  func answer(from rows: any StateRows) throws -> Answer
}

extension StateQuery {
  public static var writes: Bool { false }
}

/// The store of the state between two runs of the program.
///
/// Errors do not reach the caller: unreadable state is empty, a failure to write is reported once by ``notices``, and the
/// program continues. What a part of the program reads and writes besides ``remembered`` it adds as an extension.
public protocol StateStore: Sendable {
  /// Sends the state of the last run once, on any thread. The first start opens the database.
  var remembered: SignalProducer<RememberedState, Never> { get }
  /// Stores a change asynchronously and in order.
  func keep(_ change: any StateChange)
  /// Sends changes when they have been stored, on any thread. Changes by other programs are not reported.
  var written: Signal<any StateChange, Never> { get }
  /// Sends the answer to a question once, on any thread.
  func answer<Query: StateQuery>(to query: Query) -> SignalProducer<Query.Answer, Never>
  /// Sends messages to the person: that a damaged file was set aside, that nothing can be written.
  var notices: Signal<SafeText, Never> { get }
}

extension Date {
  /// Whole milliseconds since 1970, of whatever date.
  package var milliseconds: Int64 { Int64(exactly: (timeIntervalSince1970 * 1000).rounded()) ?? 0 }

  package init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
