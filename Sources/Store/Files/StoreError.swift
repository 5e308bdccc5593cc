import GRDB
import Glibc
import Text

/// Why a database cannot be used, in a sentence that a person can act on.
public struct StoreError: Error, Sendable, Hashable {
  public var sentence: SafeText

  init(_ sentence: SafeText) { self.sentence = sentence }

  /// What the system says about its last error.
  static func system(_ number: Int32 = errno) -> SafeText { SafeText(oneLine: String(cString: strerror(number))) }

  /// What an error says, without the statement that met it.
  static func reason(_ error: any Error) -> SafeText {
    if error is LockedFile || (error as? DatabaseError)?.resultCode == .SQLITE_BUSY {
      return "another program has locked it"
    }
    guard let error = error as? DatabaseError else { return SafeText(oneLine: "\(error)") }
    return SafeText(oneLine: error.message ?? "\(error.resultCode)")
  }

  /// Whether an error says that the file is no database, or not a whole one.
  static func isDamage(_ error: any Error) -> Bool {
    let code = (error as? DatabaseError)?.resultCode
    return code == .SQLITE_CORRUPT || code == .SQLITE_NOTADB
  }

  /// Whether an error that the first look at a file has met says that the file is of no use: it is damaged, or something
  /// else than this program has made it. All else is the fault of what the file lies on, or of another program.
  static func isOfNoUse(_ error: any Error) -> Bool {
    // A value of a type that it should not have, or a ForeignSchema.
    guard let error = error as? DatabaseError else { return true }
    // The statements are right, so that SQLITE_ERROR means a format or a schema that SQLite does not understand.
    return isDamage(error) || error.resultCode == .SQLITE_ERROR
  }
}

/// Another program has locked a file for longer than this one waits.
struct LockedFile: Error {}

/// A database that something else than this program has made, or changed.
struct ForeignSchema: Error {}
