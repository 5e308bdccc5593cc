import Foundation
import GRDBSQLite
import Glibc
import Synchronization

/// What a kill leaves of a folder: its files before each system call of SQLite that changes one, and after half of each write.
///
/// SQLite makes its calls through a table that can be changed (https://www.sqlite.org/c3ref/vfs.html, xSetSystemCall). Of what it
/// writes into the index of the log, which is mapped into memory, a state of each of these moments is there.
enum SystemCalls {
  typealias Files = [String: Data]

  private struct Recording {
    var folder: String
    var states: [Files] = []

    /// Adds the present state, unless nothing has changed.
    mutating func take() {
      var files: Files = [:]
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
        files[name] = FileManager.default.contents(atPath: "\(folder)/\(name)")
      }
      if states.last != files { states.append(files) }
    }
  }

  private static let recording = Mutex<Recording?>(nil)

  /// Returns the states of a folder while `work` changes it, the last one included.
  static func states(of folder: URL, _ work: () throws -> Void) rethrows -> [Files] {
    _ = isInstalled
    recording.withLock { $0 = Recording(folder: folder.path) }
    defer { recording.withLock { $0 = nil } }
    try work()
    return recording.withLock { recording in
      recording?.take()
      return recording?.states ?? []
    }
  }

  private static func take(_ path: @autoclosure () -> String) {
    recording.withLock { if let folder = $0?.folder, path().hasPrefix(folder) { $0?.take() } }
  }

  private static func path(of descriptor: Int32) -> String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")) ?? ""
  }

  /// Replaces the calls of the whole process, once; other folders are not recorded.
  private static let isInstalled: Bool = {
    guard let vfs = sqlite3_vfs_find(nil), let set = vfs.pointee.xSetSystemCall else { return false }
    let unlink: @convention(c) (UnsafePointer<CChar>?) -> Int32 = { path in
      guard let path else { return -1 }
      SystemCalls.take(String(cString: path))
      return Glibc.unlink(path)
    }
    let open: @convention(c) (UnsafePointer<CChar>?, Int32, Int32) -> Int32 = { path, flags, mode in
      guard let path else { return -1 }
      if flags & O_CREAT != 0 { SystemCalls.take(String(cString: path)) }
      return Glibc.open(path, flags, mode_t(mode))
    }
    let truncate: @convention(c) (Int32, off_t) -> Int32 = { descriptor, length in
      SystemCalls.take(SystemCalls.path(of: descriptor))
      return Glibc.ftruncate(descriptor, length)
    }
    let write: @convention(c) (Int32, UnsafeRawPointer?, Int) -> Int = { descriptor, bytes, count in
      guard let bytes else { return -1 }
      SystemCalls.take(SystemCalls.path(of: descriptor))
      return Glibc.write(descriptor, bytes, count)
    }
    let writeAt: @convention(c) (Int32, UnsafeRawPointer?, Int, off_t) -> Int = { descriptor, bytes, count, offset in
      guard let bytes else { return -1 }
      SystemCalls.take(SystemCalls.path(of: descriptor))
      let half = count / 2
      guard half > 0, Glibc.pwrite(descriptor, bytes, half, offset) == half else {
        return Glibc.pwrite(descriptor, bytes, count, offset)
      }
      SystemCalls.take(SystemCalls.path(of: descriptor))
      let rest = Glibc.pwrite(descriptor, bytes + half, count - half, offset + off_t(half))
      return rest < 0 ? rest : half + rest
    }
    // SQLite's table has one type for functions of all types, and casts each back to its own.
    let calls: [(String, sqlite3_syscall_ptr)] = [
      ("unlink", unsafeBitCast(unlink, to: sqlite3_syscall_ptr.self)),
      ("open", unsafeBitCast(open, to: sqlite3_syscall_ptr.self)),
      ("ftruncate", unsafeBitCast(truncate, to: sqlite3_syscall_ptr.self)),
      ("write", unsafeBitCast(write, to: sqlite3_syscall_ptr.self)),
      ("pwrite", unsafeBitCast(writeAt, to: sqlite3_syscall_ptr.self)),
      ("pwrite64", unsafeBitCast(writeAt, to: sqlite3_syscall_ptr.self)),
    ]
    return calls.map { set(vfs, $0, $1) == SQLITE_OK }.contains(true)
  }()
}
