import Text

/// The numbers by which links are told in a text, counted from 1 through all the bodies that are shown together.
///
/// The same target has the same number wherever it appears.
public struct LinkNumbers: Sendable, Hashable {
  /// The targets, in the order of their numbers.
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
