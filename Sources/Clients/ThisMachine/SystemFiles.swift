import Foundation
import Glibc

/// The files below `/sys`, which the kernel writes while they are read.
struct SystemFiles: Sendable {
  enum Content: Sendable {
    case bytes([UInt8])
    /// The `errno` of what failed.
    case failure(Int32)
  }

  let root: String
  /// Reads a file, by its whole path.
  private let read: @Sendable (String) -> Content

  /// - Parameters:
  ///   - root: What stands in the place of `/sys`.
  ///   - read: Reads a file; may block.
  init(root: String, read: @escaping @Sendable (String) -> Content = SystemFiles.read) {
    self.root = root
    self.read = read
  }

  /// The beginning of a file, in one bare `read`.
  ///
  /// A runtime's way of reading a file waits where a driver says `EAGAIN`, and believes in the size of 4,096 bytes that
  /// each of these files has.
  static func read(_ path: String) -> Content {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return .failure(errno) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 128)
    // `read` fills at most as many bytes as the array has.
    let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
    return count < 0 ? .failure(errno) : .bytes(Array(bytes.prefix(count)))
  }

  func content(_ path: String) -> Content { read("\(root)/\(path)") }

  /// The text of a file without the blanks around it; `nil` where it cannot be read or is empty.
  func text(_ path: String) -> String? {
    guard case .bytes(let bytes) = content(path) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    return text.isEmpty ? nil : text
  }

  /// The names in a folder; empty where there is none.
  func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")) ?? []
  }

  /// Where a link leads, below the root; `nil` where it leads nowhere.
  func target(of link: String) -> String? {
    guard let whole = Self.realPath("\(root)/\(link)"), let root = Self.realPath(root), whole.hasPrefix(root)
    else { return nil }
    return String(whole.dropFirst(root.count).drop { $0 == "/" })
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    // `realpath` has made the text, which is ours to free.
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
