import NIOCore
import Testing

@testable import Clients

@Suite struct FloodMeterTests {
  private var meter = FloodMeter()
  private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

  @Test mutating func contentIsNoFloodHoweverMuchItIs() {
    for _ in 0..<10_000 {
      meter.receiveBytes(9 + 16_384, at: start)
      meter.receiveContent(16_384)
    }
    #expect(!meter.isFlood)
  }

  /// A decoder hands out a frame that comes in ten pieces as ten.
  @Test mutating func contentThatComesInPiecesHidesNothingOfWhatFollows() {
    meter.receiveBytes(9 + 1_000, at: start)
    for _ in 0..<10 { meter.receiveContent(100) }
    meter.receiveBytes(FloodMeter.byteLimit, at: start)
    #expect(!meter.isFlood)
    meter.receiveBytes(1, at: start)
    #expect(meter.isFlood)
  }

  @Test mutating func tooManyFramesWithoutContentAreAFlood() {
    meter.receiveBytes(9 * FloodMeter.frameLimit, at: start)
    for _ in 0..<FloodMeter.frameLimit { meter.receiveOverhead() }
    #expect(!meter.isFlood)
    meter.receiveOverhead()
    #expect(meter.isFlood)
  }

  @Test mutating func whatWasLetThroughIsForgottenAfterAWhile() {
    meter.receiveBytes(FloodMeter.byteLimit, at: start)
    meter.receiveBytes(1, at: start + FloodMeter.window)
    #expect(!meter.isFlood)
    meter.receiveBytes(FloodMeter.byteLimit, at: start + FloodMeter.window)
    #expect(meter.isFlood)
  }
}
