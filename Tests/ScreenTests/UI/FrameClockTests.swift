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

  @Test func ofManyValuesTheInterfaceSeesTheLatestJustBeforeTheFrame() {
    let (lifetime, token) = Lifetime.make()
    let (values, input) = Signal<Int, Never>.pipe()
    BindingTarget(frames: test.frames, lifetime: lifetime) { [journal] in journal.note("value \($0)") } <~ values
    for number in 1...1000 { input.send(value: number) }
    #expect(journal.take() == [])
    test.advance(by: .seconds(1))
    #expect(journal.take() == ["value 1000", "frame"])
    test.advance(by: .seconds(1))
    #expect(journal.take() == [])
    withExtendedLifetime(token) {}
  }

  @Test func eachTargetHasItsOwnLatestValue() {
    let (lifetime, token) = Lifetime.make()
    let left = BindingTarget<Int>(frames: test.frames, lifetime: lifetime) { [journal] in journal.note("left \($0)") }
    let right = BindingTarget<Int>(frames: test.frames, lifetime: lifetime) { [journal] in journal.note("right \($0)") }
    left.action(1)
    right.action(2)
    left.action(3)
    test.advance(by: .seconds(1))
    #expect(journal.take() == ["left 3", "right 2", "frame"])
    withExtendedLifetime(token) {}
  }

  @Test func aValueSentFromADeliveryComesWithTheNextFrame() {
    let (lifetime, token) = Lifetime.make()
    let second = BindingTarget<Int>(frames: test.frames, lifetime: lifetime) { [journal] in journal.note("second \($0)")
    }
    let first = BindingTarget<Int>(frames: test.frames, lifetime: lifetime) { [journal] in
      journal.note("first \($0)")
      second.action($0)
    }
    first.action(1)
    test.advance(by: .seconds(1))
    #expect(journal.take() == ["first 1", "frame"])
    test.advance(by: .milliseconds(17))
    #expect(journal.take() == ["second 1", "frame"])
    withExtendedLifetime(token) {}
  }

  @Test func nothingIsDeliveredAfterTheLifetimeHasEnded() {
    let (lifetime, token) = Lifetime.make()
    let target = BindingTarget<Int>(frames: test.frames, lifetime: lifetime) { [journal] in journal.note("value \($0)")
    }
    target.action(1)
    token.dispose()
    test.advance(by: .seconds(1))
    #expect(journal.take() == ["frame"])
  }
}
