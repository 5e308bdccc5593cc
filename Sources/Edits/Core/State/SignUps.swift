import Text

/// A sign-up, which the chart marks.
public struct SignUp: Sendable, Hashable {
  /// By the local clock, in seconds since 1970.
  public var time: Double
  /// The new user's name; empty if the feed does not report it.
  public var user: SafeText
  /// The name of the wiki's database; `nil` if the feed does not report it.
  public var wiki: String?

  public init(time: Double, user: SafeText, wiki: String? = nil) {
    self.time = time
    self.user = user
    self.wiki = wiki
  }
}

/// The sign-ups whose users are known, in the order of time. If there are too many, the oldest are dropped.
public struct SignUps: Sendable, Hashable {
  private var all: [SignUp] = []
  private let limit: Int

  public init(limit: Int = 10_000) { self.limit = max(1, limit) }

  public var isEmpty: Bool { all.isEmpty }
  public var count: Int { all.count }

  mutating func insert(_ signUps: some Sequence<SignUp>) {
    for signUp in signUps where signUp.time.isFinite && !signUp.user.isEmpty {
      all.insert(signUp, at: all.lastIndex { $0.time <= signUp.time }.map { $0 + 1 } ?? 0)
    }
    if all.count > limit { all.removeFirst(all.count - limit) }
  }

  /// Drops sign-ups earlier or later than a range of time.
  mutating func keep(_ times: ClosedRange<Double>) {
    // Checked first, because a change would copy what is shared with the state.
    if let last = all.last, last.time > times.upperBound { all.removeAll { $0.time > times.upperBound } }
    if let first = all.first, first.time < times.lowerBound { all.removeAll { $0.time < times.lowerBound } }
  }

  /// Returns the sign-ups in a range of time, the earliest first.
  public func within(_ times: ClosedRange<Double>) -> ArraySlice<SignUp> {
    let end = all.lastIndex { $0.time <= times.upperBound }.map { $0 + 1 } ?? 0
    let start = all[..<end].lastIndex { $0.time < times.lowerBound }.map { $0 + 1 } ?? 0
    return all[start..<end]
  }
}
