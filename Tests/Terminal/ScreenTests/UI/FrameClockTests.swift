import Signals
import Testing

@testable import Screen

@Suite struct FrameClockTests {
  private let test = TestLoop()
  private let journal = Journal()

  init() {
    test.frames.setDraw { [journal] in journal.note("frame") }
    test.turn()
    _ = journal.take()
  }

  @Test func nothingIsDrawnUnlessSomethingChanged() {
    test.advance(by: .seconds(10))
    #expect(journal.take() == [])
    #expect(test.loop.timeout(for: test.frames) == -1)
  }

  @Test func aChangeAfterAPauseIsDrawnInTheSameTurn() {
    test.advance(by: .seconds(1))
    test.frames.mark()
    test.turn()
    #expect(journal.take() == ["frame"])
  }

  @Test func changesInQuickSuccessionShareAFrame() {
    for _ in 0..<16 {
      test.frames.mark()
      test.advance(by: .milliseconds(1))
    }
    #expect(journal.take() == [])
    #expect(test.loop.timeout(for: test.frames) == 1)
    test.advance(by: .milliseconds(1))
    #expect(journal.take() == ["frame"])
  }

  @Test func thereAreNoMoreThanSixtyFramesASecond() {
    for _ in 0..<1000 {
      test.frames.mark()
      test.advance(by: .milliseconds(1))
    }
    // A turn a millisecond: seventeen of them to a frame.
    #expect(journal.take().count == 1000 / 17)
  }

  @Test func aKeyIsAnsweredWithoutWaiting() {
    test.advance(by: .milliseconds(1))
    test.frames.hurry()
    #expect(test.loop.timeout(for: test.frames) == 0)
    test.turn()
    #expect(journal.take() == ["frame"])
  }

  @Test func whatChangesWhileDrawingIsDrawnInTheNextFrame() {
    test.frames.setDraw { [journal, test] in
      if journal.take().isEmpty { test.frames.mark() }
      journal.note("frame")
    }
    test.advance(by: .seconds(1))
    #expect(journal.take() == ["frame"])
    test.advance(by: .milliseconds(17))
    #expect(journal.take() == ["frame"])
  }
}
