import Foundation

/// The write-ahead log that a program left behind because it was killed, or because its disk was gone.
///
/// SQLite uses a log up to its first frame that is not whole, without a word: it is the ordinary end after a kill. Here it is
/// looked at whether something follows that was committed.
///
/// Source: https://www.sqlite.org/fileformat.html#the_write_ahead_log.
struct WriteAheadLog {
  private static let headerSize = 32
  private static let frameHeaderSize = 24
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether transactions are lost: the beginning is no log, or committed frames follow one that is damaged.
  var isDamaged: Bool {
    // A kill in the first write of the file leaves less than a header.
    guard bytes.count >= Self.headerSize else { return false }
    let isBigEndian = bytes[3] & 1 == 1
    var sum = Checksum(isBigEndian: isBigEndian)
    sum.add(bytes[0..<24])
    let pageSize = Int(number(at: 8))
    guard number(at: 0) & ~1 == 0x377F_0682, number(at: 4) == 3_007_000,
      (512...65_536).contains(pageSize), sum == (number(at: 24), number(at: 28))
    else { return true }
    let frameSize = Self.frameHeaderSize + pageSize
    var isWhole = true
    for start in stride(from: Self.headerSize, through: bytes.count - frameSize, by: frameSize) {
      let isOfThisLog = bytes[start + 8..<start + 16].elementsEqual(bytes[16..<24])
      // After a frame of the log before this one nothing is expected, and after a damaged one nothing can be checked.
      if isWhole {
        sum.add(bytes[start..<start + 8])
        sum.add(bytes[start + Self.frameHeaderSize..<start + frameSize])
        isWhole = isOfThisLog && sum == (number(at: start + 16), number(at: start + 20))
      } else if isOfThisLog, number(at: start + 4) != 0 {
        return true
      }
    }
    return false
  }

  private func number(at place: Int) -> UInt32 { bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }

  /// SQLite's sum over words in the order of bytes that the log's first number names.
  private struct Checksum {
    let isBigEndian: Bool
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// - Parameter bytes: A multiple of eight.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
      var words = bytes
      while words.count >= 8 {
        first = first &+ word(words.prefix(4)) &+ second
        second = second &+ word(words.dropFirst(4).prefix(4)) &+ first
        words = words.dropFirst(8)
      }
    }

    private func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
      isBigEndian
        ? bytes.reduce(0) { $0 << 8 | UInt32($1) } : bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    static func == (sum: Checksum, other: (UInt32, UInt32)) -> Bool { (sum.first, sum.second) == other }
  }
}

extension StoreFile {
  /// Copies the write-ahead log, if no program uses it and it is damaged: SQLite is about to forget what it cannot read of it.
  ///
  /// - Returns: the name of the copy, which counts as set aside; `nil` if the log is in order.
  func copyDamagedLog(at date: Date) throws(StoreError) -> String? {
    // What another program writes at this moment looks like damage.
    guard !isUsed, let bytes = FileManager.default.contents(atPath: path + "-wal"),
      WriteAheadLog(Array(bytes)).isDamaged
    else { return nil }
    let copy = try freeName(.damaged, at: date, ending: ".log")
    // Without room for it the log is lost, and its loss is told all the same.
    _ = FileManager.default.createFile(
      atPath: sibling(copy).path, contents: bytes, attributes: [.posixPermissions: 0o600])
    return copy
  }

  /// Whether a program, this one included, has the database open: it then holds locks on the index of the log.
  ///
  /// The kernel's list is read (proc_locks(5)), since to open the index and close it would release locks of this process
  /// (https://www.sqlite.org/howtocorrupt.html, 2.2).
  private var isUsed: Bool {
    guard case .found(let status) = Self.look(path + "-shm"),
      let locks = FileManager.default.contents(atPath: "/proc/locks")
    else { return false }
    return String(decoding: locks, as: UTF8.self).contains(":\(status.st_ino) ")
  }
}
