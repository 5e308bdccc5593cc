import Foundation
import GRDB

/// What is done to a database behind the back of the program that has it open.
enum Raw {
  static func execute(_ sql: String, in url: URL) throws {
    let queue = try open(url)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  static func values<Value: DatabaseValueConvertible>(_ sql: String, in url: URL) throws -> [Value] {
    try open(url).read { try Value.fetchAll($0, sql: sql) }
  }

  /// A connection that waits for those of the program, which may be about to be closed.
  private static func open(_ url: URL) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(30)
    return try DatabaseQueue(path: url.path, configuration: configuration)
  }

  /// Brings everything from the log into the file.
  static func checkpoint(_ url: URL) throws {
    try execute("PRAGMA wal_checkpoint(TRUNCATE)", in: url)
  }

  static func removeCompanions(of url: URL) {
    for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + end) }
  }

  /// Overwrites all pages but the first, which says that it is a database.
  static func spoil(_ url: URL) throws {
    let handle = try FileHandle(forUpdating: url)
    let length = try handle.seekToEnd()
    try handle.seek(toOffset: 4096)
    try handle.write(contentsOf: Data(repeating: 0xFF, count: Int(length) - 4096))
    try handle.close()
    // The index of the log says that pages are in the cache as they were; without a newer change nothing is read again.
    try? execute("PRAGMA user_version = 7", in: url)
  }
}
