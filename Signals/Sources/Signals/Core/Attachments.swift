/// The observers of a signal in the order in which they were added. A subscription knows its index.
///
/// Adding and removing take constant time on average. With many observers, removing one leaves a vacancy, and vacancies
/// are closed when they are as many as the observers.
struct Attachments {
  /// The only attachment, without memory of its own: the usual case.
  private var only: Attachment?
  /// All attachments, when there are or were several; nil for a vacancy.
  private var many = ContiguousArray<Attachment?>()
  private var vacancyCount = 0
  /// Whether attachments have moved to another index since the last ``compact()``.
  private var hasShifted = false

  /// Below this count, the attachments behind a removed one move up instead.
  private static var few: Int { 8 }

  /// The number of attachments and vacancies.
  var count: Int { only != nil ? 1 : many.count }

  var isEmpty: Bool { only == nil && vacancyCount == many.count }

  /// Whether ``compact()`` must be called and everything that was made for each index made again.
  var isOutOfStep: Bool { hasShifted || 2 * vacancyCount >= count }

  subscript(index: Int) -> Attachment? {
    if let only { return index == 0 ? only : nil }
    return index < many.count ? many[index] : nil
  }

  mutating func append(_ attachment: Attachment) {
    attachment.subscription.index = count
    if let first = only {
      many = [first, attachment]
      only = nil
    } else if many.isEmpty {
      only = attachment
    } else {
      many.append(attachment)
    }
  }

  /// Removes and returns the attachment of a subscription; nil if it is not there.
  mutating func remove(_ subscription: Subscription) -> Attachment? {
    let index = subscription.index
    guard let attachment = self[index], attachment.subscription === subscription else { return nil }
    if only != nil {
      only = nil
      hasShifted = true
    } else if many.count > Self.few {
      many[index] = nil
      vacancyCount += 1
    } else {
      many.remove(at: index)
      for next in index..<many.count { many[next]?.subscription.index = next }
      hasShifted = true
    }
    return attachment
  }

  /// Closes the vacancies.
  mutating func compact() {
    hasShifted = false
    if vacancyCount == 0 { return }
    let count = many.count - vacancyCount
    vacancyCount = 0
    var kept = 0
    for index in many.indices {
      guard let attachment = many[index] else { continue }
      attachment.subscription.index = kept
      many[kept] = attachment
      kept += 1
    }
    many.removeLast(many.count - count)
    // Release the memory of observers that have gone.
    if many.capacity > Swift.max(64, 4 * count) { many = ContiguousArray(many[...]) }
  }
}

extension Attachments: Sequence {
  /// Iterates over the attachments in order, without the vacancies.
  struct Iterator: IteratorProtocol {
    fileprivate let attachments: Attachments
    fileprivate var index = 0

    mutating func next() -> Attachment? {
      while index < attachments.count {
        defer { index += 1 }
        if let attachment = attachments[index] { return attachment }
      }
      return nil
    }
  }

  func makeIterator() -> Iterator {
    Iterator(attachments: self)
  }
}
