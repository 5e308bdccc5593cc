import Foundation
import Signals
import Testing

@testable import Screen

/// The actor on the real loop, on a thread of its own.
@Suite struct UIActorTests {
  init() { UI.runInBackground() }

  @UI private static func loopThread() -> UInt { UInt(pthread_self()) }

  @Test func isolatedCodeAlwaysRunsOnTheLoopsThread() async {
    let threads = await withTaskGroup(of: UInt.self, returning: Set<UInt>.self) { group in
      for _ in 0..<100 { group.addTask { await Self.loopThread() } }
      return await group.reduce(into: []) { $0.insert($1) }
    }
    #expect(threads.count == 1)
  }

  @Test @UI func isolatedCodeIsOnTheLoopAlsoAfterASuspension() async {
    #expect(UI.loop.isCurrent)
    #expect((UI.loop as any Scheduler).isCurrent)
    await Task.yield()
    await Task.detached { #expect(!UI.loop.isCurrent) }.value
    #expect(UI.loop.isCurrent)
    UI.preconditionIsolated()
  }

  @Test @UI func synchronousCodeOnTheLoopGoesInWithoutWaiting() {
    nonisolated func callback() -> Int { UI.assumeIsolated { UIActorTests.isolatedAnswer() } }
    #expect(callback() == 42)
  }

  @UI private static func isolatedAnswer() -> Int { 42 }

  @Test func anErrorGetsOutOfSynchronousEntry() async {
    struct Failure: Error {}
    await #expect(throws: Failure.self) {
      try await Task { @UI in try UI.assumeIsolated { throw Failure() } }.value
    }
  }

  @Test func aSleepingLoopWakesForWorkFromAnotherThread() async {
    // Each round lets the loop go to sleep, since it has nothing left to do when the continuation is resumed.
    for _ in 0..<100 {
      await withCheckedContinuation { continuation in
        UI.loop.schedule { continuation.resume() }
      }
    }
  }

  @Test func aTimerWakesTheLoop() async {
    await withCheckedContinuation { continuation in
      UI.after(.milliseconds(1)) { continuation.resume() }
    }
  }

  @Test func actionsFromManyThreadsAllRunAndKeepTheOrderOfEachThread() async {
    let journal = Journal()
    await withTaskGroup { group in
      for sender in 0..<8 {
        group.addTask {
          for number in 0..<500 { UI.loop.schedule { journal.note("\(sender) \(number)") } }
        }
      }
    }
    await withCheckedContinuation { continuation in UI.loop.schedule { continuation.resume() } }
    let lines = journal.take()
    for sender in 0..<8 {
      #expect(lines.filter { $0.hasPrefix("\(sender) ") } == (0..<500).map { "\(sender) \($0)" })
    }
  }
}
