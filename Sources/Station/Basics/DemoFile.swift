import DemoContent
import Foundation

/// A file of `Resources/`, compiled into the program.
enum DemoFile {
  static func data(of file: DemoContentFile) -> Data {
    // The bytes are a constant of the program: they are never written and never freed, so a view of them stays valid.
    Data(UnsafeBufferPointer(start: file.bytes, count: file.length))
  }

  /// Returns the lines that are not blank; the line `fallback` if there is none.
  static func lines(of file: DemoContentFile, else fallback: String) -> [String] {
    let lines = String(decoding: data(of: file), as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    return lines.isEmpty ? [fallback] : lines
  }
}
