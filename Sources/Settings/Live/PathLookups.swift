import Foundation
import Text

/// The lookup of a name in a folder on the way to a file.
struct PathLookup: Hashable {
  /// The folder's path without symbolic links.
  var folder: String
  var name: String
  /// Whether this is the name of the file, or of a symbolic link in its place.
  var isLast: Bool

  var path: String { folder == "/" ? "/" + name : folder + "/" + name }
}

/// The end of a walk along a path.
enum PathEnd: Equatable {
  /// The file's path without symbolic links.
  case file(String)
  /// A name on the way does not exist, or is not a folder.
  case missing
}

extension PathLookup {
  /// The number of links that the kernel follows (path_resolution(7)).
  private static let maximumLinks = 40

  /// Walks along an absolute path as the kernel does: name by name, through symbolic links.
  ///
  /// A change of the path's content is a change of one of these names in its folder: of the file, of a folder above it, or of
  /// a link on the way.
  ///
  /// - Parameter visit: Called with each lookup before it is made, so that a change after that is noticed.
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
        if target.begins(with: "/") { folder = "/" }
        rest += components(of: target)
      case S_IFDIR: folder = lookup.path
      default: return rest.isEmpty ? .file(lookup.path) : .missing
      }
    }
    return .missing
  }

  /// Returns the names, the last first.
  private static func components(of path: String) -> [String] {
    path.pathNames.filter { $0 != "." }.reversed()
  }
}
