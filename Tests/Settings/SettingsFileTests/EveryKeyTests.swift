import Foundation
import Model
import Testing
import Text

@testable import SettingsFile

/// What must hold for every key of the table, also for those that are added later.
@Suite struct EveryKeyTests {
  /// Values that no key takes, each of another kind.
  static let wrongValues = ["[[[]]]", "{\"?\": [[]]}", "[~]", "\"\"", "\"'\"", "[\"\"]"]

  /// A file with a value for a key, in its second or third line.
  static func file(_ setting: Setting, _ key: String, _ value: String) -> (yaml: String, line: Int) {
    guard let section = setting.section else { return ("# first\n\(key): \(value)", 2) }
    return ("# first\n\(section):\n  \(key): \(value)", 3)
  }

  @Test(arguments: wrongValues)
  func aWrongValueOfEveryKeyGivesASentenceWithItsLine(value: String) {
    for setting in SettingsTable(.sample).settings {
      for key in setting.keys {
        let (yaml, line) = Self.file(setting, key.name, value)
        let sentences = MistakeTests.sentences(yaml)
        let start = "config.yaml:\(line):"
        #expect(!sentences.isEmpty && sentences.allSatisfy { $0.hasPrefix(start) }, "\(yaml): \(sentences)")
        #expect(sentences.allSatisfy { $0.contains(setting.keyPath(key.name)) }, "\(yaml): \(sentences)")
      }
    }
  }

  @Test(arguments: ["[[[]]]", "{\"?\": [[]]}", "[~]", "\"\""])
  func aWrongValueOfEveryKeyOfATabAndARoomGivesASentenceWithItsLine(value: String) {
    for setting in SettingsTable(.sample).settings {
      for key in setting.keys {
        for nested in key.nested {
          let (yaml, line) = Self.file(setting, key.name, "\n    - \(nested.name): \(value)")
          let sentences = MistakeTests.sentences(yaml)
          let start = "config.yaml:\(line + 1):"
          #expect(!sentences.isEmpty && sentences.allSatisfy { $0.hasPrefix(start) }, "\(yaml): \(sentences)")
          let path = "\(setting.keyPath(key.name))[0].\(nested.name)"
          #expect(sentences.allSatisfy { $0.contains(path) }, "\(yaml): \(sentences)")
        }
      }
    }
  }

  /// What a value is written as means the same value, but for secrets.
  @Test func everyExampleIsWrittenAsItIsRead() throws {
    for setting in SettingsTable(.sample).settings where setting.keys.count == 1 {
      let key = setting.keys[0]
      let isBlock = key.written(Settings())?.isInline == false
      let value = isBlock ? key.examples.map { "\n    \($0)" }.joined() : key.examples[0].string
      let first = try ResolveTests.file(Self.file(setting, key.name, value).yaml).settings
      let written = try #require(key.written(first), "\(setting.path)")
      let second = try ResolveTests.file(Self.file(setting, key.name, written.line.string).yaml).settings
      #expect(first == second, "\(setting.path): \(written.line)")
    }
  }

  @Test func everyKeyIsDescribed() {
    let settings = SettingsTable(.sample).settings
    for setting in settings {
      for key in setting.keys {
        #expect(key.meaning.string.hasSuffix(".") && !key.examples.isEmpty, "\(key.name)")
        for nested in key.nested {
          #expect(nested.meaning.string.hasSuffix(".") && !nested.example.isEmpty, "\(nested.name)")
        }
      }
    }
    let paths = settings.flatMap { setting in setting.keys.map { setting.keyPath($0.name) } }
    #expect(Set(paths).count == paths.count)
    let variables = settings.compactMap(\.variable)
    #expect(Set(variables).count == variables.count)
    #expect(variables.allSatisfy { $0.hasPrefix("REACTUI_") })
  }

  /// Every value of the settings can be given by a key: one that is left out of the table would stay a default for ever.
  @Test func everySettingOfTheModelHasAKey() throws {
    let values = DocumentTests.values.filter { !DocumentTests.example[$0].contains("-file:") }
    let layer = try ResolveTests.file(DocumentTests.uncommented(values))
    func leaves(_ value: Any, path: String) -> [String] {
      let mirror = Mirror(reflecting: value)
      if let section = (mirror.children.first?.value as? [ObjectIdentifier: any TypedValue]) {
        return section.values.flatMap { leaves($0, path: path) }
      }
      guard mirror.displayStyle == .struct, ["Settings", "TypedValues"].contains(where: "\(type(of: value))".hasSuffix)
      else { return [path] }
      return mirror.children.flatMap { leaves($0.value, path: "\(path).\($0.label ?? "")") }
    }
    #expect(leaves(layer.settings, path: "settings").count == SettingsTable(.sample).settings.count)
  }

  @Test(
    arguments: [
      ("tags", ["tabs"]), ("tab", ["tabs"]), ("tbas", ["tabs"]), ("token", []), ("", []), ("TABS", ["tabs"]),
      (String(repeating: "tabs", count: 1_000), []),
    ] as [(String, [String])])
  func theNearestWordIsThatWithFewErrors(word: String, expected: [String]) {
    #expect(NearestWord.nearest(to: word, among: ["tabs", "url", "refresh-every"]).map { [$0] } ?? [] == expected)
  }

  @Test(arguments: [
    ("pass show stackexchange", ["pass", "show", "stackexchange"]), ("  a   b ", ["a", "b"]),
    (#"'/my program' "an \"argument\"" a\ b ''"#, ["/my program", "an \"argument\"", "a b", ""]),
    (#"echo 'a\b' "|" \|"#, ["echo", #"a\b"#, "|", "|"]), ("a|b", ["a|b"]), ("ä 'ö ü'x", ["ä", "ö üx"]),
  ])
  func aLineOfWordsIsSplitAsAShellWould(line: String, words: [String]) throws {
    #expect(try CommandLineWords.split(line) == words)
  }

  @Test(arguments: [("1 h 30 min", 5_400), ("90s", 90), ("1.5 min", 90), ("2 Hours", 7_200), ("1d", 86_400)])
  func aTimeIsReadWithItsUnits(text: String, seconds: Double) throws {
    #expect(try DurationText.parse(text) == seconds)
  }

  @Test(arguments: [0, 0.5, 1.5, 1, 10, 60, 90, 300, 3_600, 5_400, 86_400, 86_401])
  func aTimeIsWrittenAsItIsRead(seconds: Double) throws {
    #expect(try DurationText.parse(DurationText.text(seconds).string) == seconds)
  }
}
