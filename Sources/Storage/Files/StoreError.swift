import GRDB
import Glibc
import Text

/// The reason why a database cannot be used, as a sentence that a person can act on.
public struct StoreError: Error, Sendable, Hashable {
  public var sentence: SafeText

  package init(_ sentence: SafeText) { self.sentence = sentence }

  /// The system's message for an error.
  static func system(_ number: Int32 = errno) -> SafeText {
    number == EROFS ? readOnly : SafeText(oneLine: String(cString: strerror(number)))
  }

  static let readOnly: SafeText = "its disk is read-only"

  /// The message of an error without the statement that caused it.
  static func reason(_ error: any Error) -> SafeText {
    if error is LockedFile || (error as? DatabaseError)?.resultCode == .SQLITE_BUSY {
      return "another program has locked it"
    }
    guard let error = error as? DatabaseError else { return SafeText(oneLine: "\(error)") }
    return SafeText(oneLine: error.message ?? "\(error.resultCode)")
  }

  /// Returns whether an error means that the file is not a database, or a damaged one.
  static func isDamage(_ error: any Error) -> Bool {
    let code = (error as? DatabaseError)?.resultCode
    return code == .SQLITE_CORRUPT || code == .SQLITE_NOTADB
  }

  /// Returns whether an error at the first access means that the file is unusable: it is damaged, or another program created
  /// it. All other errors are caused by the file system or by other programs.
  static func isOfNoUse(_ error: any Error) -> Bool {
    // The sentence of a requirement that this system's SQLite does not meet.
    if error is StoreError { return false }
    // A value of an unexpected type, or a ForeignSchema.
    guard let error = error as? DatabaseError else { return true }
    // The statements are correct, so SQLITE_ERROR means a format or a schema that SQLite does not understand.
    return isDamage(error) || error.resultCode == .SQLITE_ERROR
  }
}

/// Another program has locked a file for longer than the longest wait.
package struct LockedFile: Error {}

/// The database was closed.
package struct StoreEnded: Error {}

/// A database that another program created or changed.
struct ForeignSchema: Error {}
