import Foundation
import Testing

@testable import Clients

@Suite struct UserAgentTests {
  /// The form that Wikimedia's User-Agent policy asks for: `name/version (contact) library/version`.
  @Test func theProgramItsContactAndItsLibraryAreNamed() {
    let agent = Transport(version: "1.2", projectURL: "https://example.org/reactui").userAgent
    #expect(agent.hasPrefix("reactui/1.2 (https://example.org/reactui) async-http-client/"))
  }

  @Test func aContactOfThePersonsStandsInPlaceOfTheProjects() {
    let transport = Transport(version: "1.2", projectURL: "https://example.org/reactui")
    #expect(transport.userAgent(contact: "me@example.org").hasPrefix("reactui/1.2 (me@example.org) async-http-client/"))
    #expect(transport.userAgent(contact: nil) == transport.userAgent)
  }

  @Test func theLibrarysVersionIsTheOneThatIsBuilt() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Package.swift")
    let line = try #require(
      try String(contentsOf: package.standardizedFileURL, encoding: .utf8)
        .firstMatch(of: /async-http-client", exact: "([0-9.]+)"/))
    #expect(Transport.library == "async-http-client/\(line.output.1)")
  }
}
