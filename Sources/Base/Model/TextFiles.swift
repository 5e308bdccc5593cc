import Foundation
import Signals
import Text

/// A text that a person writes to a file.
public struct TextFile: Sendable, Hashable {
  /// As it was typed: `~` is the home, and a relative path begins in the current directory.
  public var path: String
  public var text: String
  /// Whether a file that is there is replaced.
  public var replaces: Bool

  public init(path: String, text: String, replaces: Bool = false) {
    (self.path, self.text, self.replaces) = (path, text, replaces)
  }
}

/// Why a file was not written. What was there before is as it was.
public struct FileRefusal: Error, Sendable, Hashable {
  public var file: TextFile
  public var sentence: SafeText
  /// Whether there is such a file, which could be replaced.
  public var mayReplace: Bool

  public init(_ sentence: SafeText, file: TextFile, mayReplace: Bool = false) {
    (self.sentence, self.file, self.mayReplace) = (sentence, file, mayReplace)
  }
}

/// Writes files that a person names.
public protocol TextFiles: Sendable {
  /// Writes a file as a whole or not at all, and sends its path once, on the interface's scheduler.
  func write(_ file: TextFile) -> SignalProducer<SafeText, FileRefusal>
}

/// Writes nothing, for an interface without a disk.
public struct NoTextFiles: TextFiles {
  public init() {}

  public func write(_ file: TextFile) -> SignalProducer<SafeText, FileRefusal> {
    SignalProducer(error: FileRefusal("Files cannot be written here", file: file))
  }
}
