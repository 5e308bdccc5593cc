import Foundation
import Glibc
import Text

/// The files below `/sys`, which the kernel generates while they are read.
struct SystemFiles: Sendable {
  enum Content: Sendable {
    case bytes([UInt8])
    /// A failure with its `errno`.
    case failure(Int32)
  }

  let root: String
  /// Reads a file by its complete path.
  private let read: @Sendable (String) -> Content

  /// - Parameters:
  ///   - root: The folder used instead of `/sys`.
  ///   - read: Reads a file; may block.
  init(root: String, read: @escaping @Sendable (String) -> Content = SystemFiles.read) {
    self.root = root
    self.read = read
  }

  /// Reads the beginning of a file with a single `read`.
  ///
  /// Foundation's functions block if a driver returns `EAGAIN`, and rely on the size of 4,096 bytes that each of these files
  /// claims.
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

  /// Returns the text of a file without surrounding blanks; `nil` if it is unreadable or empty.
  func text(_ path: String) -> String? {
    guard case .bytes(let bytes) = content(path) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    return text.isEmpty ? nil : text
  }

  /// Returns the `errno` of listing a folder; `nil` if it can be listed, or if there is none.
  func refusal(of folder: String) -> Int32? {
    let descriptor = open("\(root)/\(folder)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor < 0 else {
      close(descriptor)
      return nil
    }
    return errno == ENOENT || errno == ENOTDIR ? nil : errno
  }

  /// Returns the names in a folder; empty if there is no folder, or none that can be listed.
  func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")) ?? []
  }

  /// Returns the target of a link, below the root; `nil` for a dangling link.
  func target(of link: String) -> String? {
    guard let whole = Self.realPath("\(root)/\(link)"), let root = Self.realPath(root), whole.begins(with: root)
    else { return nil }
    return String(whole.dropFirst(root.count).drop { $0 == "/" })
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    // `realpath` has allocated the text, which the caller must free.
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
