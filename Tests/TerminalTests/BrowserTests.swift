import Foundation
import Testing

@testable import Terminal

@Suite struct BrowserTests {
  // No part of it may ever reach a shell.
  private let address = URL(string: "https://example.com/?q=$(touch%20x);a&b='c'")!

  private func candidates(_ environment: [String: String]) -> [Browser] {
    Browser.candidates(for: address, environment: environment)
  }

  @Test func theAddressIsAlwaysOneArgument() {
    let text = address.absoluteString
    #expect(
      candidates(["BROWSER": "firefox --new-tab:chromium --app=%s"]).map(\.arguments) == [
        ["firefox", "--new-tab", text], ["chromium", "--app=\(text)"],
      ])
  }

  @Test(arguments: [[:], ["BROWSER": ""], ["BROWSER": " : "]])
  func withoutAChoiceTheDesktopDecides(environment: [String: String]) {
    #expect(candidates(environment).map(\.arguments) == [["xdg-open", address.absoluteString]])
  }

  @Test func aBrowserThatRunsInTheTerminalGetsIt() {
    #expect(candidates(["BROWSER": "/usr/bin/w3m -o x=1:firefox"]).map(\.needsTerminal) == [true, false])
    #expect(candidates([:]).map(\.needsTerminal) == [true])
    #expect(candidates(["DISPLAY": ":0"]).map(\.needsTerminal) == [false])
    #expect(candidates(["WAYLAND_DISPLAY": "wayland-0"]).map(\.needsTerminal) == [false])
  }

  @Test(arguments: [
    ("https://example.com", true), ("HTTP://example.com/a", true), ("file:///etc/passwd", false),
    ("javascript:alert(1)", false), ("mailto:a@example.com", false), ("https:relative", false), ("/just/a/path", false),
  ])
  func onlyWebAddressesAreOpened(text: String, isAllowed: Bool) throws {
    #expect(Browser.isAllowed(try #require(URL(string: text))) == isAllowed)
  }

  @Test func aProgramThatIsNotThereCannotBeStarted() {
    #expect(!Browser(arguments: ["no-such-browser"], needsTerminal: true).isInstalled(path: "/usr/bin:/bin"))
    #expect(Browser(arguments: ["sh"], needsTerminal: true).isInstalled(path: "/nowhere:/bin"))
    #expect(!Browser(arguments: ["/no/such/browser", "x"], needsTerminal: false).start(environment: [:]) { _ in })
  }
}
