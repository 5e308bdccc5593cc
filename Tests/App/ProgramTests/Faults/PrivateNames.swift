import Foundation

/// Names of hosts that one program alone knows: it runs in a mount namespace of its own (unshare(1)), whose /etc is a folder
/// with a file of hosts that a test can change.
final class PrivateNames {
  enum Fault: Sendable {
    /// No name is known.
    case unknown
    /// Whoever asks for a name waits.
    case silent
  }

  /// A name for the relay.
  static let host = "station.test"

  private let folder = FileManager.default.temporaryDirectory.appending(path: "reactui-names-\(UUID().uuidString)")
  private let hosts: String
  private var etc: URL { folder.appending(path: "etc") }

  /// - Parameter addresses: Those of ``host``.
  init(addresses: [String]) throws {
    hosts = addresses.map { "\($0) \(Self.host)\n" }.joined()
    for name in ["etc", "machine"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    try Data("hosts: files\n".utf8).write(to: etc.appending(path: "nsswitch.conf"))
    try set(nil)
  }

  deinit {
    wake()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Runs the command that follows it with these names. What else is in /etc is the machine's.
  var command: String {
    let script = """
      mount --bind /etc machine && for file in machine/*; do [ -e "etc/${file##*/}" ] || ln -s "$PWD/$file" etc/; done && \
      mount --bind etc /etc && cd "$0" && exec "$@"
      """
    return "unshare --map-root-user --mount sh -c 'cd \(folder.path) && \(script)' \"$PWD\""
  }

  /// Fails like this from now on, or works again.
  func set(_ fault: Fault?) throws {
    let next = folder.appending(path: "next").path
    switch fault {
    // The C library opens the file for each name, and opening a pipe that nobody writes to waits (fifo(7)).
    case .silent:
      guard mkfifo(next, 0o600) == 0 else { throw TerminalSession.Failed(description: "no pipe") }
    case .unknown: try Data().write(to: URL(filePath: next))
    case nil: try Data(hosts.utf8).write(to: URL(filePath: next))
    }
    let pipe = wakeable()
    guard rename(next, etc.appending(path: "hosts").path) == 0 else {
      throw TerminalSession.Failed(description: "no file of hosts")
    }
    if let pipe { close(pipe) }
  }

  /// Ends what waits for a name, as a resolver does that gives up.
  func wake() {
    if let pipe = wakeable() { close(pipe) }
  }

  /// Opens the pipe if anybody waits at its other end.
  private func wakeable() -> Int32? {
    let pipe = open(etc.appending(path: "hosts").path, O_WRONLY | O_NONBLOCK)
    return pipe >= 0 ? pipe : nil
  }
}
