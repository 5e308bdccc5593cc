import Foundation
import Screen
import Simulation
import Testing
import Text

@testable import PaneKit

/// The tables of docs/manual/keys.md are those of the help. What stands around them is written by hand.
@Suite struct KeysPageTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../docs/manual/keys.md")

  /// The help's chapters as tables, in its order.
  @UI private static func tables(_ shell: Shell) -> [(title: String, lines: [String])] {
    let label = KeyLabel(Theme())
    func names(_ keys: [KeyEvent]) -> String { keys.map { "`\(label.text([$0]))`" }.joined(separator: " ") }
    return HelpText.groups(shell.allCommands, shell.keymap).map { chapter in
      let rows = chapter.lines.map { line in
        let others = line.others.isEmpty ? "" : " or \(names(line.others))"
        return "| \(names(line.keys))\(others) | \(line.title) |"
      }
      return (chapter.category.title.string, ["| keys | what they do |", "| --- | --- |"] + rows)
    }
  }

  /// The page with these tables, each as the first one below the heading of its chapter; a chapter without a heading is added.
  private static func page(_ text: String, with tables: [(title: String, lines: [String])]) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for table in tables {
      if let heading = lines.firstIndex(of: "## \(table.title)") {
        let end = lines[(heading + 1)...].firstIndex { $0.hasPrefix("## ") } ?? lines.endIndex
        if let start = lines[heading..<end].firstIndex(where: { $0.hasPrefix("|") }) {
          let after = lines[start..<end].firstIndex { !$0.hasPrefix("|") } ?? end
          lines.replaceSubrange(start..<after, with: table.lines)
        } else {
          lines.insert(contentsOf: [""] + table.lines, at: heading + 1)
        }
      } else {
        lines.insert(contentsOf: ["## \(table.title)", ""] + table.lines + [""], at: max(0, lines.count - 1))
      }
    }
    return lines.joined(separator: "\n")
  }

  /// With `RECORD_GRIDS=1` in the environment the tables are written.
  @Test func theTablesAreThoseOfTheHelp() async throws {
    try await ShellStory.tell {
      let text = try String(contentsOf: Self.file, encoding: .utf8)
      let expected = Self.page(text, with: Self.tables(ShellStory().shell))
      if ProcessInfo.processInfo.environment["RECORD_GRIDS"] == "1" {
        try Data(expected.utf8).write(to: Self.file)
      } else {
        #expect(text == expected)
      }
    }
  }

  /// As far as a command's name and its part of the line begin with the same word.
  @Test func theWordsOfALineAreInTheOrderOfItsKeys() async {
    await ShellStory.tell {
      let commands = ShellStory().shell.allCommands.filter { !$0.keys.isEmpty }
      var compared = 0
      for (title, line) in Dictionary(grouping: commands, by: \.title) {
        let parts = title.string.replacing("; ", with: ", ").split(separator: ", ")
        var names: [SafeText] = []
        for command in line where !names.contains(command.name) { names.append(command.name) }
        guard names.count > 1, names.count == parts.count else { continue }
        func first(_ text: some StringProtocol) -> Substring { Substring(text).prefix { $0 != " " } }
        let words = names.map { first($0.string) }
        for (index, word) in words.enumerated() where words.count(where: { $0 == word }) == 1 {
          let places = parts.indices.filter { first(parts[$0]) == word }
          guard places.count == 1 else { continue }
          compared += 1
          #expect(places == [index], "“\(title)”: \(word)")
        }
      }
      #expect(compared > 10, "\(compared)")
    }
  }

  @Test func aTableReplacesTheFormerOneAndNothingElse() {
    let page = "# Keys\n\n## A\n\n| old |\n| --- |\n\nProse.\n\n| by hand |\n"
    let tables = [("A", ["| new |"]), ("B", ["| more |"])]
    let written = Self.page(page, with: tables)
    #expect(written == "# Keys\n\n## A\n\n| new |\n\nProse.\n\n| by hand |\n## B\n\n| more |\n\n")
    #expect(Self.page(written, with: tables) == written)
  }
}
