import Foundation

/// The loop's own thread: waiting, and the order of a turn.
extension UILoop {
  /// Runs turns until ``stop()``.
  func run(_ frames: FrameClock) {
    adoptCurrentThread()
    while !shared.withLock({ $0.isStopped }) { turn(frames) }
  }

  /// Waits for something to do, then does everything that is due.
  func turn(_ frames: FrameClock) {
    let (watches, descriptors) = wait(for: frames)
    for (watch, descriptor) in zip(watches, descriptors) where descriptor.revents != 0 && isWanted(watch) {
      watch.handler(PollEvents(rawValue: descriptor.revents))
    }
    runTimers()
    runJobs()
    frames.drawIfDue(at: clock())
  }

  /// Sleeps until a descriptor is ready, a timer or a frame is due, or another thread wakes the loop.
  ///
  /// - Returns: the watches, and for each what its descriptor is ready for.
  private func wait(for frames: FrameClock) -> ([Watch], [pollfd]) {
    // From here on every change writes to the pipe; earlier changes are read below.
    let watches = shared.withLock { shared in
      shared.needsWake = true
      return shared.watches
    }
    var descriptors: [pollfd] = []
    descriptors.reserveCapacity(watches.count + 1)
    for watch in watches { descriptors.append(pollfd(fd: watch.descriptor, events: watch.events.rawValue, revents: 0)) }
    descriptors.append(pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0))
    let ready = poll(&descriptors, nfds_t(descriptors.count), timeout(for: frames))
    shared.withLock { $0.needsWake = false }
    // Interrupted by a signal, or nothing ready. Timers may be due nevertheless.
    guard ready > 0 else { return ([], []) }
    if descriptors[watches.count].revents != 0 { pipe.drain() }
    return (watches, descriptors)
  }

  /// Returns whether a watch still exists, because the handler of one descriptor may have ended the watch on another.
  private func isWanted(_ watch: Watch) -> Bool {
    shared.withLock { shared in shared.watches.contains { $0.id == watch.id } }
  }

  /// Returns how long the loop may sleep, as `poll` takes it: in milliseconds, rounded up so that it never wakes too early
  /// and spins; −1 for no limit.
  func timeout(for frames: FrameClock) -> CInt {
    let (isBusy, timer) = shared.withLock { shared in
      (!shared.jobs.isEmpty || shared.isStopped, shared.timers.nextDeadline)
    }
    if isBusy { return 0 }
    guard let deadline = [timer, frames.deadline].compactMap({ $0 }).min() else { return -1 }
    let (seconds, attoseconds) = clock().duration(to: deadline).components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    // At most an hour: the loop waits again for a later deadline.
    guard seconds < 3600 else { return 3_600_000 }
    return CInt(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  /// Runs the timers that were due when the phase began, so that a timer that sets itself again cannot block the turn.
  private func runTimers() {
    let now = clock()
    while let action = shared.withLock({ shared in
      let action = shared.timers.popDue(at: now)
      if action != nil { shared.scheduledActions += 1 }
      return action
    }) {
      action()
      shared.withLock { $0.scheduledActions -= 1 }
    }
  }

  /// Runs jobs, and the jobs that they enqueue, so that a chain of hops is finished before the frame; but not longer than a
  /// frame, because keys must be processed in time.
  private func runJobs() {
    let end = clock() + FrameClock.interval
    var batch: [Job] = []
    repeat {
      batch.removeAll(keepingCapacity: true)
      shared.withLock { swap(&$0.jobs, &batch) }
      for job in batch {
        switch job {
        case .actor(let job): job.runSynchronously(on: asUnownedSerialExecutor())
        case .scheduled(let action):
          action.run()
          shared.withLock { $0.scheduledActions -= 1 }
        }
      }
    } while !batch.isEmpty && clock() < end
  }
}
