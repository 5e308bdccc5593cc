import Foundation

/// A pipe that ends a wait: a thread with work for the loop writes one byte, and the loop's `poll` sees it readable.
///
/// (An `eventfd` would take one descriptor less, but Swift's `Glibc` module has no `eventfd`.)
struct WakePipe: Sendable {
  let readEnd: CInt
  private let writeEnd: CInt

  /// Both ends are non-blocking and closed on `exec`.
  init() {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { fatalError("no pipe for the interface's loop: \(String(cString: strerror(errno)))") }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  /// Ends the current wait, or the next one. Safe in a signal handler, because it is one `write`. A full pipe needs no
  /// further byte.
  func wake() {
    let before = errno
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
    errno = before
  }

  /// Reads all bytes that were written.
  func drain() {
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(readEnd, &bytes, MemoryLayout.size(ofValue: bytes)) == MemoryLayout.size(ofValue: bytes) {}
  }

  func close() {
    _ = Foundation.close(readEnd)
    _ = Foundation.close(writeEnd)
  }
}
