import Foundation

/// The folder of the package.
enum PackageFolder {
  // Where another package links to the tests, what the link leads to counts.
  static let url = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(path), encoding: .utf8)
  }

  /// The Swift files of a module, by name.
  static func sources(of module: String) throws -> [(name: String, text: String)] {
    let folder = url.appendingPathComponent("Sources/\(module)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
      .sorted { $0.0 < $1.0 }
  }
}
