import Foundation
import Testing

/// A relative link in a document leads to a file of the repository, and its fragment to a heading of that file.
@Suite struct DocumentLinkTests {
  private static let root = HouseRuleTests.root

  /// The documents at the root of the repository, and everything below docs.
  private static func documents() throws -> [URL] {
    let files = FileManager.default.enumerator(at: root.appending(path: "docs"), includingPropertiesForKeys: nil)
    return try
      (FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil)
      + (files?.compactMap { $0 as? URL } ?? []) + [root.appending(path: "Tools/Benchmarks/README.md")])
      .filter { $0.pathExtension == "md" }
  }

  /// The lines outside of blocks of code, without inline code.
  private static func prose(_ text: String) -> [String] {
    var isCode = false
    return text.split(separator: "\n").compactMap { line in
      if line.drop(while: { $0 == " " }).hasPrefix("```") {
        isCode.toggle()
        return nil
      }
      return isCode ? nil : String(line.replacing(/`[^`]*`/, with: ""))
    }
  }

  /// The targets of the links and pictures in a text, in order.
  static func links(in text: String) -> [String] {
    prose(text).flatMap { $0.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) } }
  }

  /// The fragments that lead to the headings of a text: lower case, hyphens for spaces, and no punctuation.
  static func fragments(of text: String) -> Set<String> {
    var isCode = false
    return Set(
      text.split(separator: "\n").compactMap { line -> String? in
        if line.drop(while: { $0 == " " }).hasPrefix("```") { isCode.toggle() }
        guard !isCode, let heading = line.firstMatch(of: /^#+ +(.+)$/)?.1 else { return nil }
        return String(
          heading.lowercased().compactMap { character -> Character? in
            if character == " " { return "-" }
            return character.isLetter || character.isNumber || "-_".contains(character) ? character : nil
          })
      })
  }

  /// The relative links of a document that lead nowhere.
  private static func deadLinks(of document: URL) throws -> [String] {
    try links(in: String(contentsOf: document, encoding: .utf8)).filter { link in
      if link.firstMatch(of: /^[a-z]+:/) != nil { return false }
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let target =
        parts[0].isEmpty
        ? document : document.deletingLastPathComponent().appending(path: parts[0]).standardizedFileURL
      guard FileManager.default.fileExists(atPath: target.path) else { return true }
      return try parts.count == 2
        && !fragments(of: String(contentsOf: target, encoding: .utf8)).contains(String(parts[1]))
    }
  }

  @Test func everyLinkLeadsToAFile() throws {
    let documents = try Self.documents()
    #expect(documents.count > 50, "the test finds the documents")
    for document in documents {
      let dead = try Self.deadLinks(of: document)
      #expect(dead.isEmpty, "\(document.lastPathComponent): \(dead.joined(separator: ", "))")
    }
  }

  /// A page that README does not lead to is not found.
  @Test func everyPageOfTheManualIsLinkedAndShort() throws {
    let readme = try Self.links(in: String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8))
    let pages = try Self.documents().filter { $0.deletingLastPathComponent().lastPathComponent == "manual" }
    #expect(!pages.isEmpty)
    for page in pages {
      #expect(readme.contains("docs/manual/\(page.lastPathComponent)"), "\(page.lastPathComponent)")
      let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 150, "\(page.lastPathComponent) has \(lines.count) lines: it has a second subject")
    }
  }

  @Test func linksAreFoundOutsideOfCode() {
    let text = "[a](b.md), ![c](d.png) and `[e](f.md)`\n```\n[g](h.md)\n```\n  [i](#j)"
    #expect(Self.links(in: text) == ["b.md", "d.png", "#j"])
  }

  @Test func aHeadingHasAFragment() {
    let text = "# Make it yours\n```sh\n# no heading\n```\n## `reactui config`, and `--demo`"
    #expect(Self.fragments(of: text) == ["make-it-yours", "reactui-config-and---demo"])
  }
}
