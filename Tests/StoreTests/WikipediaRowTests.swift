import Foundation
import Model
import Testing

@testable import Store

/// Wikipedia's choices as stored values, whose names and forms stay, so that each version reads what another has stored.
@Suite struct WikipediaRowTests {
  private static let stored: [(name: String, text: String, change: WikipediaChoices.Change)] = [
    (
      "wikis", #"{"chosen":["dewiki","frwiki"],"setting":["enwiki"]}"#,
      .wikis(Override(WikiSelection(["dewiki", "frwiki"]), of: .english))
    ),
    ("shown-edits", #"{"chosen":["major"],"setting":[]}"#, .shown(Override(ShownEdits([.major]), of: .all))),
    ("rates-apart", "1", .hasLinesApart(true)), ("edits-span", "21600.0", .span(21_600)),
    ("edits-order", "risk", .order(.risk)),
  ]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: stored) func aStoredChoiceOfAnyVersionIsRead(
    name: String, text: String, change: WikipediaChoices.Change
  ) async throws {
    var expected = WikipediaChoices()
    expected.take(change)
    #expect(expected != WikipediaChoices())
    StateDatabase(folder.state).keepNow(.wikipedia(change))
    let written: [String] = try Raw.values("SELECT value FROM value WHERE name = '\(name)'", in: folder.state)
    #expect(written == [text])
    try Raw.execute("DELETE FROM value", in: folder.state)
    try Raw.execute("INSERT INTO value VALUES ('\(name)', '\(text)')", in: folder.state)
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState(wikipedia: expected))
  }

  @Test(arguments: [
    ("wikis", "x"), ("shown-edits", #"{"chosen":["robots"],"setting":[]}"#), ("rates-apart", "x"), ("edits-span", "x"),
    ("edits-span", "nan"), ("edits-span", "1e300"), ("edits-order", "x"), ("of-another-version", "1"),
  ])
  func whatIsNoChoiceIsLeftOut(name: String, text: String) async throws {
    StateDatabase(folder.state).keepNow(.pane("conair"))
    try Raw.execute("INSERT INTO value VALUES ('\(name)', '\(text)')", in: folder.state)
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState(pane: "conair"))
  }
}
