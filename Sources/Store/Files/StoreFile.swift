import Foundation
import Glibc
import Text

/// A database's file, the files that SQLite keeps beside it, and their folder.
struct StoreFile: Sendable {
  var url: URL
  /// The required owner of the folder.
  var owner: uid_t = geteuid()

  var path: String { url.path }
  var folder: String { url.deletingLastPathComponent().path }
  /// The file name for messages.
  var name: SafeText { SafeText(oneLine: url.lastPathComponent) }

  /// The suffixes of the files that SQLite keeps beside a database: the write-ahead log and its index.
  static let companions = ["-wal", "-shm"]

  /// Distinguishes a file from a later one with its name.
  struct Identity: Hashable, Sendable {
    fileprivate var device: dev_t
    fileprivate var inode: ino_t
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// The identity of the file that has the name now; `nil` if there is none.
  var identity: Identity? { Self.status(path).map { Identity(device: $0.st_dev, inode: $0.st_ino) } }

  /// Whether anything has the name, even a dangling link.
  var exists: Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether the name belongs to a regular file.
  var isRegular: Bool { Self.status(path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false }

  var folderExists: Bool { Self.status(folder).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }

  // MARK: - The folder and its permissions

  /// Creates the folder if it is missing, and restricts it to its owner.
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
    // Another person's folder may be a trap, or may be spoiled by this user's files.
    guard status.st_uid == owner else {
      throw StoreError("the folder \(SafeText(oneLine: folder)) belongs to another user")
    }
    try Self.tighten(folder, status, to: 0o700)
  }

  /// Creates the file for its owner alone if it is missing; SQLite gives those beside it the same permissions. Does not open
  /// an existing file, because closing it would release SQLite's locks (https://www.sqlite.org/howtocorrupt.html, 2.2).
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

  // MARK: - Setting aside

  /// Renames the file to `NAME.damaged-20261122-093000`, and its write-ahead log with it, so that it can be examined. At most
  /// `limit` such files are kept.
  ///
  /// - Returns: the new name.
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
    // It may have neither. A log that stayed would be used for the next file.
    rename(path + "-wal", sibling(aside).path + "-wal")
    unlink(path + "-shm")
    for name in setAside.dropLast(limit) { StoreFile(url: sibling(name)).remove() }
    return SafeText(oneLine: aside)
  }

  /// The names of the files set aside, the oldest first.
  var setAside: [String] {
    let prefix = url.lastPathComponent + ".damaged-"
    return names.filter { name in name.hasPrefix(prefix) && !Self.companions.contains { name.hasSuffix($0) } }
      .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
  }

  /// The size in bytes of the file, of those beside it, and of those set aside.
  var familySize: Int {
    let own = url.lastPathComponent
    let family = names.filter { name in
      name == own || name.hasPrefix(own + ".") || Self.companions.contains { name == own + $0 }
    }
    return family.reduce(0) { $0 + Int(Self.status(sibling($1).path)?.st_size ?? 0) }
  }

  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

  func sibling(_ name: String) -> URL { url.deletingLastPathComponent().appending(path: name) }

  /// Removes the file and those beside it. A folder is kept, because a person must have created it.
  func remove() {
    for path in [path] + Self.companions.map({ path + $0 }) { unlink(path) }
  }

  /// Removes the file and those beside it, or throws the reason.
  func removeWhole() throws(StoreError) {
    for path in [path] + Self.companions.map({ path + $0 }) where unlink(path) != 0 && errno != ENOENT {
      throw StoreError("\(SafeText(oneLine: path)) cannot be removed: \(StoreError.system()).")
    }
  }

  /// Returns date and time in UTC, in a form that sorts.
  static func stamp(_ date: Date) -> String {
    let seconds = Int(date.timeIntervalSince1970.rounded(.down))
    let day = CivilDate(daysSince1970: seconds.quotientRoundedDown(by: 86_400))
    let second = seconds - day.daysSince1970 * 86_400
    func two(_ number: Int) -> String { String(number, padded: 2) }
    return String(day.year, padded: 4) + two(day.month) + two(day.day) + "-"
      + two(second / 3600) + two(second / 60 % 60) + two(second % 60)
  }
}

extension Int {
  fileprivate func quotientRoundedDown(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
