import Foundation

/// The built binary, and ways to run it.
enum Program {
  /// It stands beside the test bundle.
  static let path: String = {
    let bundle = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: bundle).deletingLastPathComponent().appending(path: "reactui").path
  }()

  /// A shell script that runs the program and then says how it ended, and whether the terminal's settings are as before.
  ///
  /// - Parameter command: what runs the program in turn, such as ``NoNetwork/command``.
  static func script(_ arguments: String, through command: String = "") -> String {
    """
    before=$(stty -g); \(command) '\(path)' \(arguments); status=$?
    [ "$before" = "$(stty -g)" ] && echo 'settings restored'
    echo "exit status $status"; exec cat
    """
  }

  /// Folders of settings, state and cache that nobody has used, removed at the end.
  final class Home {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "reactui-home-\(UUID().uuidString)")

    var environment: [String: String] {
      // What this machine has for sensors is nothing that a test may depend on.
      ["XDG_CONFIG_HOME": "config", "XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache", "REACTUI_SYS_ROOT": "sys"]
        .mapValues { folder.appending(path: $0).path }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
  }

  struct Result {
    var status: Int32
    var output: String
    var error: String
  }

  /// Runs the program without a terminal, to its end; one that does not end, such as a station that should not have started,
  /// is ended after a minute, with the status 124.
  static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["timeout", "60", path] + arguments
    let home = Home()
    process.environment = ProcessInfo.processInfo.environment.merging(home.environment) { $1 }
      .merging(environment) { $1 }
    let output = Pipe()
    let error = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = error
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let errorText = try error.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    withExtendedLifetime(home) {}
    return Result(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      error: String(decoding: errorText, as: UTF8.self))
  }
}
