import Screen
import Text

/// The sign-ups that the mark under the chart's cursor stands for.
struct SignUpsAtCursor {
  /// Those whose users are known, the earliest first.
  let known: ArraySlice<SignUp>

  /// The one whose user's edits can be shown.
  var latest: SignUp? { known.last }

  /// `new user Maria and 2 more`; without a name where the feed does not tell any.
  var text: SafeText {
    guard let latest else { return "new user" }
    return known.count > 1 ? "new user \(latest.user) and \(known.count - 1) more" : "new user \(latest.user)"
  }
}

extension WikipediaState {
  /// - Returns: `nil` if the cursor is not at a sign-up.
  func signUps(atCursorOf plot: ChartPlot) -> SignUpsAtCursor? {
    plot.annotationsAtCursor.map { SignUpsAtCursor(known: signUps.within($0)) }
  }
}
