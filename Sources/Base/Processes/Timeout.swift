import Foundation

/// Puts timeout(1) before a program: a parent that ends it after its time also if this process has ended.
///
/// Both are in the child's session, and so in the group that ``Child/kill()`` ends.
enum Timeout {
  private static let name = "timeout"

  /// Returns the words with which the program runs for at most `limit` seconds; unchanged if there is no timeout(1).
  ///
  /// - Throws: The reason why the program itself cannot be run, which timeout(1) would hide in its exit status.
  static func limiting(_ words: [String], to limit: TimeInterval) throws(ChildError) -> [String] {
    guard let timeout = try? path(of: name), let program = words.first else { return words }
    return [timeout, "-s", "KILL", limit.formatted(.number.grouping(.never).locale(posix)), try path(of: program)]
      + words.dropFirst()
  }

  private static let posix = Locale(identifier: "en_US_POSIX")

  /// Returns the file of a program, as execvp(3) finds it.
  static func path(of program: String) throws(ChildError) -> String {
    guard !program.isEmpty else { throw ChildError(code: ENOENT) }
    guard !program.contains("/") else {
      if let code = obstacle(to: program) { throw ChildError(code: code) }
      return program
    }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/bin:/usr/bin")
      .split(separator: ":", omittingEmptySubsequences: false)
    var code = ENOENT
    for folder in folders {
      let path = folder.isEmpty ? "./\(program)" : "\(folder)/\(program)"
      guard let obstacle = obstacle(to: path) else { return path }
      if obstacle == EACCES { code = EACCES }
    }
    throw ChildError(code: code)
  }

  /// Returns why a file cannot be run; `nil` if it can.
  private static func obstacle(to path: String) -> Int32? {
    guard access(path, X_OK) == 0 else { return errno }
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue ? nil : EACCES
  }
}
