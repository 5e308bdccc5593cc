import Foundation
import Glibc
import Text

/// A database's file, the files that SQLite keeps beside it, and the folder that they lie in.
struct StoreFile: Sendable {
  var url: URL
  /// Who has to own the folder.
  var owner: uid_t = geteuid()

  var path: String { url.path }
  var folder: String { url.deletingLastPathComponent().path }
  /// A file name as a person is told it.
  var name: SafeText { SafeText(oneLine: url.lastPathComponent) }

  /// What SQLite keeps beside a database, by the ends of the names: the write-ahead log and its index.
  static let companions = ["-wal", "-shm"]

  /// What tells a file from another one that has its name later.
  struct Identity: Hashable, Sendable {
    fileprivate var device: dev_t
    fileprivate var inode: ino_t
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// The file that has the name now; `nil` where there is none.
  var identity: Identity? { Self.status(path).map { Identity(device: $0.st_dev, inode: $0.st_ino) } }

  /// Whether something has the name, be it a link that leads nowhere.
  var exists: Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether the name is that of a file, and not of a folder or a pipe.
  var isRegular: Bool { Self.status(path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false }

  var folderExists: Bool { Self.status(folder).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }

  // MARK: - The folder and its permissions

  /// Makes the folder where it is missing, and keeps others out of it.
  func prepareFolder() throws(StoreError) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StoreError("the folder \(SafeText(oneLine: folder)) cannot be made")
    }
    guard let status = Self.status(folder), status.st_mode & S_IFMT == S_IFDIR else {
      throw StoreError("\(SafeText(oneLine: folder)) is no folder")
    }
    // Another person's folder may be a trap, or one that files of this user would spoil.
    guard status.st_uid == owner else {
      throw StoreError("the folder \(SafeText(oneLine: folder)) belongs to another user")
    }
    try Self.tighten(folder, status, to: 0o700)
  }

  /// Makes the file for its owner alone where it is missing; SQLite gives those beside it the same permissions. Does not
  /// open a file that is there: to close it would take SQLite's locks away
  /// (https://www.sqlite.org/howtocorrupt.html, 2.2).
  func prepare() throws(StoreError) {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
    for path in [path] + Self.companions.map({ path + $0 }) {
      if let status = Self.status(path), status.st_uid == owner { try Self.tighten(path, status, to: 0o600) }
    }
  }

  private static func tighten(_ path: String, _ status: stat, to mode: mode_t) throws(StoreError) {
    guard status.st_mode & 0o777 & ~mode != 0 else { return }
    guard chmod(path, status.st_mode & mode) == 0 else {
      throw StoreError("others may read \(SafeText(oneLine: path)), and that cannot be changed: \(StoreError.system())")
    }
  }

  /// Does what only one program may do at a time: opening, setting aside. The folder itself is what is locked, so that no
  /// further file is needed.
  ///
  /// - Parameter again: Waits for another program, given how many attempts have failed before this one; `false` where it has
  ///   waited long enough.
  /// - Throws: ``LockedFile``, and what `work` throws.
  func exclusively<Result>(waiting again: (Int) -> Bool, _ work: () throws -> Result) throws -> Result {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    var attempts = 0
    // Where the folder cannot be locked, as on some network drives, it goes without.
    while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
      guard again(attempts) else { throw LockedFile() }
      attempts += 1
    }
    return try work()
  }

  // MARK: - Setting aside

  /// Gives the file another name, `NAME.damaged-20261122-093000`, and its write-ahead log with it, so that it can still be
  /// looked at. At most `limit` are kept.
  ///
  /// - Returns: The new name.
  func setAside(at date: Date, keeping limit: Int) throws(StoreError) -> SafeText {
    let stamped = "\(url.lastPathComponent).damaged-\(Self.stamp(date))"
    var aside = stamped
    var number = 1
    while StoreFile(url: sibling(aside)).exists {
      number += 1
      aside = "\(stamped)-\(number)"
    }
    guard rename(path, sibling(aside).path) == 0 else {
      throw StoreError("\(name) is damaged and cannot be set aside: \(StoreError.system())")
    }
    // It may not have either of them. A log that stayed would be taken for the next file's.
    rename(path + "-wal", sibling(aside).path + "-wal")
    unlink(path + "-shm")
    for name in setAside.dropLast(limit) { StoreFile(url: sibling(name)).remove() }
    return SafeText(oneLine: aside)
  }

  /// The names of what was set aside, the oldest first.
  var setAside: [String] {
    let prefix = url.lastPathComponent + ".damaged-"
    return names.filter { name in name.hasPrefix(prefix) && !Self.companions.contains { name.hasSuffix($0) } }
      .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
  }

  /// The bytes of the file, of those beside it, and of what was set aside.
  var familySize: Int {
    let own = url.lastPathComponent
    let family = names.filter { name in
      name == own || name.hasPrefix(own + ".") || Self.companions.contains { name == own + $0 }
    }
    return family.reduce(0) { $0 + Int(Self.status(sibling($1).path)?.st_size ?? 0) }
  }

  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

  func sibling(_ name: String) -> URL { url.deletingLastPathComponent().appending(path: name) }

  /// Removes the file and those beside it. A folder stays, since a person must have put it there.
  func remove() {
    for path in [path] + Self.companions.map({ path + $0 }) { unlink(path) }
  }

  /// Removes the file and those beside it, or says why not.
  func removeWhole() throws(StoreError) {
    for path in [path] + Self.companions.map({ path + $0 }) where unlink(path) != 0 && errno != ENOENT {
      throw StoreError("\(SafeText(oneLine: path)) cannot be removed: \(StoreError.system()).")
    }
  }

  /// The date and the time in UTC, in an order that sorts.
  static func stamp(_ date: Date) -> String {
    let seconds = Int(date.timeIntervalSince1970.rounded(.down))
    let day = CivilDate(daysSince1970: seconds.quotientRoundedDown(by: 86_400))
    let second = seconds - day.daysSince1970 * 86_400
    return String(
      format: "%04d%02d%02d-%02d%02d%02d", day.year, day.month, day.day, second / 3600, second / 60 % 60, second % 60)
  }
}

extension Int {
  fileprivate func quotientRoundedDown(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
