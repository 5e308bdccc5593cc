import Text

/// The numbers of links in a text, counted from 1 across all bodies that are shown together.
///
/// Equal targets have the same number.
public struct LinkNumbers: Sendable, Hashable {
  /// The targets in the order of their numbers.
  public private(set) var targets: [SafeText] = []
  private var numbers: [SafeText: Int] = [:]

  public init() {}

  public mutating func number(of target: SafeText) -> Int {
    if let number = numbers[target] { return number }
    targets.append(target)
    numbers[target] = targets.count
    return targets.count
  }
}
