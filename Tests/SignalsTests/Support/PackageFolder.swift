import Foundation

/// The folder of the package: that of its repository, or the folder `Signals` of reactui's.
enum PackageFolder {
  static let url: URL = {
    // Where a package only links to the tests, what the links lead to counts.
    let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let inside = root.appendingPathComponent("Signals")
    let isInside = FileManager.default.fileExists(atPath: inside.appendingPathComponent("Package.swift").path)
    return isInside ? inside : root
  }()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(path), encoding: .utf8)
  }

  /// The Swift files of a module, by name.
  static func sources(of module: String) throws -> [(name: String, text: String)] {
    // A link would not be entered.
    let folder = url.appendingPathComponent("Sources/\(module)").resolvingSymlinksInPath()
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
      .sorted { $0.0 < $1.0 }
  }
}
