import Foundation
import Model
import Processes
import Text

/// A program without a terminal, and its output.
///
/// A thread reads its pipes with poll(2), beside the one that waits for its end. A `DispatchSource` must not read them: if
/// bytes and the end of a pipe arrive together, libdispatch's manager thread still accesses the source after it has notified
/// the queue of the bytes (`_dispatch_event_merge_fd`, `EPOLLHUP`), and the queue may have cancelled and freed it by then.
final class RunningProgram: Sendable {
  struct Result: Sendable {
    var exit: ChildExit
    /// At most one byte more than the limit.
    var output: Data
    /// Whether nothing can follow the output. Otherwise a child process of the program still has its pipe.
    var isOutputWhole: Bool
    var errors: Data
  }

  private let child: Child
  private let limit: Int
  /// The seconds after which the program ends even if this process was killed: a little more than the reader's limit, which
  /// explains the end.
  private static let longest = SecretReader.limit + 1

  /// - Parameters:
  ///   - words: The program, which is looked up in `PATH`, and its arguments.
  ///   - limit: The bytes of output after which the program is ended.
  ///   - finish: Called once, on a thread of its own, when the program has ended.
  init(
    _ words: [String], environment: [String: String], limit: Int, finish: @escaping @Sendable (Result) -> Void
  ) throws(SecretError) {
    let name = SecretCommand.name(words)
    // The third reports to the reading thread how the program has ended.
    guard let pipes = Pipe.pipes(3) else { throw SecretError("\(name) cannot be run: too many files are open") }
    let (output, errors, end) = (pipes[0], pipes[1], pipes[2])
    defer { for pipe in [output, errors] { close(pipe.writeEnd) } }
    do {
      child = try Child(
        // gpg would ask for a passphrase on this terminal, in the middle of the screen.
        words, environment: environment.filter { $0.key != "GPG_TTY" },
        streams: .detached(output: output.writeEnd, errors: errors.writeEnd), stay: .dependent(limit: Self.longest)
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
      let (texts, areWhole) = read([output.readEnd, errors.readEnd], until: end.readEnd)
      var status: Int32 = 0
      Glibc.read(end.readEnd, &status, MemoryLayout.size(ofValue: status))
      for pipe in pipes { close(pipe.readEnd) }
      finish(
        Result(exit: ChildExit(status: status), output: texts[0], isOutputWhole: areWhole[0], errors: texts[1]))
    }
    reader.stackSize = 128 * 1024
    reader.start()
  }

  /// Ends the program and its child processes, unless it has ended.
  func end() { child.kill() }

  /// Reads until `end` is readable. Remaining child processes, which may still write, are not waited for.
  ///
  /// - Returns: What was read, and whether that is all that can come.
  private func read(_ descriptors: [Int32], until end: Int32) -> (texts: [Data], areWhole: [Bool]) {
    var texts = descriptors.map { _ in Data() }
    var open = (descriptors + [end]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var hasEnded = false
    while !hasEnded {
      guard poll(&open, nfds_t(open.count), -1) > 0 else { continue }
      hasEnded = open[descriptors.count].revents != 0
      // At the end, poll(2) may not have reported the last output yet.
      for index in descriptors.indices where open[index].fd >= 0 && (hasEnded || open[index].revents != 0) {
        if !readAll(descriptors[index], into: &texts[index]) { open[index].fd = -1 }
        if texts[0].count > limit { self.end() }
      }
    }
    // Another process that is just being started may have the pipe for a moment.
    if open[0].fd >= 0, texts[0].count <= limit, !texts[0].contains(UInt8(ascii: "\n")) {
      let isReadable = poll(&open, 1, Self.patience) > 0
      if isReadable, !readAll(descriptors[0], into: &texts[0]) { open[0].fd = -1 }
    }
    return (texts, descriptors.indices.map { open[$0].fd < 0 })
  }

  /// The milliseconds for which the end of an output is waited for that does not end with a whole line.
  private static let patience: Int32 = 1_000

  /// Reads what is available. Bytes beyond the limit are dropped, except for one that shows that there were more.
  ///
  /// - Returns: whether more may come.
  private func readAll(_ descriptor: Int32, into text: inout Data) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
      text.append(contentsOf: chunk.prefix(min(count, limit + 1 - text.count)))
      // The rest is read and dropped in later turns.
      if text.count > limit { return true }
    }
  }
}

/// The two ends of a pipe. Reading does not block.
private struct Pipe {
  let readEnd: Int32
  let writeEnd: Int32

  /// Opens the given number of pipes, or none.
  static func pipes(_ count: Int) -> [Pipe]? {
    var pipes: [Pipe] = []
    for _ in 0..<count {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else {
        for pipe in pipes { for end in [pipe.readEnd, pipe.writeEnd] { close(end) } }
        return nil
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      // The end that the program writes to stays blocking.
      _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
      pipes.append(Pipe(readEnd: ends[0], writeEnd: ends[1]))
    }
    return pipes
  }
}
