import Foundation

/// The reason why a figure could not be measured.
struct Failure: Error, CustomStringConvertible {
  var description: String

  init(_ sentence: String) { description = sentence }

  /// Creates the failure of a system call, with the system's message.
  init(call: String, code: CInt) { description = "\(call): \(String(cString: strerror(code)))" }
}
