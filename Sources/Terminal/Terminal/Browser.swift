import Foundation
import Processes
import Text

/// A command that opens an address: the program, its arguments, and whether it needs the terminal.
struct Browser: Hashable {
  /// The program and its arguments. Never a line for a shell, because an address may contain anything that a shell would
  /// interpret.
  var arguments: [String]
  /// Whether it draws on the terminal, and has it until it ends.
  var needsTerminal: Bool

  /// Returns the commands to try in order: those of `BROWSER`, else `xdg-open`.
  ///
  /// `BROWSER` is a list separated by colons, of commands that are split as those of the settings are; `%s` in one stands for
  /// the address, which otherwise follows as the last argument.
  static func candidates(
    for address: URL, environment: [String: String]
  ) throws(CommandLineMistake) -> [Browser] {
    let isGraphical = ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(environment[$0] ?? "").isEmpty }
    let entries = try CommandLineWords.split(environment["BROWSER"] ?? "", separator: ":")
    return (entries.isEmpty ? [["xdg-open"]] : entries).map { entry in
      var words = entry
      let names = words.contains { $0.contains("%s") }
      words = words.map { $0.replacingOccurrences(of: "%s", with: address.absoluteString) }
      if !names { words.append(address.absoluteString) }
      var browser = Browser(arguments: words, needsTerminal: false)
      let name = browser.name.string
      // Without a graphical session, xdg-open looks for a browser that runs in the terminal.
      browser.needsTerminal = textBrowsers.contains(name) || (name == "xdg-open" && !isGraphical)
      return browser
    }
  }

  /// The name of the program without its folder.
  var name: SafeText { SafeText(oneLine: arguments[0].pathNames.last ?? arguments[0]) }

  /// A browser that fails after more than this time had opened the address.
  static let startingTime = Duration.seconds(3)

  private static let textBrowsers: Set = [
    "browsh", "carbonyl", "chawan", "cha", "elinks", "links", "links2", "lynx", "w3m", "www-browser",
  ]

  /// Returns whether the address is for a browser: other schemes start other programs.
  static func isAllowed(_ address: URL) -> Bool {
    guard let scheme = address.scheme?.lowercased(), let host = address.host() else { return false }
    return ["http", "https"].contains(scheme) && !host.isEmpty
  }

  /// Returns whether the program exists, so that the terminal is not handed over in vain.
  func isInstalled(path: String) -> Bool {
    let folders = arguments[0].contains("/") ? [""] : path.split(separator: ":").map { $0 + "/" }
    return folders.contains { access($0 + arguments[0], X_OK) == 0 }
  }

  /// Starts the program without the terminal.
  ///
  /// - Parameters:
  ///   - environment: The program's whole environment.
  ///   - onEnd: Called with the exit status, on another thread.
  /// - Returns: whether the program exists.
  func start(environment: [String: String], onEnd: @escaping @Sendable (ChildExit) -> Void) -> Bool {
    (try? Child(arguments, environment: environment, streams: .detached(), onEnd: onEnd)) != nil
  }
}
