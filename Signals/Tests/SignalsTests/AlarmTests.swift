import Testing

@testable import Signals

@Suite struct AlarmTests {
  private let alarm = Alarm()

  @Test func settingItAgainCancelsTheEarlierWork() {
    let (first, second) = (AnyDisposable {}, AnyDisposable {})
    alarm.set { first }
    alarm.set { second }
    #expect(first.isDisposed && !second.isDisposed)
  }

  @Test func workThatSetsItAgainBeforeItIsSetIsReplaced() {
    let (first, second) = (AnyDisposable {}, AnyDisposable {})
    alarm.set {
      // As when a thread of the scheduler is through with the work before the call returns.
      alarm.set { second }
      return first
    }
    #expect(first.isDisposed && !second.isDisposed)
    alarm.dispose()
    #expect(second.isDisposed)
  }

  @Test func onlyAnotherLastWorkReplacesTheLast() {
    let (last, another) = (AnyDisposable {}, AnyDisposable {})
    alarm.setLast { last }
    alarm.set { another }
    #expect(!last.isDisposed && !another.isDisposed)
    alarm.setLast { another }
    #expect(last.isDisposed && !another.isDisposed)
  }

  @Test func nothingIsScheduledAfterItsEnd() {
    alarm.dispose()
    alarm.set {
      Issue.record("It was set after its end.")
      return nil
    }
    #expect(alarm.isDisposed)
  }

  @Test func workThatIsScheduledDuringItsEndIsCancelled() {
    let late = AnyDisposable {}
    alarm.set {
      alarm.dispose()
      return late
    }
    #expect(late.isDisposed)
  }
}
