import Foundation
import GRDB
import Glibc
import Text

extension StoreFile {
  /// Creates the folder if it is missing, and restricts it to its owner.
  func prepareFolder() throws(StoreError) {
    if try status(folder) == nil { try checkCreation() }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      // A file in the place of the folder, or of one above it.
      guard case .found(let status) = Self.look(folder), status.st_mode & S_IFMT != S_IFDIR else {
        throw obstacle.map { StoreError("\(SafeText(oneLine: folder)) cannot be made: \(remedy($0))") }
          ?? StoreError("the folder \(SafeText(oneLine: folder)) cannot be made")
      }
    }
    guard let status = try status(folder), status.st_mode & S_IFMT == S_IFDIR else {
      throw StoreError("\(SafeText(oneLine: folder)) is no folder")
    }
    // Another person's folder may be a trap, or may be spoiled by this user's files.
    guard status.st_uid == owner else { throw StoreError(remedy((folder, status))) }
    try Self.tighten(folder, status, to: 0o700)
  }

  /// Throws if the superuser would create a folder among those of another user, who could not use it later: `sudo` may leave
  /// `HOME` as it is.
  private func checkCreation() throws(StoreError) {
    guard owner == 0, let nearest = nearestFolder, nearest.status.st_uid != owner else { return }
    throw StoreError(remedy(nearest))
  }

  /// Creates the file for its owner alone if it is missing; SQLite gives those beside it the same permissions. Does not open
  /// an existing file, because closing it would release SQLite's locks (https://www.sqlite.org/howtocorrupt.html, 2.2).
  func prepare() throws(StoreError) {
    makeEmpty()
    try tighten()
  }

  /// Creates the file if it is missing. What goes wrong is told of the next file.
  func makeEmpty() {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Restricts the file and those beside it to their owner.
  func tighten() throws(StoreError) {
    for path in [path] + Self.companions.map({ path + $0 }) {
      if let status = try status(path), status.st_uid == owner { try Self.tighten(path, status, to: 0o600) }
    }
  }

  private static func tighten(_ path: String, _ status: stat, to mode: mode_t) throws(StoreError) {
    guard status.st_mode & 0o777 & ~mode != 0 else { return }
    guard chmod(path, status.st_mode & mode) == 0 else {
      throw StoreError("others may read \(SafeText(oneLine: path)), and that cannot be changed: \(StoreError.system())")
    }
  }

  /// Runs `work` while no other program does: opening, setting aside. The lock is on the folder, so no further file is
  /// needed.
  ///
  /// - Parameter again: Waits for another program, given the number of failed attempts before this one; `false` after the
  ///   longest wait.
  /// - Throws: ``LockedFile``, and errors of `work`.
  func exclusively<Result>(waiting again: (Int) -> Bool, _ work: () throws -> Result) throws -> Result {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    var attempts = 0
    // If the folder cannot be locked, as on some network drives, `work` runs without a lock.
    while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
      guard again(attempts) else { throw LockedFile() }
      attempts += 1
    }
    return try work()
  }

  // MARK: - What is in the way

  /// Returns why an error of SQLite came, in words for a person: its own say what it tried, not what is in the way.
  func reason(_ error: any Error) -> SafeText {
    let code = (error as? DatabaseError)?.resultCode
    // To recover an interrupted write-ahead log, SQLite must write. On a read-only disk it retries for ten seconds and then
    // reports SQLITE_PROTOCOL (https://www.sqlite.org/rescode.html#protocol).
    guard [.SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_PROTOCOL].contains(code) else {
      return StoreError.reason(error)
    }
    if let nearest = nearestFolder, Self.isReadOnly(nearest.path) { return StoreError.readOnly }
    return obstacle.map { remedy($0) }
      ?? (code == .SQLITE_READONLY ? "nothing may be written to it" : StoreError.reason(error))
  }

  /// Whether the disk of a folder or file is mounted read-only.
  private static func isReadOnly(_ path: String) -> Bool {
    var status = statvfs()
    return statvfs(path, &status) == 0 && status.f_flag & UInt(ST_RDONLY) != 0
  }

  typealias Found = (path: String, status: stat)

  /// Returns the error of a failed call, with a remedy if the permissions are wrong.
  ///
  /// - Parameter number: The call's `errno`.
  func failure(_ predicate: SafeText, _ path: String, _ number: Int32) -> StoreError {
    let label = SafeText(oneLine: path)
    guard number == EACCES || number == EPERM, let obstacle else {
      return StoreError("\(label) \(predicate): \(StoreError.system(number))")
    }
    guard obstacle.path != path else { return StoreError(remedy(obstacle)) }
    return StoreError("\(label) \(predicate): \(remedy(obstacle))")
  }

  /// The first folder on the way, or the file, that its permissions keep from being used.
  var obstacle: Found? {
    var last: Found?
    for path in way + [path] {
      guard case .found(let status) = Self.look(path) else {
        return last.flatMap { Self.allows(W_OK | X_OK, $0.path) ? nil : $0 }
      }
      let needed = path == self.path ? R_OK | W_OK : path == folder ? R_OK | W_OK | X_OK : X_OK
      guard Self.allows(needed, path) else { return (path, status) }
      last = (path, status)
    }
    return nil
  }

  /// The last folder on the way that exists.
  private var nearestFolder: Found? {
    for path in way.reversed() {
      if case .found(let status) = Self.look(path) { return (path, status) }
    }
    return nil
  }

  /// The folder, and all above it, the highest first.
  private var way: [String] {
    let names = folder.pathNames
    return (0...names.count).map { "/" + names.prefix($0).joined(separator: "/") }
  }

  private static func allows(_ use: Int32, _ path: String) -> Bool { faccessat(AT_FDCWD, path, use, AT_EACCESS) == 0 }

  /// Returns whose a folder or file is, and the command that helps.
  func remedy(_ found: Found) -> SafeText {
    let label = SafeText(oneLine: found.path)
    if Self.isReadOnly(found.path) { return "the disk of \(label) is read-only" }
    let quoted = SafeText(oneLine: found.path.shellQuoted)
    let (its, own) = (Self.userName(found.status.st_uid), Self.userName(owner))
    if found.status.st_uid == owner { return "\(label) is closed to its owner: chmod u+rwX \(quoted)" }
    if owner == 0 { return "\(label) belongs to \(its), and this is \(own): start it without sudo" }
    return "\(label) belongs to \(its): sudo chown -R \(own) \(quoted)"
  }

  /// The name of a user, or the number of one without a name.
  private static func userName(_ id: uid_t) -> SafeText {
    // The names point into the buffer, which must outlive their use.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_096) { buffer in
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      guard let start = buffer.baseAddress, getpwuid_r(id, &entry, start, buffer.count, &found) == 0, found != nil,
        let name = entry.pw_name
      else { return "user \(Int(id))" }
      return SafeText(oneLine: String(cString: name))
    }
  }
}
