import Foundation

/// Why a figure could not be taken.
struct Failure: Error, CustomStringConvertible {
  var description: String

  init(_ sentence: String) { description = sentence }

  /// A call of the system that failed, with the system's own words.
  init(call: String, code: CInt) { description = "\(call): \(String(cString: strerror(code)))" }
}
