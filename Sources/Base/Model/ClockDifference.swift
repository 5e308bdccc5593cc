import Foundation
import Text

/// How far the clock of a source is from ours.
public struct ClockDifference: Sendable, Hashable {
  /// The name of the source.
  public var source: SafeText
  /// The seconds by which its clock is ahead; negative if it is behind.
  public var lead: TimeInterval

  /// `nil` for no difference.
  public init?(of source: SafeText, lead: TimeInterval) {
    guard lead != 0 else { return nil }
    self.source = source
    self.lead = lead
  }

  /// `15 min ahead`
  public var words: SafeText {
    let seconds = abs(lead).rounded()
    let length: SafeText =
      switch seconds {
      case ..<90: "\(Int(seconds)) s"
      case ..<5_400: "\(Int((seconds / 60).rounded())) min"
      default: TimeText.age(of: Date(timeIntervalSince1970: 0), at: Date(timeIntervalSince1970: seconds))
      }
    return "\(length) \(lead > 0 ? "ahead" : "behind")"
  }
}
