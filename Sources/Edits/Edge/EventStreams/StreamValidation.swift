/// Whether a connection delivers the kind of message it is expected to, as a pure value.
///
/// A few unreadable messages are skipped. If there are many in a row, something else is at that address, such as a login
/// page, and the connection is treated as failed; otherwise the program would show an edit rate of zero.
struct StreamValidation: Sendable, Hashable {
  /// The number of consecutive unreadable messages that is too many.
  static let limit = 10

  /// Whether at least one message of the connection could be read.
  private(set) var isProved = false
  /// The number of messages that could not be read.
  private(set) var leftOut = 0
  private var leftOutInARow = 0

  /// Whether too many consecutive messages could not be read.
  var isDisproved: Bool { leftOutInARow >= Self.limit }

  mutating func take(isReadable: Bool) {
    guard !isReadable else {
      (isProved, leftOutInARow) = (true, 0)
      return
    }
    leftOut += 1
    leftOutInARow += 1
  }
}
