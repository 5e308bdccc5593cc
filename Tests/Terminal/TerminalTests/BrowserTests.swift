import Foundation
import Testing
import Text

@testable import Terminal

@Suite struct BrowserTests {
  // No part of it may ever reach a shell.
  private let address = URL(string: "https://example.com/?q=$(touch%20x);a&b='c'")!

  private func candidates(_ environment: [String: String]) throws -> [Browser] {
    try Browser.candidates(for: address, environment: environment)
  }

  @Test func theAddressIsAlwaysOneArgument() throws {
    let text = address.absoluteString
    #expect(
      try candidates(["BROWSER": "firefox --new-tab:chromium --app=%s"]).map(\.arguments) == [
        ["firefox", "--new-tab", text], ["chromium", "--app=\(text)"],
      ])
  }

  @Test func aPathMayHaveABlankAndAColonInQuotes() throws {
    let text = address.absoluteString
    #expect(
      try candidates(["BROWSER": #""/opt/my browser/run" %s:'/opt/a:b/run'"#]).map(\.arguments) == [
        ["/opt/my browser/run", text], ["/opt/a:b/run", text],
      ])
    #expect(throws: CommandLineMistake(sentence: "a quote is not closed")) { try candidates(["BROWSER": "\"/opt/my"]) }
  }

  @Test(arguments: [[:], ["BROWSER": ""], ["BROWSER": " : "]])
  func withoutAChoiceTheDesktopDecides(environment: [String: String]) throws {
    #expect(try candidates(environment).map(\.arguments) == [["xdg-open", address.absoluteString]])
  }

  @Test func aBrowserThatRunsInTheTerminalGetsIt() throws {
    #expect(try candidates(["BROWSER": "/usr/bin/w3m -o x=1:firefox"]).map(\.needsTerminal) == [true, false])
    #expect(try candidates([:]).map(\.needsTerminal) == [true])
    #expect(try candidates(["DISPLAY": ":0"]).map(\.needsTerminal) == [false])
    #expect(try candidates(["WAYLAND_DISPLAY": "wayland-0"]).map(\.needsTerminal) == [false])
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
