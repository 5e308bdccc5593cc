import Foundation

/// A place without any network but the loopback interface: a network namespace of the program's own (unshare(1)). On a
/// machine that is connected, a program that may ask the public services would, and what a test saw would be theirs.
enum NoNetwork {
  /// Runs the command that follows it there.
  static let command = #"unshare --map-root-user --net sh -c 'ip link set lo up && exec "$0" "$@"'"#

  /// Fails a test, with the reason, on a machine that does not let its users make namespaces: a test that is left out
  /// there would be left out everywhere some day, and nobody would notice.
  static func require() throws {
    let attempt = Process()
    let complaint = Pipe()
    attempt.executableURL = URL(filePath: "/usr/bin/env")
    attempt.arguments = ["sh", "-c", command + " true"]
    attempt.standardOutput = FileHandle.nullDevice
    attempt.standardError = complaint
    try attempt.run()
    let reason = try complaint.fileHandleForReading.readToEnd() ?? Data()
    attempt.waitUntilExit()
    guard attempt.terminationStatus == 0 else {
      throw TerminalSession.Failed(
        description: "no network namespace can be made here: \(String(decoding: reason, as: UTF8.self))")
    }
  }
}
