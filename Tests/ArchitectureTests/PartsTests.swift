import Foundation
import Testing

/// What a build has resolved is what the manifest asks for, each package in one version, and Packaging/components knows each: for
/// the copyright file, the list of parts of a release, and two builds of a commit that are the same.
@Suite struct PartsTests {
  private struct Resolved: Decodable {
    struct Pin: Decodable {
      struct State: Decodable { var version: String }
      var identity: String
      var state: State
    }
    var pins: [Pin]
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: HouseRuleTests.root.appending(path: path), encoding: .utf8)
  }

  /// The versions in Package.swift, by the last part of the address.
  private static func asked() throws -> [String: String] {
    let lines = try text("Package.swift").matches(of: /url: "[^"]*\/([^"\/]+)", exact: "([^"]+)"/)
    return Dictionary(lines.map { ($0.1.lowercased(), String($0.2)) }, uniquingKeysWith: { "\($0) and \($1)" })
  }

  /// How each component is used, by its name; what is inside of another counts as that.
  private static func components() throws -> [String: String] {
    let rows = try text("Packaging/components").split(separator: "\n").filter { !$0.hasPrefix("#") }
    return Dictionary(
      rows.map { row in
        let fields = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(fields.count == 5, "\(row)")
        return (fields[1], fields[0])
      }, uniquingKeysWith: { $1 })
  }

  @Test func eachPackageHasOneVersionAndItIsTheOneThatIsBuilt() throws {
    let resolved = try JSONDecoder().decode(Resolved.self, from: Data(Self.text("Package.resolved").utf8))
    let asked = try Self.asked()
    for pin in resolved.pins {
      #expect(asked[pin.identity] == pin.state.version, "\(pin.identity) is built in \(pin.state.version)")
    }
    #expect(Set(asked.keys) == Set(resolved.pins.map(\.identity)))
    #expect(resolved.pins.count >= 25)
  }

  @Test func eachPackageHasALicenceThatIsTold() throws {
    let packages = try Self.components().filter { ["linked", "resolved"].contains($0.value) }
    #expect(try Set(packages.keys) == Set(Self.asked().keys))
  }

  /// The version has one home, and the other places where it stands are held to it.
  @Test func recipesNameTheProgramsVersion() throws {
    let version = try #require(
      try Self.text("Sources/App/reactui/Reactui.swift").firstMatch(of: /static let version = "([^"]+)"/)?.1)
    #expect(try Self.text("Packaging/PKGBUILD").contains("\npkgver=\(version)\n"))
    #expect(try Self.text("Packaging/flake.nix").contains("version = \"\(version)\";"))
    #expect(try Self.text("Packaging/reactui.rb").contains("/\(version).tar.gz\""))
  }
}
