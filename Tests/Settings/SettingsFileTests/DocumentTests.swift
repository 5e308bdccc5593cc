import Assembly
import Foundation
import Model
import Testing

@testable import SettingsFile

/// The texts that are made from the table.
@Suite struct DocumentTests {
  static let example = SettingsText.example(vocabulary: .sample).components(separatedBy: "\n")
  /// The lines with a value that is commented out: a `#` and no blank behind it.
  static let values = example.indices.filter {
    let line = example[$0].drop { $0 == " " }
    return line.first == "#" && line.dropFirst().first.map { $0 != " " } == true
  }

  /// All of them that can stand together: of the two keys of a secret one.
  static let compatibleValues = values.filter { !example[$0].contains("-file:") }

  static func uncommented(_ indices: [Int]) -> String {
    var lines = example
    for index in indices {
      if let hash = lines[index].firstIndex(of: "#") { lines[index].remove(at: hash) }
    }
    return lines.joined(separator: "\n")
  }

  /// What the palette shows of a setting can be written into the file as it is.
  @Test func everySettingHasALineThatLoads() throws {
    let lines = SettingsText.lines(vocabulary: .sample)
    #expect(lines.contains { $0.name == "layout.share" } && lines.count > 20)
    for line in lines {
      let layer = try SettingsText.decode(line.line.string, vocabulary: .sample).get()
      #expect(layer.places.count == 1, "\(line.line)")
    }
  }

  // MARK: - The example

  @Test func theExampleChangesNothing() throws {
    let layer = try SettingsText.decode(Self.example.joined(separator: "\n"), vocabulary: .sample).get()
    #expect(layer == SettingsLayer())
  }

  @Test func everyValueOfTheExampleLoadsByItself() throws {
    #expect(Self.values.count > 18)
    for index in Self.values {
      let layer = try SettingsText.decode(Self.uncommented([index]), vocabulary: .sample).get()
      #expect(layer.places.count == 1, "\(Self.example[index])")
      // Some lines show the default.
      _ = try Settings.resolve(file: layer, vocabulary: .sample).get()
    }
  }

  @Test func allValuesOfTheExampleLoadTogether() throws {
    let layer = try SettingsText.decode(Self.uncommented(Self.compatibleValues), vocabulary: .sample).get()
    _ = try Settings.resolve(file: layer, vocabulary: .sample).get()
    #expect(Set(layer.places.keys) == Set(SettingsTable(.sample).settings.map(\.path)))
  }

  @Test func theExampleFitsAnEditor() {
    for line in Self.example where !line.contains("{") {
      #expect(line.count <= 120, "\(line)")
    }
  }

  // MARK: - The schema

  static func schema() throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(SettingsText.schema(vocabulary: .sample).utf8))
    return try #require(json as? [String: Any])
  }

  @Test func theSchemaKnowsExactlyTheKeysOfTheTable() throws {
    let schema = try Self.schema()
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    #expect(schema["additionalProperties"] as? Bool == false)
    var paths: [String] = []
    for (name, value) in try #require(schema["properties"] as? [String: [String: Any]]) {
      guard let keys = value["properties"] as? [String: Any] else {
        paths.append(name)
        continue
      }
      #expect(value["additionalProperties"] as? Bool == false, "\(name)")
      paths += keys.keys.map { "\(name).\($0)" }
    }
    let table = SettingsTable(.sample).settings
      .flatMap { setting in setting.keys.map { setting.keyPath($0.name) } }
    #expect(paths.sorted() == table.sorted())
  }

  /// Every object says which keys it has, and every key what it means.
  @Test func theSchemaDescribesEveryKey() throws {
    func check(_ value: Any, path: String) {
      if let list = value as? [Any] {
        for element in list { check(element, path: path) }
      }
      guard let object = value as? [String: Any] else { return }
      if let properties = object["properties"] as? [String: [String: Any]] {
        #expect(object["additionalProperties"] as? Bool == false, "\(path)")
        for (name, property) in properties {
          #expect((property["description"] as? String)?.hasSuffix(".") == true, "\(path).\(name)")
          check(property, path: "\(path).\(name)")
        }
      }
      for (name, part) in object where name != "properties" { check(part, path: path) }
    }
    check(try Self.schema(), path: "")
  }

  /// As the example has them: a key whose lines are all comments has no value.
  @Test func theSchemaAllowsKeysWithoutLines() throws {
    let properties = try #require(try Self.schema()["properties"] as? [String: [String: Any]])
    let headers = Self.example.filter { $0.hasSuffix(":") && !$0.contains("#") && !$0.hasPrefix(" ") }
    #expect(headers.count > 5)
    for header in headers {
      #expect((properties[String(header.dropLast())]?["type"] as? [String])?.contains("null") == true, "\(header)")
    }
  }

  @Test func theSchemaListsTheWordsThatArePossible() throws {
    let properties = try #require(try Self.schema()["properties"] as? [String: [String: Any]])
    #expect(properties["unit"]?["enum"] as? [String] == ["celsius", "fahrenheit"])
    let keys = try #require(properties["keys"]?["propertyNames"] as? [String: [String]])
    #expect(keys["enum"] == SettingsVocabulary.sample.commands)
  }

  // MARK: - The report

  static func report(_ yaml: String, environment: [String: String] = [:]) throws -> String {
    let resolved = Settings.resolve(
      environment: try ResolveTests.environment(environment), file: try ResolveTests.file(yaml), vocabulary: .sample)
    return try resolved.get().report(vocabulary: .sample).map(\.string).joined(separator: "\n")
  }

  @Test func theReportIsAFileThatMeansTheSame() throws {
    let compatible = Self.values.filter {
      !Self.example[$0].contains("-command:") && !Self.example[$0].contains("-file:")
    }
    for yaml in ["", Self.uncommented(compatible), "keys: {app.quit: []}\nrooms: []"] {
      let report = try Self.report(yaml)
      let (again, before) = (try ResolveTests.file(report), try ResolveTests.file(yaml))
      let resolved = try Settings.resolve(file: before, vocabulary: .sample).get().settings
      #expect(try Settings.resolve(file: again, vocabulary: .sample).get().settings == resolved, "\(report)")
    }
  }

  @Test func theReportSaysWhereEachValueComesFrom() throws {
    let environment = ["REACTUI_THEME": "dark", "REACTUI_ACCESSIBLE": "yes"]
    let report = try Self.report("unit: fahrenheit", environment: environment).split(separator: "\n")
    func line(_ key: String) -> String? {
      report.first { $0.drop { $0 == " " || $0 == "#" }.hasPrefix("\(key):") }.map { String($0) }
    }
    #expect(line("unit") == "unit: fahrenheit                                # config.yaml:1:7")
    #expect(line("theme") == "theme: dark                                     # REACTUI_THEME")
    #expect(line("panes") == "  panes: [stack-overflow, wikipedia, conair]    # default")
    #expect(line("share") == "  # share: not set                              # default")
    #expect(line("ascii") == "# ascii: not set                                # default")
    #expect(line("accessible") == "accessible: true                                # REACTUI_ACCESSIBLE")
  }

  @Test func theReportHoldsNoSecret() throws {
    let canary = "canary7"
    let yaml = """
      stack-overflow:
        url: "https://ada:\(canary)@api.example/2.3?access=\(canary)"
        key-command: [pass, --token=\(canary)]
      rooms:
        - { conair: "http://:\(canary)@pi/", token-command: "echo \(canary)" }
        - { metrics: "http://b/?t=\(canary)", user: ada, password-command: [echo, \(canary)] }
        - { sensors: this-machine, above: 1, run: notify \(canary) }
      """
    let report = try Self.report(
      yaml,
      environment: [
        "REACTUI_STACK_EXCHANGE_KEY": canary, "REACTUI_WIKI_URL": "wss://u:\(canary)@x/",
        "REACTUI_CONAIR_TOKEN": canary,
      ])
    #expect(!report.contains(canary), "\(report)")
    #expect(report.contains("# key-command: hidden"))
  }

  // MARK: - The reference

  /// docs/SETTINGS.md is written again with RECORD_GRIDS=1, as the pictures of the panes are.
  @Test func theReferenceIsThatOfTheTable() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/SETTINGS.md")
    let text = SettingsText.reference(vocabulary: SettingsVocabulary(commands: [], features: Features.settings))
    if ProcessInfo.processInfo.environment["RECORD_GRIDS"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
