import Model
import SignalsTesting
import Testing

@testable import Clients

/// Which of the two answers: the live service or the demonstration.
@Suite struct FallbackTests {
  @Test func whoGivesUpOnALiveServiceThatOthersHaveHeardOfDoesNotBringTheDemonstrationBack() {
    let fallback = Fallback<String>(live: "live", demo: { "demo" }, clock: TestScheduler())
    #expect(fallback.chooseDemo() == .demo)
    #expect(fallback.origin == .demo)
    fallback.chooseLive()
    #expect(fallback.chooseDemo() == .live)
    #expect(fallback.origin == .live)
  }
}
