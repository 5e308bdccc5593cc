import Foundation
import Text

/// A symbolic link, in the place of a file or of a folder above it, that leads to nothing: of a disk that is not mounted, for
/// instance. It is a person's wish and no missing file, so it is told, and never renamed, replaced or followed by a new file.
public struct DanglingLink: Sendable, Hashable {
  /// The path of the link.
  public var path: String
  /// What is missing: the path at the end of the link and of those that it leads to.
  public var target: String

  /// Looks for the first such link on the way to a file; `nil` if there is none, or if that cannot be seen.
  ///
  /// - Parameter path: An absolute path.
  public init?(onTheWayTo path: String) {
    var place = ""
    for name in path.split(separator: "/") {
      place += "/\(name)"
      var status = stat()
      guard lstat(place, &status) == 0 else { return nil }
      guard status.st_mode & S_IFMT == S_IFLNK, stat(place, &status) != 0 else { continue }
      // A circle of links is no missing file.
      guard errno == ENOENT || errno == ENOTDIR else { return nil }
      (self.path, target) = (place, Self.end(of: place))
      return
    }
    return nil
  }

  /// Returns the path that a link leads to at last.
  private static func end(of link: String) -> String {
    var path = link
    // As many as the kernel follows (path_resolution(7)).
    for _ in 0..<40 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
      path = next.begins(with: "/") ? next : NSString(string: path).deletingLastPathComponent + "/" + next
    }
    return path
  }

  /// `/home/a/config.yaml is a link to /mnt/nas/config.yaml, which is not there`.
  public var sentence: SafeText { sentence(calling: path) }

  /// The sentence with the name of the link alone, for a place where little room is left.
  public var shortSentence: SafeText { sentence(calling: path.split(separator: "/").last.map(String.init) ?? path) }

  private func sentence(calling link: String) -> SafeText {
    "\(SafeText(oneLine: link)) is a link to \(SafeText(oneLine: target)), which is not there"
  }
}
