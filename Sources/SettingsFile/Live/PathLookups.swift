import Foundation

/// A name that is looked up in a folder on the way to a file.
struct PathLookup: Hashable {
  /// The folder's own path, without symbolic links in it.
  var folder: String
  var name: String
  /// Whether this is the file's own name, or that of a symbolic link in its place.
  var isLast: Bool

  var path: String { folder == "/" ? "/" + name : folder + "/" + name }
}

/// Where a walk along a path ends.
enum PathEnd: Equatable {
  /// The file's path, without symbolic links in it.
  case file(String)
  /// A name on the way is not there, or is no folder.
  case missing
}

extension PathLookup {
  /// The kernel follows as many links before it gives up (path_resolution(7)).
  private static let maximumLinks = 40

  /// Walks along an absolute path as the kernel does: name after name, through symbolic links.
  ///
  /// A change of what the path leads to is a change of one of these names in its folder: of the file, of a folder above it, or
  /// of a link on the way.
  ///
  /// - Parameter visit: Called with each lookup before it is made, so that a change after that can be noticed.
  static func walk(along path: String, visit: (PathLookup) -> Void) -> PathEnd {
    var folder = "/"
    var rest = components(of: path)
    var links = 0
    while let name = rest.popLast() {
      if name == ".." {
        folder = NSString(string: folder).deletingLastPathComponent
        continue
      }
      let lookup = PathLookup(folder: folder, name: name, isLast: rest.isEmpty)
      visit(lookup)
      var status = stat()
      guard lstat(lookup.path, &status) == 0 else { return .missing }
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        links += 1
        guard links <= maximumLinks,
          let target = try? FileManager.default.destinationOfSymbolicLink(atPath: lookup.path)
        else { return .missing }
        if target.hasPrefix("/") { folder = "/" }
        rest += components(of: target)
      case S_IFDIR: folder = lookup.path
      default: return rest.isEmpty ? .file(lookup.path) : .missing
      }
    }
    return .missing
  }

  /// The last name first.
  private static func components(of path: String) -> [String] {
    path.split(separator: "/").map(String.init).filter { $0 != "." }.reversed()
  }
}
