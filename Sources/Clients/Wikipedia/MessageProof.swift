/// Whether what a connection brings is what it was made for, as a pure value.
///
/// A few messages that cannot be read are left out. Where many come one after the other, something else is at that address, such
/// as a page that asks for a login, and its connection has failed: an edit rate of zero would be invented.
struct MessageProof: Sendable, Hashable {
  /// So many unreadable messages in a row are too many.
  static let limit = 10

  /// A message of the connection could be read.
  private(set) var isProved = false
  /// How many messages cannot be read.
  private(set) var leftOut = 0
  private var leftOutInARow = 0

  /// Too many messages in a row cannot be read.
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
