import Foundation
import Glibc
import Model
import Text

/// A database's file, the files that SQLite keeps beside it, and their folder.
package struct StoreFile: Sendable {
  var url: URL
  /// The required owner of the folder.
  var owner: uid_t = geteuid()

  package init(url: URL, owner: uid_t = geteuid()) {
    self.url = url
    self.owner = owner
  }

  var path: String { url.path }
  var folder: String { url.deletingLastPathComponent().path }
  /// The file name for messages.
  var name: SafeText { SafeText(oneLine: url.lastPathComponent) }

  /// The suffixes of the files that SQLite keeps beside a database: the write-ahead log and its index, and the rollback journal
  /// of the moment before there is a log.
  static let companions = ["-wal", "-shm", "-journal"]

  /// Distinguishes a file from a later one with its name.
  struct Identity: Hashable, Sendable {
    fileprivate var device: dev_t
    fileprivate var inode: ino_t
  }

  /// The result of looking for a file. A failed look does not mean that there is no file.
  enum Look {
    case absent
    case found(stat)
    /// A failure with its `errno`.
    case failed(Int32)
  }

  /// Looks for a file, or with `followingLinks` for what the links lead to.
  static func look(_ path: String, followingLinks: Bool = true) -> Look {
    var status = stat()
    if (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 { return .found(status) }
    return errno == ENOENT || errno == ENOTDIR ? .absent : .failed(errno)
  }

  /// Returns the status of a file; `nil` if there is none.
  func status(_ path: String, followingLinks: Bool = true) throws(StoreError) -> stat? {
    switch Self.look(path, followingLinks: followingLinks) {
    case .absent: return nil
    case .found(let status): return status
    case .failed(let number): throw failure("cannot be read", path, number)
    }
  }

  /// The identity of the file that has the name now; `nil` if there is none.
  var identity: Identity? {
    guard case .found(let status) = Self.look(path) else { return nil }
    return Identity(device: status.st_dev, inode: status.st_ino)
  }

  /// Whether anything has the name, even a dangling link.
  var exists: Bool { get throws(StoreError) { try status(path, followingLinks: false) != nil } }

  /// Whether the file is there and has no byte.
  var isEmpty: Bool { get throws(StoreError) { try status(path).map { $0.st_size == 0 } ?? false } }

  /// Whether there is a write-ahead log with something in it.
  var hasLog: Bool { get throws(StoreError) { try status(path + "-wal").map { $0.st_size > 0 } ?? false } }

  /// The file at the end of the links that have the name, which keep it: what is renamed or removed is the file, and SQLite keeps
  /// its own files beside it. Without a link, the file itself.
  ///
  /// - Throws: as ``checkLinks()``.
  var atEndOfLinks: StoreFile {
    get throws(StoreError) {
      try checkLinks()
      guard let status = try status(path, followingLinks: false), status.st_mode & S_IFMT == S_IFLNK,
        let real = realpath(path, nil)
      else { return self }
      defer { free(real) }
      var file = self
      file.url = URL(filePath: String(cString: real))
      return file
    }
  }

  /// Whether the name belongs to a regular file.
  var isRegular: Bool {
    get throws(StoreError) { try status(path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false }
  }

  var folderExists: Bool {
    get throws(StoreError) { try status(folder).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }
  }

  /// Throws the sentence about a link, also in the place of a folder above, that leads nowhere.
  func checkLinks() throws(StoreError) {
    if let link = DanglingLink(onTheWayTo: path) { throw StoreError(link.sentence) }
  }

  // MARK: - Setting aside

  /// Why a file is set aside, as a part of its new name.
  enum Reason: String, CaseIterable {
    case damaged
    /// A build before the first release wrote it.
    case older
  }

  /// Renames the file to `NAME.damaged-20261122-093000`, and its write-ahead log with it, so that it can be examined.
  ///
  /// - Parameter limit: The number of files kept that were set aside for this reason; `nil` for all of them.
  /// - Returns: the new name.
  func setAside(_ reason: Reason, at date: Date, keeping limit: Int?) throws(StoreError) -> SafeText {
    let aside = try freeName(reason, at: date)
    guard rename(path, sibling(aside).path) == 0 else {
      throw StoreError("\(name) cannot be set aside: \(StoreError.system())")
    }
    // It may have none of them. A log or a journal that stayed would be used for the next file.
    for suffix in ["-wal", "-journal"] { rename(path + suffix, sibling(aside).path + suffix) }
    unlink(path + "-shm")
    if let limit {
      for name in try files(marked: "\(reason)").dropLast(limit) { StoreFile(url: sibling(name)).remove() }
    }
    return SafeText(oneLine: aside)
  }

  /// Returns a name beside the file that nothing has: `NAME.damaged-20261122-093000`.
  func freeName(_ reason: Reason, at date: Date, ending: String = "") throws(StoreError) -> String {
    let stamped = "\(url.lastPathComponent).\(reason)-\(Self.stamp(date))"
    var name = stamped + ending
    var number = 1
    while try StoreFile(url: sibling(name)).exists {
      number += 1
      name = "\(stamped)-\(number)\(ending)"
    }
    return name
  }

  /// The names of the files set aside, by reason, and the oldest first.
  var setAside: [String] {
    get throws(StoreError) {
      var names: [String] = []
      for reason in Reason.allCases { names += try files(marked: "\(reason)") }
      return names
    }
  }

  /// The names of the files used while the file itself was of a newer version.
  var others: [String] {
    get throws(StoreError) {
      let prefix = otherName(version: "")
      return try files(marked: "version").filter { $0.dropFirst(prefix.count).allSatisfy(\.isNumber) }
    }
  }

  /// The name of an empty file that is there from the creation of the database until its first content: a database that is
  /// empty without it has been lost.
  var beginningName: String { "\(url.lastPathComponent).new" }

  /// Returns the name of the file used while the file itself is of a newer version.
  func otherName(version: String) -> String { "\(url.lastPathComponent).version-\(version)" }

  /// Returns the names `NAME.MARK-…` without the files that SQLite keeps beside them, in the order of numbers in them.
  private func files(marked mark: String) throws(StoreError) -> [String] {
    let prefix = "\(url.lastPathComponent).\(mark)-"
    return try names.filter { name in name.begins(with: prefix) && !Self.companions.contains { name.ends(with: $0) } }
      .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
  }

  /// The size in bytes of the file, of those beside it, and of those set aside.
  var familySize: Int {
    get throws(StoreError) {
      let own = url.lastPathComponent
      var size = 0
      for name in try names
      where name == own || name.begins(with: own + ".") || Self.companions.contains(where: { name == own + $0 }) {
        size += try status(sibling(name).path, followingLinks: false).map { Int($0.st_size) } ?? 0
      }
      return size
    }
  }

  /// The names in the folder; empty if there is no folder.
  private var names: [String] {
    get throws(StoreError) {
      do {
        return try FileManager.default.contentsOfDirectory(atPath: folder)
      } catch {
        // Foundation's error does not always contain the system's.
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let number = descriptor < 0 ? errno : EIO
        if descriptor >= 0 { close(descriptor) }
        guard number != ENOENT, number != ENOTDIR else { return [] }
        throw failure("cannot be listed", folder, number)
      }
    }
  }

  func sibling(_ name: String) -> URL { url.deletingLastPathComponent().appending(path: name) }

  /// Removes the file and those beside it. A folder is kept, because a person must have created it.
  func remove() {
    for path in [path] + Self.companions.map({ path + $0 }) { unlink(path) }
  }

  /// Removes the files that a file without a name has left beside it. SQLite would take them for those of the next file.
  func removeCompanions() {
    for suffix in Self.companions { unlink(path + suffix) }
  }

  /// Removes the file and those beside it, or throws the reason.
  ///
  /// - Returns: whether there was a file.
  @discardableResult
  func removeWhole() throws(StoreError) -> Bool {
    var isRemoved = false
    for path in [path] + Self.companions.map({ path + $0 }) {
      if unlink(path) == 0 {
        isRemoved = true
      } else if errno != ENOENT {
        throw failure("cannot be removed", path, errno)
      }
    }
    return isRemoved
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
