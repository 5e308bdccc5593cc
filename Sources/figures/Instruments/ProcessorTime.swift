import Foundation

/// Measures the time that work takes on a core, on the thread that asks: what others do on the machine meanwhile does
/// not count, but for what they push out of the caches.
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
