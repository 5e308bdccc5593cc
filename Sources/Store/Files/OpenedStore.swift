import GRDB
import Text

/// A database that is open, and what there was to tell about its opening.
final class OpenedStore: Sendable {
  let reader: DatabaseQueue
  /// `nil` where nothing can be written.
  let writer: DatabaseQueue?
  /// The file that was opened. Its name may become another file's.
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

  /// Waits for what is being read and written, and lets go of the file.
  func close() {
    // A connection that cannot be closed now is closed when the last statement lets go of it. The last one to go moves the
    // write-ahead log into the file, which only the writer can.
    try? reader.close()
    try? writer?.close()
  }
}
