import Foundation
import Model
import Screen
import Testing
import Text

@testable import Edits
@testable import SettingsFile

@Suite struct SettingsEditorTests {
  private static let vocabulary = SettingsVocabulary.sample

  /// Calls `body` with a folder that exists only within.
  private static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reactui-\(UUID())").path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private static func editor(_ path: String?, _ environment: [String: String]) -> SettingsEditor {
    SettingsEditor(SettingsSources(file: path, environment: environment, vocabulary: vocabulary))
  }

  private static func refusal(_ editor: SettingsEditor) -> String? {
    do throws(DisplayRefusal) {
      _ = try editor.call()
      return nil
    } catch {
      return error.sentence.string
    }
  }

  private static func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test func aMissingFileIsMadeOfTheExampleInAFolderOfItsOwn() throws {
    try Self.withFolder { folder in
      let environment = ["XDG_CONFIG_HOME": folder + "/a/b", "EDITOR": "vi"]
      let path = folder + "/a/b/reactui/config.yaml"
      #expect(try Self.editor(nil, environment).call() == ProgramCall(["vi", path]))
      let content = try String(contentsOfFile: path, encoding: .utf8)
      #expect(content == SettingsText.example(vocabulary: Self.vocabulary))
      #expect(Self.mode(path) == 0o600 && Self.mode(folder + "/a/b/reactui") == 0o700)
      // It is the program's own text, and changes nothing.
      guard case .success = SettingsText.decode(Array(content.utf8), vocabulary: Self.vocabulary) else {
        Issue.record("the example has mistakes")
        return
      }
    }
  }

  @Test func aFileThatIsThereStaysAsItIs() throws {
    try Self.withFolder { folder in
      let path = folder + "/c.yaml"
      try Data("theme: dark\n".utf8).write(to: URL(filePath: path))
      #expect(try Self.editor(path, ["EDITOR": "nano"]).call() == ProgramCall(["nano", path]))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "theme: dark\n")
    }
  }

  @Test(
    arguments: [
      (["VISUAL": "emacs -nw", "EDITOR": "ed"], ["emacs", "-nw"]),
      (["VISUAL": " ", "EDITOR": " ed\t-s "], ["ed", "-s"]),
      // No shell: what one would interpret is a word like others.
      (["EDITOR": "vi; rm $(x)"], ["vi;", "rm", "$(x)"]),
      (["EDITOR": #""/opt/my editor/ed" -w"#], ["/opt/my editor/ed", "-w"]),
      (["VISUAL": #"/opt/my\ editor/ed 'a b'"#], ["/opt/my editor/ed", "a b"]),
    ] as [([String: String], [String])])
  func theEditorIsTheWordsOfTheEnvironment(environment: [String: String], words: [String]) throws {
    try Self.withFolder { folder in
      let path = folder + "/c.yaml"
      let call = try Self.editor(path, environment).call()
      #expect(call.words == words + [path])
    }
  }

  @Test func whyThereIsNothingToEditIsSaidAndNothingIsMade() throws {
    try Self.withFolder { folder in
      let path = folder + "/c.yaml"
      #expect(Self.refusal(Self.editor(path, [:])) == "Set VISUAL or EDITOR to your editor, and start reactui again")
      #expect(!FileManager.default.fileExists(atPath: path))
      #expect(Self.refusal(Self.editor(folder, ["EDITOR": "vi"]))?.hasSuffix(" is no file: move it away") == true)
      try Data().write(to: URL(filePath: folder + "/file"))
      let below = Self.refusal(Self.editor(folder + "/file/c.yaml", ["EDITOR": "vi"]))
      #expect(below == "c.yaml cannot be made: Not a directory")
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder + "/nowhere/x")
      #expect(
        Self.refusal(Self.editor(path, ["EDITOR": "vi"]))
          == "\(path) is a link to \(folder)/nowhere/x, which is not there")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == folder + "/nowhere/x")
      #expect(
        Self.refusal(Self.editor(folder + "/file", ["EDITOR": "'vi"])) == "EDITOR cannot be used: a quote is not closed"
      )
    }
  }

  /// Root may write everywhere.
  @Test func aReadOnlyFileIsSaidToBe() throws {
    try Self.withFolder { folder in
      let path = folder + "/c.yaml"
      try Data().write(to: URL(filePath: path))
      chmod(path, 0o400)
      let refusal = Self.refusal(Self.editor(path, ["EDITOR": "vi"]))
      #expect(refusal == (geteuid() == 0 ? nil : "c.yaml cannot be written: Permission denied"))
    }
  }

  // MARK: - Lines

  /// The file takes the line, and means by it what was wished.
  @Test(arguments: [
    "Zürich", "Talk:A: b", "--output=/etc/x", "}], x: [", "\"'", "yes", "12", "# no", " a ", "$(x) `y`",
  ])
  func aLineIsReadAsItIsMeant(title: String) throws {
    for subject in [EditWatch.Subject.title(title), .user(title)] {
      let line = try #require(SettingsText.line(for: .watch(subject), vocabulary: Self.vocabulary))
      let settings = try Self.read(line)
      let clean = title.trimmingCharacters(in: .whitespaces)
      let expected: EditWatch.Subject =
        if case .title = subject { .title(clean) } else { .user(clean) }
      #expect(settings.wikipedia.watch == [EditWatch(expected)], "\(line)")
    }
  }

  @Test func keysThemesAndLimitsHaveLines() throws {
    let keys = try #require(
      SettingsText.line(for: .keys(["r", "F5", ":"], command: "pane.refresh"), vocabulary: Self.vocabulary))
    #expect(try Self.read(keys).keys == ["pane.refresh": ["r", "F5", ":"]])
    let theme = try #require(SettingsText.line(for: .theme("mono"), vocabulary: Self.vocabulary))
    #expect(theme == "theme: mono")
    let above = SettingsText.line(for: .above(26, room: "Office"), vocabulary: Self.vocabulary)
    #expect(["above: 26", "above: 26.0"].contains(above))
    #expect(SettingsText.line(for: .below(-2.5, room: "Office"), vocabulary: Self.vocabulary) == "below: -2.5")
  }

  private static func read(_ line: SafeText) throws -> Settings {
    switch SettingsText.decode(Array(line.string.utf8), vocabulary: vocabulary) {
    case .success(let layer): return try Settings.resolve(file: layer, vocabulary: vocabulary).get().settings
    case .failure(let mistakes): throw mistakes
    }
  }
}
