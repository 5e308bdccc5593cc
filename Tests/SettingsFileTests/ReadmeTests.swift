import Foundation
import Model
import Testing

@testable import SettingsFile

/// The settings in README.md are settings that the program has.
@Suite struct ReadmeTests {
  /// The blocks of YAML, without the indentation of the list that they stand in.
  private static func blocks() throws -> [String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
    var blocks: [[Substring]] = []
    var indentation: Int?
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false) {
      let text = line.drop { $0 == " " }
      if text == "```yaml" {
        indentation = line.count - text.count
        blocks.append([])
      } else if text.hasPrefix("```") {
        indentation = nil
      } else if let indentation {
        blocks[blocks.count - 1].append(line.dropFirst(indentation))
      }
    }
    return blocks.map { $0.joined(separator: "\n") }
  }

  @Test func everyExampleIsValidAndHasItsEffect() throws {
    let blocks = try Self.blocks()
    #expect(blocks.count >= 5)
    for block in blocks {
      let resolved = try Settings.resolve(
        file: SettingsText.decode(block, vocabulary: .sample).get(), vocabulary: .sample
      ).get()
      #expect(!resolved.origins.isEmpty, "\(block)")
      #expect(try SchemaTests.faults(block) == [], "\(block)")
    }
  }
}
