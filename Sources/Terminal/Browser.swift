import Foundation
import Processes
import Text

/// How an address is opened: which program, with which arguments, and whether it needs the terminal.
struct Browser: Hashable {
  /// The program first. Never a line for a shell: an address may hold anything that a shell would act upon.
  var arguments: [String]
  /// It draws on the terminal, and has it until it ends.
  var needsTerminal: Bool

  /// The programs to be tried, first choice first: those of `BROWSER`, else `xdg-open`.
  ///
  /// `BROWSER` is a list with colons between; `%s` in an entry stands for the address, which otherwise follows as the last
  /// argument.
  static func candidates(for address: URL, environment: [String: String]) -> [Browser] {
    let isGraphical = ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(environment[$0] ?? "").isEmpty }
    let entries = (environment["BROWSER"] ?? "").split(separator: ":").filter { !$0.allSatisfy(\.isWhitespace) }
    return (entries.isEmpty ? ["xdg-open"] : entries).map { entry in
      var words = entry.split(whereSeparator: \.isWhitespace).map(String.init)
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

  /// The program without its folder.
  var name: SafeText { SafeText(oneLine: arguments[0].split(separator: "/").last.map(String.init) ?? arguments[0]) }

  /// A browser that ends badly after more than this was open.
  static let startingTime = Duration.seconds(3)

  private static let textBrowsers: Set = [
    "browsh", "carbonyl", "chawan", "cha", "elinks", "links", "links2", "lynx", "w3m", "www-browser",
  ]

  /// Only what a browser is for: other schemes start other programs.
  static func isAllowed(_ address: URL) -> Bool {
    guard let scheme = address.scheme?.lowercased(), let host = address.host() else { return false }
    return ["http", "https"].contains(scheme) && !host.isEmpty
  }

  /// Whether there is such a program, so that the terminal is not handed over in vain.
  func isInstalled(path: String) -> Bool {
    let folders = arguments[0].contains("/") ? [""] : path.split(separator: ":").map { $0 + "/" }
    return folders.contains { access($0 + arguments[0], X_OK) == 0 }
  }

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - environment: All that it gets.
  ///   - onEnd: Told how it ended, on another thread.
  /// - Returns: Whether there is such a program.
  func start(environment: [String: String], onEnd: @escaping @Sendable (ChildExit) -> Void) -> Bool {
    (try? Child(
      arguments, environment: environment, streams: needsTerminal ? .inherited : .detached(), onEnd: onEnd)) != nil
  }
}
