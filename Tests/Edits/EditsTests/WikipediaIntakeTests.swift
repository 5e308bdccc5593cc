import Foundation
import Model
import Testing

@testable import Edits
@testable import PaneKit

/// What stays when other wikis are chosen, which begins the content again on the same connection.
@Suite struct WikipediaIntakeTests {
  private let now = Date(timeIntervalSince1970: 1_400_165_160)
  private var intake = WikipediaIntake()

  private mutating func reduce(_ update: WikiFeedUpdate, at seconds: Double) -> WikipediaBatch {
    intake.reduce(.update(update, at: now + seconds))
  }

  /// Loses the connection.
  ///
  /// - Returns: The beginning of the trouble, in seconds.
  private mutating func lose(at seconds: Double) -> Double? {
    let step = reduce(.disconnected(.connectionLost(host: "example.org"), retry: nil), at: seconds)
    guard case .waiting(let trouble) = step.connection else { return nil }
    return trouble.since.timeIntervalSince(now)
  }

  @Test mutating func aTroubleLastsUntilTheFeedIsConnected() {
    #expect(lose(at: 10) == 10)
    #expect(lose(at: 20) == 10)
    _ = reduce(.selected(source: WikiSelection(["dewiki"])), at: 25)
    #expect(lose(at: 30) == 10)
    _ = reduce(.connected(source: WikiSelection(["dewiki"])), at: 40)
    #expect(lose(at: 50) == 50)
  }

  @Test mutating func oddTimesAreThoseOfTheServer() {
    _ = reduce(.connected(source: .english), at: 0)
    let event = WikiEvent(kind: .unspecified, title: "Page", time: now + 3_600)
    #expect(reduce(.event(event, isReplay: false), at: 1).oddTimeCount == 1)
    #expect(reduce(.selected(source: WikiSelection(["dewiki"])), at: 2).oddTimeCount == 1)
  }
}
