import Foundation
import Glibc
import NetTesting

@testable import Clients
@testable import RoomsEdge

/// A folder in the place of `/sys`, made of a sample.
struct FakeSystem {
  private struct Sample: Decodable {
    enum Content: Decodable {
      case text(String)
      case failure(String)

      init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
          self = .text(text)
        } else {
          self = .failure(try decoder.singleValueContainer().decode([String: String].self)["errno"] ?? "")
        }
      }
    }

    var links: [String: String]
    var files: [String: Content]
  }

  let root: String
  private let failures: [String: Int32]

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    failures = [:]
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  init(sample: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    let tree = try JSONDecoder().decode(Sample.self, from: Data(SampleFiles.bytes("rooms/hwmon/\(sample).json")))
    var failures: [String: Int32] = [:]
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (path, content) in tree.files {
      try Self.makeFolder(of: path, in: folder)
      switch content {
      case .text(let text): try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(path)"))
      case .failure:
        try Data().write(to: URL(filePath: "\(folder)/\(path)"))
        failures[path] = ENODATA
      }
    }
    for (path, target) in tree.links {
      try Self.makeFolder(of: path, in: folder)
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(path)", withDestinationPath: target)
    }
    root = folder
    self.failures = failures
  }

  private static func makeFolder(of path: String, in root: String) throws {
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
  }

  func write(_ text: String, to path: String) throws {
    try Self.makeFolder(of: path, in: root)
    try Data(text.utf8).write(to: URL(filePath: "\(root)/\(path)"))
  }

  /// The files, read as they are, but for those that fail.
  var files: SystemFiles {
    let (root, failures) = (root, failures)
    return SystemFiles(root: root) { path in
      let real = URL(filePath: path).resolvingSymlinksInPath().path
      return failures.first { real.hasSuffix($0.key) }.map { .failure($0.value) } ?? SystemFiles.read(path)
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: root) }
}
