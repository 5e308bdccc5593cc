import Foundation

/// The loop's own side: waiting, and the order of a turn.
extension UILoop {
  /// Turns until ``stop()``.
  func run(_ frames: FrameClock) {
    adoptCurrentThread()
    while !shared.withLock({ $0.isStopped }) { turn(frames) }
  }

  /// Waits for something to do, then does all that is due.
  func turn(_ frames: FrameClock) {
    let (watches, descriptors) = wait(for: frames)
    for (watch, descriptor) in zip(watches, descriptors) where descriptor.revents != 0 && isWanted(watch) {
      watch.handler(PollEvents(rawValue: descriptor.revents))
    }
    runTimers()
    runJobs()
    frames.drawIfDue(at: clock())
  }

  /// Sleeps until a descriptor is ready, a timer or a frame is due, or another thread has something.
  ///
  /// - Returns: the watches, and beside each what its descriptor is ready for.
  private func wait(for frames: FrameClock) -> ([Watch], [pollfd]) {
    // From here on every change writes to the pipe; earlier changes are seen below.
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
    // Interrupted by a signal, or nothing ready: the timers may be due all the same.
    guard ready > 0 else { return ([], []) }
    if descriptors[watches.count].revents != 0 { pipe.drain() }
    return (watches, descriptors)
  }

  /// The handler of one descriptor may have ended the watch on another.
  private func isWanted(_ watch: Watch) -> Bool {
    shared.withLock { shared in shared.watches.contains { $0.id == watch.id } }
  }

  /// How long the loop may sleep, as `poll` takes it: whole milliseconds, rounded up so that it never wakes just too early
  /// and spins; −1 for ever.
  func timeout(for frames: FrameClock) -> CInt {
    let (isBusy, timer) = shared.withLock { shared in
      (!shared.jobs.isEmpty || shared.isStopped, shared.timers.nextDeadline)
    }
    if isBusy { return 0 }
    guard let deadline = [timer, frames.deadline].compactMap({ $0 }).min() else { return -1 }
    let (seconds, attoseconds) = clock().duration(to: deadline).components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    // An hour at most: a deadline further off is waited for again.
    guard seconds < 3600 else { return 3_600_000 }
    return CInt(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  /// Does what was due when the phase began, so that a timer that sets itself again cannot hold up the turn.
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

  /// Jobs, and the jobs that they make, so that a chain of hops is finished before the frame; but not for longer than a
  /// frame lasts, since keys must get their turn.
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
