import Foundation
import Testing

/// All tests of the built program. Each starts a terminal, a program and at times a server of its own, and most of its time it
/// waits for them, so that they run beside each other as all tests do (WIDTH in the Makefile).
@Suite enum ProgramTests {}

/// Runs a story on a thread of its own, since it blocks while it waits for the screen, and a thread of Swift's pool that
/// blocks is missing to all other tests.
func story(_ body: @escaping @Sendable () throws -> Void) async throws {
  try await withTaskExecutorPreference(ThreadPerJob()) { try body() }
}

/// Runs each job on a new thread, in the task that it belongs to, so that a failed expectation is that test's.
final class ThreadPerJob: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    Thread { job.runSynchronously(on: executor) }.start()
  }
}
