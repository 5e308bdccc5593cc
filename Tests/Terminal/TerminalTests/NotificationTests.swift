import Foundation
import Screen
import Testing
import Text

@testable import Terminal

@Suite struct NotificationTests {
  private static let contents: [(NotificationWay, String)] = [
    (.osc9, "9;reactui: "), (.osc777, "777;notify;reactui;"), (.osc99, "99;;reactui: "),
  ]

  @Test(arguments: contents)
  func eachTerminalGetsItsOwnSequence(way: NotificationWay, content: String) {
    let plain = "\u{1B}]\(content)Office above 26°C\u{07}"
    #expect(Sequences.notification("Office above 26°C", by: way, through: .direct) == plain)
    #expect(
      Sequences.notification("Office above 26°C", by: way, through: .tmux)
        == "\u{1B}Ptmux;\u{1B}" + plain + "\u{1B}\\")
    #expect(
      Sequences.notification("Office above 26°C", by: way, through: .screen) == "\u{1B}P" + plain + "\u{1B}\\")
  }

  @Test(arguments: contents)
  func noTextLeavesItsSequence(way: NotificationWay, content: String) {
    let text = SafeText(oneLine: "a\u{1B}\\b\u{07}c\nd\u{9C}e\u{202E}f")
    #expect(
      Sequences.notification(text, by: way, through: .direct)
        == "\u{1B}]\(content)a\u{FFFD}\\b\u{FFFD}c d\u{FFFD}ef\u{07}")
  }

  @Test(arguments: ["a", "東", "e\u{301}"])
  func aLongTextIsCutToWhatGNUScreenPassesOn(letter: String) {
    let text = SafeText(oneLine: String(repeating: letter, count: 10_000))
    for way in NotificationWay.allCases {
      let sequence = Sequences.notification(text, by: way, through: .screen)
      #expect(sequence.utf8.count <= 256 && sequence.hasSuffix("\(letter)…\u{07}\u{1B}\\"))
      #expect(sequence.components(separatedBy: "\u{1B}P").count == 2, "in one piece, as letters are not cut")
    }
  }

  @Test(
    arguments: [
      ("xterm-kitty", [:], .osc99), ("xterm-256color", ["KITTY_WINDOW_ID": "1"], .osc99), ("foot", [:], .osc777),
      ("rxvt-unicode-256color", [:], .osc777), ("xterm-256color", ["TERM_PROGRAM": "WezTerm"], .osc777),
      ("xterm-ghostty", [:], .osc777), ("xterm-256color", ["TERM_PROGRAM": "iTerm.app"], .osc9),
      ("tmux-256color", ["TERM_PROGRAM": "tmux", "LC_TERMINAL": "iTerm2"], .osc9), ("xterm-256color", [:], nil),
      ("xterm-256color", ["TERM_PROGRAM": "Apple_Terminal", "KITTY_WINDOW_ID": ""], nil), ("linux", [:], nil),
    ] as [(String, [String: String], NotificationWay?)])
  func onlyAKnownTerminalNotifies(term: String, environment: [String: String], way: NotificationWay?) {
    #expect(TerminalType.notificationWay(term: term, environment: environment) == way)
  }
}

extension NcursesDisplayTests {
  @Test @UI func theSettingsMayNameTheSequence() throws {
    let session = try Session()
    _ = try session.write("text")
    #expect(!session.display.notifies(by: nil) && session.display.notifies(by: .osc9))
    session.display.notify("one", by: nil)
    #expect(try session.terminal.outputSoFar() == "")
    session.display.notify("two", by: .osc9)
    #expect(try session.terminal.outputSoFar() == "\u{1B}]9;reactui: two\u{07}")
    session.display.close()
  }

  @Test(arguments: ["linux", "vt100"])
  @UI func aConsoleGetsNoNotificationWhateverTheSettingsSay(term: String) throws {
    let session = try Session(term: term, environment: ["KITTY_WINDOW_ID": "1"])
    _ = try session.write("text")
    #expect(!session.display.notifies(by: .osc9))
    session.display.notify("text", by: .osc9)
    #expect(try session.terminal.outputSoFar() == "")
    session.display.close()
  }
}
