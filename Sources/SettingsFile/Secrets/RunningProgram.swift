import Foundation
import Model
import Processes
import Text

/// A program without a terminal, and what it prints.
///
/// A thread reads its pipes with poll(2), beside that which waits for its end. A `DispatchSource` must not read
/// them: where bytes and the end of a pipe come at once, libdispatch's manager thread still looks at the source after it has
/// told the queue of the bytes (`_dispatch_event_merge_fd`, `EPOLLHUP`), and the queue may have cancelled and freed it by then.
final class RunningProgram: Sendable {
  struct Result: Sendable {
    var exit: ChildExit
    /// Up to one byte more than the limit.
    var output: Data
    var errors: Data
  }

  private let child: Child
  private let limit: Int

  /// - Parameters:
  ///   - words: The program, which is looked up in `PATH`, and its arguments.
  ///   - limit: Bytes of output after which the program is ended.
  ///   - finish: Called once, on a thread of the program's own, when it has ended.
  init(
    _ words: [String], environment: [String: String], limit: Int, finish: @escaping @Sendable (Result) -> Void
  ) throws(SecretError) {
    let name = SecretCommand.name(words)
    // The third tells the thread that reads how the program has ended.
    guard let pipes = Pipe.pipes(3) else { throw SecretError("\(name) cannot be run: too many files are open") }
    let (output, errors, end) = (pipes[0], pipes[1], pipes[2])
    defer { for pipe in [output, errors] { close(pipe.writeEnd) } }
    do {
      child = try Child(
        // gpg would ask for a passphrase on the terminal that this names, in the middle of the screen.
        words, environment: environment.filter { $0.key != "GPG_TTY" },
        streams: .detached(output: output.writeEnd, errors: errors.writeEnd)
      ) { exit in
        var status = exit.status
        write(end.writeEnd, &status, MemoryLayout.size(ofValue: status))
        close(end.writeEnd)
      }
    } catch {
      for descriptor in [output.readEnd, errors.readEnd, end.readEnd, end.writeEnd] { close(descriptor) }
      throw SecretError("\(name) cannot be run: \(SafeText(oneLine: error.reason))")
    }
    self.limit = limit
    let reader = Thread { [self] in
      let texts = read([output.readEnd, errors.readEnd], until: end.readEnd)
      var status: Int32 = 0
      Glibc.read(end.readEnd, &status, MemoryLayout.size(ofValue: status))
      for pipe in pipes { close(pipe.readEnd) }
      finish(Result(exit: ChildExit(status: status), output: texts[0], errors: texts[1]))
    }
    reader.stackSize = 128 * 1024
    reader.start()
  }

  /// Ends the program and those that it has started, unless it has ended by itself.
  func end() { child.kill() }

  /// Reads until something can be read from `end`. Programs that were left behind, and may still write, are not waited for.
  private func read(_ descriptors: [Int32], until end: Int32) -> [Data] {
    var texts = descriptors.map { _ in Data() }
    var open = (descriptors + [end]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var hasEnded = false
    while !hasEnded {
      guard poll(&open, nfds_t(open.count), -1) > 0 else { continue }
      hasEnded = open[descriptors.count].revents != 0
      // At the end, poll(2) may not have reported yet what was printed last.
      for index in descriptors.indices where open[index].fd >= 0 && (hasEnded || open[index].revents != 0) {
        if !readAll(descriptors[index], into: &texts[index]) { open[index].fd = -1 }
        if texts[0].count > limit { self.end() }
      }
    }
    return texts
  }

  /// Reads what is there. What is beyond the limit is let go of, but for the byte that shows it.
  ///
  /// - Returns: Whether more may come.
  private func readAll(_ descriptor: Int32, into text: inout Data) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
      text.append(contentsOf: chunk.prefix(min(count, limit + 1 - text.count)))
      // The rest is read, and dropped, in later turns.
      if text.count > limit { return true }
    }
  }
}

/// The two ends of a pipe. Reading does not block.
private struct Pipe {
  let readEnd: Int32
  let writeEnd: Int32

  /// Opens so many pipes, or none.
  static func pipes(_ count: Int) -> [Pipe]? {
    var pipes: [Pipe] = []
    for _ in 0..<count {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else {
        for pipe in pipes { for end in [pipe.readEnd, pipe.writeEnd] { close(end) } }
        return nil
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      // The end that the program writes to keeps blocking.
      _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
      pipes.append(Pipe(readEnd: ends[0], writeEnd: ends[1]))
    }
    return pipes
  }
}
