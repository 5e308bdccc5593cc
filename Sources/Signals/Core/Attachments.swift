/// Who observes a signal, in the order in which they came. A subscription knows its index.
///
/// Adding and removing take constant time on average. Where there are many, one that is removed leaves a vacancy, and
/// vacancies are closed when they are as many as the observers.
struct Attachments {
  /// The attachment where there is one only, as mostly there is: that takes no memory.
  private var only: Attachment?
  /// All of them, where there are or were more; nil for a vacancy.
  private var many = ContiguousArray<Attachment?>()
  private var vacancyCount = 0
  /// Whether attachments have moved to another index since they were ``compact()``.
  private var hasShifted = false

  /// Below this, those behind a removed one move up instead.
  private static var few: Int { 8 }

  /// How many there are, with the vacancies.
  var count: Int { only != nil ? 1 : many.count }

  var isEmpty: Bool { only == nil && vacancyCount == many.count }

  /// Whether what was made for each index has to be made again, after ``compact()``.
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

  /// Removes the attachment of a subscription, and returns it if it was there.
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
    // A crowd that has gone leaves no memory behind.
    if many.capacity > Swift.max(64, 4 * count) { many = ContiguousArray(many[...]) }
  }
}

extension Attachments: Sequence {
  /// Goes through those that are there, in order.
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
