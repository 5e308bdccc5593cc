import Foundation

/// Where the file of settings is, by the XDG Base Directory Specification
/// (https://specifications.freedesktop.org/basedir-spec/latest/).
public enum SettingsLocation {
  /// `$XDG_CONFIG_HOME/reactui/config.yaml`, where the variable is not set below `~/.config`.
  public static func standard(
    environment: [String: String], home: URL = FileManager.default.homeDirectoryForCurrentUser
  ) -> URL {
    // A relative path is invalid and must be ignored.
    let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    return (folder ?? home.appending(path: ".config")).appending(path: "reactui/config.yaml")
  }
}
