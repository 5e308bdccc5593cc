import Signals
import SignalsTesting
import Workloads

extension Case {
  /// The cases whose instructions repeat. With two threads sending, chance decides who finds the gate taken; what the one
  /// who does has to do is in `reentrant` too.
  static var counted: [Case] { allCases.filter { $0 != .twoThreads } }
}

/// Sends values through a case, in a time that stands still and on no thread but this.
func runWorkload(_ measured: Case, count: Int) {
  keepSecondThreadAlive()
  let scheduler = TestScheduler()
  let batch = measured.signals(on: scheduler) { scheduler.advance() }
  batch(count)
}
