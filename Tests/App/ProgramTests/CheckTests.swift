import Foundation
import Testing

extension ProgramTests {
  /// `reactui check`
  @Suite struct CheckTests {
    @Test func aHostThatIsNotThereIsToldInOneLineAndNothingOfTheLibrary() async throws {
      try await story {
        let result = try Program.run([
          "check", "--stack-exchange-url", "http://nowhere.invalid/2.3", "--wiki-url", "http://elsewhere.invalid/",
          "--conair-url", "http://127.0.0.1:1/data/",
        ])
        #expect(result.status == 69 && result.error.split(separator: "\n").count == 1, "\(result)")
        #expect(result.error.hasPrefix("reactui: 3 sources fail: "), "\(result)")
      }
    }

    @Test func eachSourceTellsWhatItAnswered() async throws {
      try await story {
        let station = try StationProcess()
        let file = FileManager.default.temporaryDirectory.appending(path: "reactui-check-\(UUID().uuidString).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        func check(_ rooms: String, _ arguments: String...) throws -> Program.Result {
          let services =
            "stack-overflow: { url: \"http://\(station.base)/2.3\" }\n"
            + "wikipedia: { url: \"ws://\(station.base)/wiki\" }\n"
          try Data((services + "rooms:\n" + rooms).utf8).write(to: file)
          return try Program.run(["check", "--config", file.path] + arguments)
        }
        let office = "  - { name: Office, conair: \"http://reader:secret@\(station.base)/data/\" }\n"
        let all = try check(office)
        #expect(all.status == 0 && all.error.isEmpty, "\(all)")
        let lines = all.output.split(separator: "\n")
        #expect(
          lines.filter { $0.hasPrefix("ok ") }.map { $0.split(separator: ":")[0] } == [
            "ok      Stack Overflow", "ok      Wikipedia", "ok      Office",
          ])
        #expect(!all.output.contains("secret") && all.output.contains("the latest"))

        let gone = try check("  - { name: Gone, conair: \"http://127.0.0.1:1/data/\" }\n" + office, "--json")
        #expect(gone.status == 69 && gone.error == "reactui: 1 source fails: Gone\n", "\(gone)")
        let schema = try ScriptingSchema(of: "check")
        let objects = gone.output.split(separator: "\n").map(String.init)
        for object in objects { #expect(schema.mistakes(in: object) == []) }
        #expect(
          objects.count == 4 && objects[2].contains(#""result":"failed""#) && objects[2].contains("refused"))

        let page = try check("  - { name: House, metrics: \"http://\(station.base)/metrics\" }\n")
        #expect(page.status == 0 && page.output.contains("ok      House: "), "\(page)")
        station.stop()
      }
    }
  }
}
