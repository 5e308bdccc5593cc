import Foundation
import Testing

/// The patches in `Tests/Regressions` put mended bugs back, to see whether seeds find them. One whose code has moved on puts
/// nothing back.
@Suite struct RegressionPatchTests {
  static let patches: [URL] = {
    let folder = HouseRuleTests.root.appending(path: "Tests/Regressions")
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "patch" }.sorted { $0.path < $1.path }
  }()

  @Test func thereArePatches() { #expect(Self.patches.count >= 20) }

  @Test(arguments: patches) func whatAPatchTakesAwayStandsInItsFile(_ patch: URL) throws {
    var (source, hunk) = ("", "")
    func check() {
      #expect(hunk.isEmpty || source.contains(hunk), "\(patch.lastPathComponent): no such lines\n\(hunk)")
    }
    for line in try String(contentsOf: patch, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    {
      switch line.prefix(1) {
      case "-" where line.hasPrefix("--- a/"):
        check()
        hunk = ""
        source = try String(contentsOf: HouseRuleTests.root.appending(path: line.dropFirst(6)), encoding: .utf8)
      case "@":
        check()
        hunk = ""
      case " ", "-": hunk += line.dropFirst() + "\n"
      default: break
      }
    }
    check()
  }
}
