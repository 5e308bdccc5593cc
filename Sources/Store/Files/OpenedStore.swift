import GRDB
import Text

/// An open database, and the messages about opening it.
final class OpenedStore: Sendable {
  let reader: DatabaseQueue
  /// `nil` if the file cannot be written.
  let writer: DatabaseQueue?
  /// The file that was opened. Its name may later belong to another file.
  let identity: StoreFile.Identity?
  let notices: [SafeText]

  init(
    reader: DatabaseQueue, writer: DatabaseQueue?, identity: StoreFile.Identity?, notices: [SafeText]
  ) {
    self.reader = reader
    self.writer = writer
    self.identity = identity
    self.notices = notices
  }

  /// Waits for current reads and writes, and closes the file.
  func close() {
    // A connection that cannot be closed now is closed when the last statement releases it. The last one writes the
    // write-ahead log back into the file, which only the writer can do.
    try? reader.close()
    try? writer?.close()
  }
}
