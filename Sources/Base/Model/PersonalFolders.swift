import Foundation
import Text

/// The folders of a person's files, by the XDG Base Directory Specification
/// (https://specifications.freedesktop.org/basedir-spec/latest/).
public struct PersonalFolders: Sendable {
  private let environment: [String: String]

  public init(environment: [String: String]) {
    self.environment = environment
  }

  /// `$HOME`; the user's home folder by the system if that is not set.
  public var home: URL { folder("HOME") ?? FileManager.default.homeDirectoryForCurrentUser }

  /// The folder of settings: `$XDG_CONFIG_HOME`, or `~/.config`.
  public var config: URL { folder("XDG_CONFIG_HOME") ?? home.appending(path: ".config") }

  /// The folder of data that cannot be fetched again: `$XDG_STATE_HOME`, or `~/.local/state`.
  public var state: URL { folder("XDG_STATE_HOME") ?? home.appending(path: ".local/state") }

  /// The folder of data that may be deleted at any time: `$XDG_CACHE_HOME`, or `~/.cache`.
  public var cache: URL { folder("XDG_CACHE_HOME") ?? home.appending(path: ".cache") }

  /// Returns a path with a leading `~/` replaced by the home folder.
  public func expanded(_ path: String) -> String {
    path.begins(with: "~/")
      ? home.appending(path: String(path.unicodeScalars.dropFirst(2))).path(percentEncoded: false) : path
  }

  /// Returns the folder that a variable names. A relative path is invalid and must be ignored.
  private func folder(_ variable: String) -> URL? {
    environment[variable].flatMap { $0.begins(with: "/") ? URL(filePath: $0, directoryHint: .isDirectory) : nil }
  }
}
