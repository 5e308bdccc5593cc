import Foundation
import Testing

@testable import Processes

/// Each test in a process of its own, whose streams it can break.
@Suite(.timeLimit(.minutes(2))) struct StandardStreamTests {
  @Test func whatIsClosedAtTheStartIsNotTakenByAFile() async {
    await #expect(processExitsWith: .success) {
      // A table of descriptors of this thread alone (CLONE_FILES), since another one may open a file after these are closed.
      // Unsafe, because Swift does not import unshare(2): it takes and returns an int.
      guard let name = dlsym(nil, "unshare") else { exit(2) }
      guard unsafeBitCast(name, to: (@convention(c) (CInt) -> CInt).self)(0x400) == 0 else { exit(3) }
      for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { close(descriptor) }
      StandardStream.prepare()
      let file = open("/dev/null", O_RDWR)
      let closed = StreamError(stream: .output, code: EBADF)
      var thrown: [StreamError] = []
      do throws(StreamError) { try StandardStream.output.check() } catch { thrown.append(error) }
      do throws(StreamError) { try StandardStream.output.write("text") } catch { thrown.append(error) }
      var byte: UInt8 = 0
      let isUnreadable = read(STDIN_FILENO, &byte, 1) == -1 && errno == EBADF
      // Standard error is closed: nothing can be told but by the status.
      exit(file > STDERR_FILENO && thrown == [closed, closed] && isUnreadable ? 0 : 1)
    }
    #expect(StreamError(stream: .output, code: EBADF).sentence == "standard output is closed")
  }

  @Test func whatIsOpenIsLeftAlone() async {
    await #expect(processExitsWith: .success) {
      let before = (0...2).map { fcntl($0, F_GETFL) }
      StandardStream.prepare()
      #expect((0...2).map { fcntl($0, F_GETFL) } == before)
      try StandardStream.output.check()
    }
  }

  @Test func aFullDiskIsAnError() async {
    await #expect(processExitsWith: .success) {
      dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO)
      let full = StreamError(stream: .output, code: ENOSPC)
      #expect(throws: full) { try StandardStream.output.write("text") }
      #expect(full.sentence == "cannot write: No space left on device")
    }
  }

  /// A pipe that nobody reads, in place of a stream.
  private static func breakPipe(at stream: Int32) {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    dup2(ends[1], stream)
    close(ends[1])
    close(ends[0])
  }

  @Test func aReaderOfStandardOutputThatGoesEndsTheProcess() async {
    await #expect(processExitsWith: .signal(SIGPIPE)) {
      StandardStream.prepare()
      StandardStreamTests.breakPipe(at: STDOUT_FILENO)
      try StandardStream.output.write("text")
    }
  }

  @Test func aReaderOfStandardErrorThatGoesEndsNothing() async {
    await #expect(processExitsWith: .exitCode(64)) {
      StandardStream.prepare()
      StandardStreamTests.breakPipe(at: STDERR_FILENO)
      StandardStream.tell("a sentence")
      exit(64)
    }
  }

  /// The descriptor may be shared with a program that has made it non-blocking.
  @Test func roomIsWaitedFor() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
      dup2(ends[1], STDOUT_FILENO)
      close(ends[1])
      let reader = ends[0]
      let text = String(repeating: "text ", count: 100_000)
      let thread = Thread {
        try? StandardStream.output.write(text)
        close(STDOUT_FILENO)
      }
      thread.start()
      var count = 0
      var bytes = [UInt8](repeating: 0, count: 65_536)
      while case let more = read(reader, &bytes, bytes.count), more > 0 { count += more }
      #expect(count == text.utf8.count)
    }
  }
}
