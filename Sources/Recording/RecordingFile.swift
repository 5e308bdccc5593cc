import Foundation
import Synchronization
import Text

/// Why a recording cannot be written or read.
package struct RecordingError: Error, Hashable {
  package var sentence: SafeText

  package init(_ sentence: SafeText) { self.sentence = sentence }
}

/// The file of a recording, to which whole lines are appended.
final class RecordingFile: Sendable {
  private struct State {
    /// `nil` after an error, or the end.
    var descriptor: Int32?
    /// The size of the whole lines.
    var size = 0
  }

  private let path: String
  private let state: Mutex<State>

  /// Creates the file for its owner alone.
  ///
  /// - Throws: also if there is one: a recording never replaces a file.
  init(path: String) throws(RecordingError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    let name = SafeText(oneLine: path)
    guard descriptor >= 0 else {
      throw errno == EEXIST
        ? RecordingError("give another file to --record, or remove this one first: \(name) exists")
        : RecordingError("cannot write the recording \(name): \(SafeText(oneLine: String(cString: strerror(errno))))")
    }
    self.path = path
    state = Mutex(State(descriptor: descriptor))
  }

  /// Takes an open file, for tests.
  init(descriptor: Int32, path: String) {
    self.path = path
    state = Mutex(State(descriptor: descriptor))
  }

  /// Appends a line. After an error nothing more is written, and the file ends with the last whole line.
  ///
  /// - Returns: The error, the first time.
  func append(_ line: some Encodable) -> Int32? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Only numbers that are no numbers cannot be encoded, and a line has none.
    guard var bytes = try? Array(encoder.encode(line)) else { return nil }
    bytes.append(UInt8(ascii: "\n"))
    return state.withLock { state in
      guard let descriptor = state.descriptor else { return nil }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        if count < 0 {
          let code = errno
          ftruncate(descriptor, state.size)
          close(descriptor)
          state.descriptor = nil
          return code
        }
        rest = rest.dropFirst(count)
      }
      state.size += bytes.count
      return nil
    }
  }

  func end() {
    state.withLock { state in
      if let descriptor = state.descriptor { close(descriptor) }
      state.descriptor = nil
    }
  }

  /// Ends the file and removes it.
  func discard() {
    end()
    unlink(path)
  }

  deinit { end() }
}
