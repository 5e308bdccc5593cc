import Foundation
import Model
import Screen
import Testing
import Text
import ViewModels

@testable import Panes

@Suite struct TroubleTests {
  private let error = ServiceError.unreachable(host: "h.example", reason: "connection refused")

  @Test func theTimesNeverPushTheSentenceOut() {
    let trouble = Trouble(error, since: Sample.now, retry: Sample.now.addingTimeInterval(12))
    for width in 4...100 {
      var canvas = Canvas(size: Size(width: width, height: 1))
      let context = PaneContext(isFocused: true, now: Sample.now, clock: .utc)
      TroubleLine(trouble: trouble).draw(context, x: 0, y: 0, width: width, into: &canvas)
      let start = canvas.text.prefix(while: { $0 != " " && $0 != "…" })
      #expect("No connection".hasPrefix(start) && !start.isEmpty, "at \(width): \(canvas.text)")
      if width >= 80 { #expect(canvas.text.hasSuffix("since 14:03, again at 14:03:32")) }
    }
  }
}
