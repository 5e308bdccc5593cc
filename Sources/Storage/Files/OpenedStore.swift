import GRDB
import Text

/// An open database, and the messages about opening it.
final class OpenedStore: Sendable {
  let reader: DatabaseQueue
  /// `nil` if the file cannot be written.
  let writer: DatabaseQueue?
  /// The file that was opened, by its name and by what tells it from a later one with that name.
  let file: StoreFile
  let identity: StoreFile.Identity?
  let notices: [SafeText]
  private let isInPlace: Bool
  private let isInMemory: Bool

  init(
    reader: DatabaseQueue, writer: DatabaseQueue?, file: StoreFile, identity: StoreFile.Identity?,
    notices: [SafeText] = [], isInPlace: Bool = false, isInMemory: Bool = false
  ) {
    self.reader = reader
    self.writer = writer
    self.file = file
    self.identity = identity
    self.notices = notices
    self.isInPlace = isInPlace
    self.isInMemory = isInMemory
  }

  /// What has become of the name of the file.
  enum Name {
    case kept, removed
    /// Another file has it.
    case given
  }

  /// What has become of the name. A failed look is no removal.
  var name: Name {
    if isInMemory { return .kept }
    return switch StoreFile.look(file.path) {
    case .absent: .removed
    case .failed: .kept
    case .found: file.identity == identity ? .kept : .given
    }
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
