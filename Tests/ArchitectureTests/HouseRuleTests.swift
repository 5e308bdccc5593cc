import Foundation
import Testing

/// Rules of the house that a reviewer would otherwise have to look for.
@Suite struct HouseRuleTests {
  static let root = FloorTests.sources.deletingLastPathComponent()

  static var allFiles: [URL] {
    FloorTests.swiftFiles(below: root.appending(path: "Sources"))
      + FloorTests.swiftFiles(below: root.appending(path: "Tests"))
  }

  @Test func noFileIsLongerThanAReaderHasPatienceFor() throws {
    for file in Self.allFiles {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 400, "\(file.lastPathComponent) has \(lines.count) lines: it has a second subject")
    }
  }

  @Test func noTestSleeps() throws {
    let forbidden = ["Thread." + "sleep", "Task." + "sleep", "us" + "leep(", "nano" + "sleep(", " sleep" + "("]
    for file in FloorTests.swiftFiles(below: Self.root.appending(path: "Tests")) {
      let text = try String(contentsOf: file, encoding: .utf8)
      for call in forbidden {
        #expect(!text.contains(call), "\(file.lastPathComponent) holds \(call)")
      }
    }
  }

  @Test func everyUncheckedSendableSaysWhy() throws {
    for file in FloorTests.swiftFiles(below: FloorTests.sources) {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where line.contains("@unchecked Sendable") && !line.contains("//") {
        let above = lines[max(0, index - 12)..<index]
        #expect(
          above.contains { $0.trimmingCharacters(in: .whitespaces).hasPrefix("//") },
          "\(file.lastPathComponent):\(index + 1) has no reason above it")
      }
    }
  }
}
