import ArgumentParser
import Foundation
import Testing

@testable import reactui

/// The installed manual page has the keys of docs/manual/keys.md, whose tables are the help's (`KeysPageTests`).
@Suite struct ManualPageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")

  /// Returns a page after the keys were added to it.
  private func page(_ text: String, keys: URL) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reactui-manual-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = folder.appending(path: "reactui.1")
    try Data(text.utf8).write(to: page)
    let child = try ChildProcess(
      [Self.root.appending(path: "Tools/Setup/manual-keys").path, keys.path, page.path],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
    let output = try child.output.readToEnd() ?? Data()
    child.finish()
    #expect(String(decoding: output, as: UTF8.self) == "")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["reactui.1"])
    return try String(contentsOf: page, encoding: .utf8)
  }

  @Test func allKeysOfTheManualAreInThePage() throws {
    let keys = Self.root.appending(path: "docs/manual/keys.md")
    let written = try page(".Sh NAME\n.Nm reactui\n.Sh AUTHORS\nThe page.\n", keys: keys)
    let signs = ["`": "", "⇥": "Tab", "⏎": "Enter"]
    let expected = try String(contentsOf: keys, encoding: .utf8).split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /\| (`.*) \| (.*) \|/).map { row in
        signs.reduce("\(row.1): \(row.2)") { $0.replacing($1.key, with: $1.value) }
      }
    }
    let lines = written.replacing("\\&", with: "").replacing("\\e", with: "\\").split(separator: "\n")
    let items = zip(lines, lines.dropFirst()).compactMap { item, text in
      item.hasPrefix(".It ") ? item.dropFirst(4) + ": " + text : nil
    }
    #expect(expected.count > 50)
    #expect(items.map(String.init) == expected)
    #expect(lines.prefix(3) == [".Sh NAME", ".Nm reactui", ".Sh KEYS"])
    #expect(lines.suffix(3) == [".El", ".Sh AUTHORS", "The page."])
    #expect(lines.count { $0.hasPrefix(".Bl") } == lines.count { $0 == ".El" })
  }

  /// groff warns of an empty line in a page; generate-manual writes what commands say as it stands.
  @Test func noTextOfACommandHasAnEmptyLine() {
    func check(_ command: any ParsableCommand.Type) {
      let (configuration, name) = (command.configuration, command._commandName)
      #expect(!configuration.discussion.contains("\n\n") && !configuration.abstract.contains("\n"), "\(name)")
      for subcommand in configuration.subcommands { check(subcommand) }
    }
    check(Reactui.self)
    #expect(!EditsCommand.configuration.discussion.isEmpty)
  }

  /// mdoc reads words that are macros or delimiters, and lines that begin with a dot, as something else than text.
  @Test func whatLooksLikeAMacroIsText() throws {
    let keys = FileManager.default.temporaryDirectory.appending(path: "reactui-keys-\(UUID().uuidString).md")
    defer { try? FileManager.default.removeItem(at: keys) }
    try Data("## A\n\n| keys | what |\n| --- | --- |\n| `[` `Sy` or `\\` | .Sh of \\ it |\n\nProse.\n".utf8).write(
      to: keys)
    let written = try page(".Sh NAME\n", keys: keys)
    #expect(
      written == """
        .Sh NAME
        .Sh KEYS
        .Ss \\&A
        .Bl -tag -width 20n -compact
        .It \\&[ \\&Sy \\&or \\&\\e
        \\&.Sh of \\e it
        .El

        """)
  }
}
