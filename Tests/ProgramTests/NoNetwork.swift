import Foundation

/// A place without any network but the loopback interface: a network namespace of the program's own (unshare(1)). On a
/// machine that is connected, a program that may ask the public services would, and what a test saw would be theirs.
enum NoNetwork {
  /// Runs the command that follows it there.
  static let command = #"unshare --map-root-user --net sh -c 'ip link set lo up && exec "$0" "$@"'"#

  /// Not every machine lets its users make namespaces.
  static let isPossible: Bool = {
    let attempt = Process()
    attempt.executableURL = URL(filePath: "/usr/bin/env")
    attempt.arguments = ["sh", "-c", command + " true"]
    attempt.standardOutput = FileHandle.nullDevice
    attempt.standardError = FileHandle.nullDevice
    guard (try? attempt.run()) != nil else { return false }
    attempt.waitUntilExit()
    return attempt.terminationStatus == 0
  }()
}
