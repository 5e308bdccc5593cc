import Foundation

/// A program without a terminal, and its output.
///
/// A thread reads its pipes with poll(2), beside the one that waits for its end. A `DispatchSource` must not read them: if
/// bytes and the end of a pipe arrive together, libdispatch's manager thread still accesses the source after it has notified
/// the queue of the bytes (`_dispatch_event_merge_fd`, `EPOLLHUP`), and the queue may have cancelled and freed it by then.
public final class RunningProgram: Sendable {
  /// What is kept of the output.
  public enum Kept: Sendable {
    /// The beginning, apart from the errors. The program is ended after more than `limit` bytes of output.
    case beginning(limit: Int)
    /// The last line of output and errors together, however much the program prints.
    case lastLine
  }

  public struct Result: Sendable {
    public var exit: ChildExit
    /// With ``Kept/beginning(limit:)`` at most one byte more than the limit.
    public var output: Data
    /// Whether nothing can follow the output. Otherwise a child process of the program still has its pipe.
    public var isOutputWhole: Bool
    /// Empty with ``Kept/lastLine``.
    public var errors: Data
  }

  private let child: Child

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: The program, which is looked up in `PATH`, and its arguments.
  ///   - input: What it reads from its standard input.
  ///   - stay: How long it may run.
  ///   - finish: Called once, on a thread of its own, when the program has ended.
  public init(
    _ words: [String], environment: [String: String], input: Data? = nil, keeping kept: Kept, stay: Child.Stay,
    finish: @escaping @Sendable (Result) -> Void
  ) throws(ChildError) {
    // The last one reports to the reading thread how the program has ended.
    guard let pipes = Pipe.pipes(kept.isLastLine ? 2 : 3) else { throw ChildError(code: EMFILE) }
    let (texts, end) = (pipes.dropLast(), pipes[pipes.count - 1])
    defer { for pipe in texts { close(pipe.writeEnd) } }
    do {
      child = try Child(
        // gpg would ask for a passphrase on this terminal, in the middle of the screen.
        words, environment: environment.filter { $0.key != "GPG_TTY" },
        streams: .detached(output: texts[0].writeEnd, errors: texts[texts.count - 1].writeEnd), input: input, stay: stay
      ) { exit in
        var status = exit.status
        write(end.writeEnd, &status, MemoryLayout.size(ofValue: status))
        close(end.writeEnd)
      }
    } catch {
      for descriptor in texts.map(\.readEnd) + [end.readEnd, end.writeEnd] { close(descriptor) }
      throw error
    }
    let reader = Thread { [child] in
      let outputs = Self.read(texts.map { Output($0.readEnd, kept) }, until: end.readEnd, end: child.kill)
      var status: Int32 = 0
      Glibc.read(end.readEnd, &status, MemoryLayout.size(ofValue: status))
      for pipe in pipes { close(pipe.readEnd) }
      finish(
        Result(
          exit: ChildExit(status: status), output: outputs[0].text, isOutputWhole: !outputs[0].isOpen,
          errors: outputs.count > 1 ? outputs[1].text : Data()))
    }
    reader.stackSize = 256 * 1024
    reader.start()
  }

  /// Ends the program and its child processes, unless it has ended.
  public func end() { child.kill() }

  /// Reads until `end` is readable. Remaining child processes, which may still write, are not waited for.
  private static func read(_ outputs: [Output], until end: Int32, end kill: () -> Void) -> [Output] {
    var outputs = outputs
    var open = (outputs.map(\.descriptor) + [end]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var hasEnded = false
    while !hasEnded {
      guard poll(&open, nfds_t(open.count), -1) > 0 else { continue }
      hasEnded = open[outputs.count].revents != 0
      // At the end, poll(2) may not have reported the last output yet.
      for index in outputs.indices where outputs[index].isOpen && (hasEnded || open[index].revents != 0) {
        outputs[index].read()
        if !outputs[index].isOpen { open[index].fd = -1 }
        if outputs[index].isTooLong { kill() }
      }
    }
    // Another process that is just being started may have the pipe for a moment.
    if outputs[0].mayGoOn, poll(&open, 1, patience) > 0 { outputs[0].read() }
    return outputs
  }

  /// The milliseconds for which the end of an output is waited for that does not end with a whole line.
  private static let patience: Int32 = 1_000
}

extension RunningProgram.Kept {
  fileprivate var isLastLine: Bool { if case .lastLine = self { true } else { false } }
}

/// A stream of a program, and what is kept of it.
private struct Output {
  let descriptor: Int32
  let kept: RunningProgram.Kept
  /// Whether more may come.
  private(set) var isOpen = true
  private var beginning = Data()
  private var lastLine = LastLine()

  init(_ descriptor: Int32, _ kept: RunningProgram.Kept) {
    (self.descriptor, self.kept) = (descriptor, kept)
  }

  var text: Data { kept.isLastLine ? lastLine.bytes : beginning }

  var isTooLong: Bool { if case .beginning(let limit) = kept { beginning.count > limit } else { false } }

  /// Whether the kept text may be without its end.
  var mayGoOn: Bool {
    guard case .beginning(let limit) = kept else { return false }
    return isOpen && beginning.count <= limit && !beginning.contains(UInt8(ascii: "\n"))
  }

  /// Reads what is available, up to a limit: a program that prints without a pause must not keep others waiting, and its end
  /// must be seen.
  mutating func read() {
    var chunk = [UInt8](repeating: 0, count: kept.isLastLine ? 65_536 : 4_096)
    for _ in 0..<64 {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      guard count > 0 else {
        isOpen = count < 0 && (errno == EAGAIN || errno == EINTR)
        return
      }
      switch kept {
      case .lastLine: lastLine.take(chunk[..<count])
      case .beginning(let limit):
        // Bytes beyond the limit are dropped, except for one that shows that there were more.
        beginning.append(contentsOf: chunk.prefix(min(count, limit + 1 - beginning.count)))
        // The rest is read and dropped in later turns.
        if beginning.count > limit { return }
      }
    }
  }
}

/// The last line of an output that is not blank, in a few hundred bytes however long the output is.
struct LastLine: Sendable {
  /// The bytes that are kept of a line: its beginning.
  static let limit = 512

  /// The last finished line that is not blank.
  private var finished: [UInt8] = []
  private var open: [UInt8] = []

  /// The line, without its end.
  var bytes: Data { Data(Self.isBlank(open[...]) ? finished : open) }

  mutating func take(_ chunk: ArraySlice<UInt8>) {
    guard let first = chunk.firstIndex(where: Self.endsLine) else { return append(chunk) }
    append(chunk[..<first])
    finish(open[...])
    open = []
    let rest = chunk[(first + 1)...]
    guard let last = rest.lastIndex(where: Self.endsLine) else { return append(rest) }
    // Backwards, because only the last line that is not blank matters.
    var lines = rest[..<last]
    while !lines.isEmpty {
      let start = lines.lastIndex(where: Self.endsLine).map { $0 + 1 } ?? lines.startIndex
      if finish(lines[start...]) { break }
      lines = lines[..<max(lines.startIndex, start - 1)]
    }
    append(rest[(last + 1)...])
  }

  /// - Returns: whether the line is not blank.
  @discardableResult
  private mutating func finish(_ line: ArraySlice<UInt8>) -> Bool {
    guard !Self.isBlank(line) else { return false }
    finished = Array(line.prefix(Self.limit))
    return true
  }

  private mutating func append(_ part: ArraySlice<UInt8>) { open += part.prefix(Self.limit - open.count) }

  /// A carriage return, with which programs write a line over the one before, ends a line as well.
  private static func endsLine(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
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
