import Foundation

/// Standard output and standard error.
enum StandardStream {
  case output, error

  private var handle: FileHandle { self == .output ? .standardOutput : .standardError }

  func write(_ text: String) { handle.write(Data(text.utf8)) }

  /// Puts a line in the place of the last one; only where a person looks on.
  func showProgress(_ line: String) {
    guard isatty(handle.fileDescriptor) == 1 else { return }
    write("\r\u{1B}[K\(line)")
  }
}
