import Foundation

/// Measures the processor time of work on the calling thread. Other load on the machine does not count, except for its effect
/// on the caches.
func processorTime(of work: () throws -> Void) rethrows -> Duration {
  let begin = threadTime()
  try work()
  return threadTime() - begin
}

private func threadTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
