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
  private let isInPlace: Bool

  init(
    reader: DatabaseQueue, writer: DatabaseQueue?, identity: StoreFile.Identity?, notices: [SafeText],
    isInPlace: Bool = false
  ) {
    self.reader = reader
    self.writer = writer
    self.identity = identity
    self.notices = notices
    self.isInPlace = isInPlace
  }

  func read(_ work: @escaping @Sendable (Result<Database, any Error>) -> Void) {
    guard isInPlace else { return reader.asyncRead(work) }
    reader.unsafeRead { work(.success($0)) }
  }

  /// Runs `work` outside a transaction.
  ///
  /// - Parameter writer: ``writer``, where there is one.
  func write(with writer: DatabaseQueue, _ work: @escaping @Sendable (Database) -> Void) {
    guard isInPlace else { return writer.asyncWriteWithoutTransaction(work) }
    writer.writeWithoutTransaction(work)
  }

  /// Waits for current reads and writes, and closes the file.
  func close() {
    // A connection that cannot be closed now is closed when the last statement releases it. The last one writes the
    // write-ahead log back into the file, which only the writer can do.
    try? reader.close()
    try? writer?.close()
  }
}
