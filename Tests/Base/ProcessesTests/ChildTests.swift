import CProcess
import Foundation
import Synchronization
import Testing

@testable import Processes

/// The descriptor from which a test's exit handler, which can capture nothing, reads a child's output.
private let outputOfDependent = Atomic<Int32>(-1)

/// What a program that is started gets, and what becomes of it.
@Suite(.timeLimit(.minutes(2))) struct ChildTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  /// Runs a line of shell that writes into `$REPORT`, to its end.
  private func report(_ line: String, detached: Bool) async throws -> (exit: ChildExit, id: pid_t, text: String) {
    let file = folder.appending(path: UUID().uuidString).path
    let (ids, id) = AsyncStream.makeStream(of: pid_t.self)
    let exit = try await withCheckedThrowingContinuation { (done: CheckedContinuation<ChildExit, any Error>) in
      do {
        let child = try Child(
          // A redirection of `exec` leaves no copy of the former output, as that of a command does.
          ["sh", "-c", "exec > '\(file)'; \(line)"], environment: ["PATH": "/usr/bin:/bin", "KEPT": "yes"],
          streams: detached ? .detached() : .inherited
        ) { done.resume(returning: $0) }
        id.yield(child.id)
      } catch {
        done.resume(throwing: error)
      }
    }
    var started: pid_t = 0
    for await id in ids.prefix(1) { started = id }
    return (exit, started, try String(contentsOfFile: file, encoding: .utf8))
  }

  @Test(arguments: [true, false])
  func itHasThreeStreamsAndNothingElse(detached: Bool) async throws {
    // What libraries leave open: neither is marked to be closed in a child.
    var pipes: [Int32] = [0, 0]
    #expect(pipe(&pipes) == 0)
    let file = open("/dev/null", O_RDONLY)
    defer { for descriptor in pipes + [file] { close(descriptor) } }
    let list = "n=0; while [ $n -lt 1024 ]; do [ -e /proc/$$/fd/$n ] && echo $n; n=$((n + 1)); done"
    #expect(try await report(list, detached: detached).text == "0\n1\n2\n")
  }

  @Test(arguments: [true, false])
  func itHasTheEnvironmentThatItIsGivenAndNothingElse(detached: Bool) async throws {
    setenv("TEST_OF_CHILDREN", "s3cret", 1)
    let text = try await report("env", detached: detached).text
    // The shell adds some of its own.
    #expect(text.contains("KEPT=yes\n") && !text.contains("TEST_OF_CHILDREN") && !text.contains("HOME="))
  }

  @Test func aDetachedOneHasNoTerminalAndNothingToRead() async throws {
    let text = try await report(
      "read x || echo empty; (: > /dev/tty) 2> /dev/null && echo terminal; ps -o sid= -p $$ | tr -d ' '", detached: true
    )
    #expect(text.text == "empty\n\(text.id)\n")
  }

  @Test func itsEndIsAwaitedAndTold() async throws {
    for (line, failure) in [
      ("true", nil), ("exit 3", "ended with status 3"), ("kill -9 $$", "was ended by signal 9"),
    ] {
      let report = try await report(line, detached: true)
      #expect(report.exit.failure == failure)
      // It has been waited for, so there is no such child any more.
      #expect(waitpid(report.id, nil, WNOHANG) == -1)
    }
  }

  @Test func signalsAreAsAShellGivesThem() async throws {
    signal(SIGUSR2, SIG_IGN)
    defer { signal(SIGUSR2, SIG_DFL) }
    // Bits of signals: a mask of none, and none that is ignored. The shell itself reads them: while it starts a program, such
    // as grep, it blocks signals.
    let list = "while read -r line; do case $line in SigBlk:*|SigIgn:*) echo \"$line\";; esac; done < /proc/$$/status"
    let text = try await report(list, detached: true).text
    #expect(text == "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n")
  }

  @Test func whatIsNotThereCannotBeStarted() {
    #expect(throws: ChildError(code: ENOENT)) {
      try Child(["/no/such/program"], environment: [:], streams: .detached()) { _ in }
    }
    #expect(throws: ChildError(code: ENOENT)) { try Child([], environment: [:], streams: .detached()) { _ in } }
    #expect(ChildError(code: ENOENT).reason == "No such file or directory")
  }

  /// Runs a program to its end, with a limit that needs nothing of this process.
  private func exit(_ words: [String], output: Int32? = nil, limit: TimeInterval) async throws -> ChildExit {
    try await withCheckedThrowingContinuation { done in
      do {
        _ = try Child(
          words, environment: ["PATH": "/usr/bin:/bin"], streams: .detached(output: output),
          stay: .outliving(limit: limit)
        ) { done.resume(returning: $0) }
      } catch {
        done.resume(throwing: error)
      }
    }
  }

  @Test func aLimitEndsItAndItsOwnChildrenWithoutThisProcess() async throws {
    var pipes: [Int32] = [0, 0]
    #expect(pipe(&pipes) == 0)
    defer { close(pipes[0]) }
    #expect(
      try await exit(["sh", "-c", "sleep 1000 & sleep 1000"], output: pipes[1], limit: 0.5).failure
        == "was ended by signal 9")
    close(pipes[1])
    // The two have the pipe's only other ends: there is an end of file once both are gone. A process that was sent a signal may
    // still run for a moment.
    var readable = pollfd(fd: pipes[0], events: Int16(POLLIN), revents: 0)
    var byte: UInt8 = 0
    #expect(poll(&readable, 1, 60_000) == 1 && read(readable.fd, &byte, 1) == 0)
  }

  @Test func aLimitHidesNeitherTheEndNorWhyThereIsNoBeginning() async throws {
    #expect(try await exit(["true"], limit: 60).failure == nil)
    #expect(try await exit(["sh", "-c", "exit 3"], limit: 60).failure == "ended with status 3")
    #expect(try await exit(["sh", "-c", "kill -15 $$"], limit: 60).failure == "was ended by signal 15")
    for (program, code) in [("no-such-program", ENOENT), ("/no/such/program", ENOENT), (folder.path, EACCES)] {
      await #expect(throws: ChildError(code: code)) { try await exit([program], limit: 60) }
    }
  }

  @Test(arguments: [true, false])
  func whatDependsOnThisProcessEndsWithIt(isQuick: Bool) async throws {
    await #expect(processExitsWith: .exitCode(7)) { [isQuick] in
      // Registered first, so that it is called last. The child has the pipe's only other end: there is an end of file once
      // the child is gone.
      let check: @convention(c) () -> Void = {
        var byte: UInt8 = 0
        var readable = pollfd(fd: outputOfDependent.load(ordering: .relaxed), events: Int16(POLLIN), revents: 0)
        guard poll(&readable, 1, 60_000) == 1, read(readable.fd, &byte, 1) == 0 else { return }
        _exit(7)
      }
      atexit(check)
      at_quick_exit(check)
      var pipes: [Int32] = [0, 0]
      #expect(pipe(&pipes) == 0)
      outputOfDependent.store(pipes[0], ordering: .relaxed)
      _ = try Child(
        ["sleep", "1000"], environment: ["PATH": "/usr/bin:/bin"], streams: .detached(output: pipes[1]),
        stay: .dependent(limit: 600)
      ) { _ in }
      close(pipes[1])
      if isQuick { quick_exit(1) } else { Foundation.exit(1) }
    }
  }

  /// Where the C library is too old to close descriptors in the child.
  @Test func everyDescriptorCanBeMarkedToBeClosed() async {
    await #expect(processExitsWith: .success) {
      let file = open("/dev/null", O_RDONLY)
      #expect(fcntl(file, F_GETFD) & FD_CLOEXEC == 0)
      #expect(process_mark_descriptors())
      #expect(fcntl(file, F_GETFD) & FD_CLOEXEC != 0)
      #expect(fcntl(STDERR_FILENO, F_GETFD) & FD_CLOEXEC == 0)
    }
  }
}
