import Foundation

/// Runs `body` on as many threads at once as is said, and returns when all are through.
///
/// The threads are new ones: a long run on those that tests share would keep other tests waiting.
func onThreads(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) async {
  let done = Counter()
  await withCheckedContinuation { continuation in
    for index in 0..<count {
      Thread {
        body(index)
        if done.next() == count { continuation.resume() }
      }.start()
    }
  }
}
