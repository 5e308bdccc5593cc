import Edits
import Foundation
import Model
import ModelTesting
import Testing

@testable import Storage

/// Wikipedia's choices as stored values, whose names and forms stay, so that each version reads what another has stored.
@Suite struct WikipediaRowTests {
  private static let stored: [(name: String, text: String, change: WikipediaChoices.Change)] = [
    (
      "wikis", #"{"chosen":["dewiki","frwiki"],"setting":["enwiki"]}"#,
      .wikis(Override(WikiSelection(["dewiki", "frwiki"]), of: .english))
    ),
    ("shown-edits", #"{"chosen":["major"],"setting":[]}"#, .shown(Override(ShownEdits([.major]), of: .all))),
    ("edits-condition", "vandals?", .condition("vandals?")), ("rates-apart", "1", .hasLinesApart(true)),
    ("edits-span", "21600.0", .span(21_600)),
    ("edits-order", "risk", .order(.risk)), ("edits-backdrop", "1", .showsBackdrop(true)),
    (
      #"watched ["enwiki","page","Talk:Saturn"]"#, "1", .watch(WatchedSubject(.page, "Talk:Saturn", on: "enwiki"), true)
    ),
    (#"watched ["dewiki","user","\"Łódź\""]"#, "1", .watch(WatchedSubject(.user, "\"Łódź\"", on: "dewiki"), true)),
    (#"ignored ["enwiki","user","Botty"]"#, "1", .ignore(WatchedSubject(.user, "Botty", on: "enwiki"), true)),
  ]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: stored) func aStoredChoiceOfAnyVersionIsRead(
    name: String, text: String, change: WikipediaChoices.Change
  ) async throws {
    var expected = WikipediaChoices()
    expected.reduce(change)
    #expect(expected != WikipediaChoices())
    StateDatabase(folder.state).keepNow(.choice(change))
    let written: [String] = try Raw.values("SELECT value FROM value WHERE name = '\(name)'", in: folder.state)
    #expect(written == [text])
    try Raw.execute("DELETE FROM value", in: folder.state)
    try Raw.execute("INSERT INTO value VALUES ('\(name)', '\(text)')", in: folder.state)
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState(wikipedia: expected))
  }

  @Test(arguments: [
    ("wikis", "x"), ("shown-edits", #"{"chosen":["robots"],"setting":[]}"#), ("rates-apart", "x"), ("edits-span", "x"),
    ("edits-span", "nan"), ("edits-span", "1e300"), ("edits-order", "x"), ("of-another-version", "1"),
    ("edits-backdrop", "x"),
    ("watched ", "1"), ("watched x", "1"), (#"watched ["enwiki","page"]"#, "1"),
    (#"watched ["no wiki","page","A"]"#, "1"),
    (#"watched ["enwiki","words","A"]"#, "1"), (#"watched ["enwiki","user",""]"#, "1"), ("ignored ", "1"),
    (#"ignored ["no wiki","page","A"]"#, "1"),
  ])
  func whatIsNoChoiceIsLeftOut(name: String, text: String) async throws {
    StateDatabase(folder.state).keepNow(.pane("conair"))
    try Raw.execute("INSERT INTO value VALUES ('\(name)', '\(text)')", in: folder.state)
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState(pane: "conair"))
  }

  /// Two programs that share the state watch and stop watching without undoing each other's choices.
  @Test func eachWatchedPageIsAValueOfItsOwn() async {
    let (saturn, mars) = (WatchedSubject(.page, "Saturn", on: "enwiki"), WatchedSubject(.page, "Mars", on: "enwiki"))
    let (one, other) = (StateDatabase(folder.state), StateDatabase(folder.state))
    one.keepNow(.choice(.watch(saturn, true)))
    other.keepNow(.choice(.watch(mars, true)))
    one.keepNow(.choice(.watch(saturn, false)))
    #expect(await StateDatabase(folder.state).remembered.only.wikipedia.watched == [mars])
  }
}
