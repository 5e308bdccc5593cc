import Screen
import Testing
import Text

@testable import Terminal

/// The title of the terminal's window.
extension NcursesDisplayTests {
  @Test @UI func aTitleIsWrittenOnceAndPutBack() throws {
    let session = try Session()
    #expect(try session.write("text").contains("\u{1B}[22;0t"))
    session.display.entitle("reactui · 3 unread")
    #expect(try session.terminal.outputSoFar() == "\u{1B}]2;reactui · 3 unread\u{07}")
    session.display.entitle("reactui · 3 unread")
    #expect(try session.terminal.outputSoFar() == "")
    session.display.close()
    #expect(try session.terminal.outputSoFar().contains("\u{1B}]2;\u{07}\u{1B}[23;0t"))
  }

  @Test @UI func theShellHasItsOwnTitle() throws {
    let session = try Session()
    session.display.entitle("before")
    _ = try session.terminal.outputSoFar()
    session.display.lend()
    #expect(try session.terminal.outputSoFar().contains("\u{1B}[23;0t"))
    session.display.entitle("after")
    #expect(try session.terminal.outputSoFar() == "")
    session.display.takeBack()
    #expect(try session.terminal.outputSoFar().contains("\u{1B}[22;0t\u{1B}]2;after\u{07}"))
    session.display.close()
  }

  @Test(arguments: ["linux", "vt100"])
  @UI func aTerminalThatMayShowATitleAsTextGetsNone(term: String) throws {
    let session = try Session(term: term)
    session.display.entitle("reactui")
    var output = try session.write("text")
    session.display.close()
    output += try session.terminal.outputSoFar()
    #expect(!output.contains("reactui") && !output.contains("\u{1B}]2;") && !output.contains(";0t"))
  }
}

@Suite struct TitleWayTests {
  @Test(
    arguments: [
      ("xterm-256color", [:], false, .xterm), ("xterm-kitty", [:], false, .xterm), ("foot", [:], false, .xterm),
      ("alacritty", [:], false, .xterm), ("vte-256color", [:], false, .xterm), ("tmux-256color", [:], false, .xterm),
      ("screen-256color", ["TMUX": "/tmp/a"], false, .xterm),
      ("screen", ["STY": "1.a", "SHELL": "/bin/bash"], false, .screen(shell: "bash")),
      ("xterm-256color", ["STY": "1.a"], true, nil),
      ("screen.xterm-256color", [:], false, .screen(shell: "")), ("screen", [:], true, nil),
      ("unheard-of", [:], false, nil), ("unheard-of", [:], true, .xterm), ("linux", [:], true, nil),
      ("vt100", [:], true, nil), ("vt420", [:], true, nil), ("dumb", [:], true, nil), ("eterm-color", [:], true, nil),
    ] as [(String, [String: String], Bool, Sequences.TitleWay?)])
  func onlyAKnownTerminalHasATitle(
    term: String, environment: [String: String], isDescribed: Bool, way: Sequences.TitleWay?
  ) {
    #expect(TerminalType.titleWay(term: term, environment: environment, isDescribed: isDescribed) == way)
  }

  @Test func noTextLeavesItsSequence() {
    let text = SafeText(oneLine: "a\u{1B}\\b\u{07}c\nd\u{9C}e\u{202E}f")
    #expect(Sequences.title(text, by: .xterm) == "\u{1B}]2;a\u{FFFD}\\b\u{FFFD}c d\u{FFFD}ef\u{07}")
    #expect(Sequences.title(text, by: .screen(shell: "")) == "\u{1B}ka\u{FFFD}\\b\u{FFFD}c d\u{FFFD}ef\u{1B}\\")
    #expect(Sequences.titleEnds(by: .screen(shell: "zsh")) == "\u{1B}kzsh\u{1B}\\")
  }
}
