import Foundation
import Testing

/// The code on the pages of the documentation stands in the tests, or in a program of the package, line by line: what a
/// reader copies compiles.
@Suite struct PagesTests {
  struct Page: CustomTestStringConvertible, Sendable {
    let name: String
    let text: String

    var testDescription: String { name }

    /// The pieces of Swift.
    var pieces: [String] {
      text.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    }

    /// The rows of the tables whose last column is headed "here", as the code in that column.
    var translations: [String] {
      var codes: [String] = []
      var isTranslation = false
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        guard line.hasPrefix("| "), let cell = line.dropLast(2).components(separatedBy: " | ").last else {
          isTranslation = false
          continue
        }
        if cell.trimmingCharacters(in: .whitespaces) == "here" {
          isTranslation = true
        } else if isTranslation, !cell.hasPrefix("---") {
          codes.append(cell)
        }
      }
      return codes
    }
  }

  static let pages: [Page] = {
    let folder = PackageFolder.url.appendingPathComponent("Sources/Signals/Signals.docc")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().map { name in
      Page(name: name, text: (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? "")
    }
  }()

  @Test func thePagesAreFound() {
    #expect(Self.pages.count > 15)
    #expect(Self.pages.map(\.pieces.count).reduce(0, +) > 25)
    #expect(Self.pages.map(\.translations.count).reduce(0, +) > 90)
  }

  @Test(arguments: pages) func everyPieceOfCodeIsCompiled(on page: Page) {
    for piece in page.pieces {
      #expect(CompiledCode.all.contains { $0.holds(piece) }, "\(page.name): \(piece)")
    }
  }

  @Test(arguments: pages) func everyTranslationIsCompiled(on page: Page) {
    for cell in page.translations {
      // A row may say in words that there is no such thing, or show two ways.
      let codes = cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      for code in codes {
        #expect(CompiledCode.all.contains { $0.holds(code) }, "\(page.name): \(code)")
      }
    }
  }

  @Test func codeThatIsNotCompiledIsFound() {
    let code = ["let nobody", "Wrote().this"].joined(separator: " = ")
    let page = Page(
      name: "", text: "```swift\n\(code)\n```\n| there | here |\n| --- | --- |\n| `a` | `b()`, `c()` |\n")
    #expect(page.pieces == [code + "\n"])
    #expect(page.translations == ["`b()`, `c()`"])
    #expect(!CompiledCode.all.contains { $0.holds(code) })
  }
}

/// A file that is compiled, without white space, which the formatter decides about.
struct CompiledCode {
  private let text: String

  /// The tests and the example programs.
  static let all: [CompiledCode] = {
    ["Tests/SignalsTests", "Examples"].flatMap { path in
      let folder = PackageFolder.url.appendingPathComponent(path)
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
      return files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.compactMap { file in
        (try? String(contentsOf: file, encoding: .utf8)).map { CompiledCode(text: squeezed($0)) }
      }
    }
  }()

  /// A text without white space. What is private in a test need not be so on a page.
  static func squeezed(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      let line = line.drop { $0 == " " }
      return line.hasPrefix("private ") ? line.dropFirst("private ".count) : line
    }.joined().filter { !$0.isWhitespace }
  }

  func holds(_ code: String) -> Bool {
    text.contains(Self.squeezed(code))
  }
}
