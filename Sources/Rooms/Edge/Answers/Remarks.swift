import Signals
import Text

/// The number of remarks that are remembered; without a limit a server would determine it.
let remarksRemembered = 32

extension Signal<SafeText, Never> {
  /// Drops remarks that were among the last 32 different ones.
  func skippingTold() -> Signal<SafeText, Never> {
    scanMap(into: [SafeText]()) { told, remark -> SafeText? in
      guard !told.contains(remark) else { return nil }
      told = told.suffix(remarksRemembered - 1) + [remark]
      return remark
    }
    .skipNil()
  }
}
