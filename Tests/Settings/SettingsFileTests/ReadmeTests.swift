import Foundation
import Model
import Testing

@testable import SettingsFile

/// The settings in README.md and in the pages of docs/manual are settings that the program has.
@Suite struct ReadmeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")

  private static func documents() throws -> [URL] {
    let manual = root.appending(path: "docs/manual")
    let pages = try FileManager.default.contentsOfDirectory(at: manual, includingPropertiesForKeys: nil)
    return [root.appending(path: "README.md")] + pages.filter { $0.pathExtension == "md" }
  }

  /// The blocks of YAML in a document, without the indentation of the list that contains them.
  private static func blocks(of document: URL) throws -> [String] {
    var blocks: [[Substring]] = []
    var indentation: Int?
    for line in try String(contentsOf: document, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
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
    var count = 0
    for document in try Self.documents() {
      for block in try Self.blocks(of: document) {
        count += 1
        let place = "\(document.lastPathComponent): \(block)"
        do {
          let resolved = try Settings.resolve(
            file: SettingsText.decode(block, vocabulary: .sample).get(), vocabulary: .sample
          ).get()
          #expect(!resolved.origins.isEmpty, "\(place)")
          #expect(try SchemaTests.faults(block) == [], "\(place)")
        } catch {
          Issue.record(error, "\(place)")
        }
      }
    }
    #expect(count >= 9, "the test finds the examples")
  }
}
