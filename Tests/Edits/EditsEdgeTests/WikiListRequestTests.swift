import Foundation
import Model
import NetTesting
import Signals
import Station
import StationTesting
import Testing
import Text

@testable import Clients
@testable import Edits
@testable import EditsEdge

/// The list of all wikis: from the station, from the sample, and from answers that are none.
@Suite(.timeLimit(.minutes(2))) struct WikiListRequestTests {
  private let bench: TestBench

  init() throws { bench = try TestBench() }

  private static let path = "/meta.wikimedia.org/w/api.php"

  /// What the client makes of an answer; of the station's own if there is none.
  private func ask(_ response: CannedResponse? = nil) async throws -> Result<[Wiki], ServiceError> {
    if let response { bench.station.responses.serve(response, at: Self.path) }
    let client = MediaWikiClient(
      address: try #require(MediaWikiAddress(bench.address.mediaWikiTemplate)), transport: bench.transport,
      clock: bench.clock)
    var listening = Listening(client.wikis().materializeResults())
    return try await listening.value()
  }

  private static func json(_ text: String) -> CannedResponse {
    CannedResponse(status: 200, headers: [(name: "Content-Type", value: "application/json")], body: Array(text.utf8))
  }

  private static let sicilian = """
    "3":{"code":"scn","name":"sicilianu","localname":"Sicilian","site":[\
    {"url":"https://scn.wikipedia.org","dbname":"scnwiki","code":"wiki","sitename":"Wikipedia"}]}
    """

  @Test func theStationListsItsWikisWithoutThoseThatAreClosedOrPrivate() async throws {
    let wikis = try await ask().get()
    #expect(
      wikis.map(\.name) == [
        "dewiki", "enwiki", "eswiki", "frwiki", "jawiki", "ruwiki", "scnwiki", "swwiki", "enwiktionary", "commonswiki",
        "wikidatawiki",
      ])
    #expect(wikis.first { $0.name == "scnwiki" } == Wiki("scnwiki", "Sicilian", "sicilianu"))
    let request = try #require(bench.station.requests.recent.last)
    #expect(request.query["uselang"] == "en" && request.query["smsiteprop"] == "url|dbname|code|sitename")
    #expect(request.header("User-Agent") == bench.transport.userAgent)
  }

  @Test func theSampleIsReadAsItsIndexSays() async throws {
    let entry = try #require(
      try SampleFiles.entries(of: "mediawiki").first { $0.file == "mediawiki/sitematrix.json" })
    let http = try #require(entry.http)
    let wikis = try await ask(
      CannedResponse(
        status: http.status, headers: http.headers.map { (name: $0.key, value: $0.value) },
        body: try SampleFiles.bytes(entry.file))
    ).get()
    #expect(
      wikis == [
        Wiki("enwiki", "English"),
        Wiki("be_x_oldwiki", "Belarusian (Taraškievica orthography)", "беларуская (тарашкевіца)"),
        Wiki("enwiktionary", "English Wiktionary"), Wiki("commonswiki", "Wikimedia Commons"),
        Wiki("wikidatawiki", "Wikidata"),
      ])
    #expect(wikis.map(\.code) == ["en", "be-tarask", "en", "commons", "wikidata"])
  }

  @Test func whatIsUnreadableOrElsewhereIsLeftOutAndTheRestStays() async throws {
    let wikis = try await ask(
      Self.json(
        """
        {"sitematrix":{"count":"many",\(Self.sicilian),"0":7,"1":{"site":[{}]},"2":{"code":"xx","localname":"X","site":[\
        {"url":"https://evil.example","dbname":"xxwiki","code":"wiki"},\
        {"url":"https://de.wikipedia.org","dbname":"../dewiki","code":"wiki"},\
        {"url":"https://yy.wikipedia.org","dbname":"yywiki","code":"wiki","closed":""},\
        {"url":7,"dbname":"zzwiki","code":"wiki"},\
        {"url":"https://xx.wiktionary.org","dbname":"xxwiktionary","code":"wiktionary","closed":false,"private":false}]},\
        "4":{"code":"scn","localname":"Again","site":[\
        {"url":"https://scn.wikipedia.org","dbname":"scnwiki","code":"wiki"}]},\
        "specials":[{"url":"https://wikitech.wikimedia.org","dbname":"labswiki","code":"labs",\
        "sitename":"Wiki\\u001b[2Jtech\\u202e"},{"url":"https://login.wikimedia.org","dbname":"loginwiki"}]}}
        """)
    ).get()
    #expect(wikis.map(\.name) == ["scnwiki", "xxwiktionary", "labswiki"])
    #expect(
      wikis.map(\.language.string).allSatisfy { !$0.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{202e}" } })
  }

  @Test(arguments: [
    "{}", "[]", #"{"sitematrix":[]}"#, #"{"sitematrix":{"count":0}}"#, #"{"sitematrix":{"0":{},"specials":[7]}}"#,
    "<html>",
  ])
  func anAnswerThatIsNoListIsAnError(text: String) async throws {
    let result = try await ask(Self.json(text))
    guard case .failure(.malformedAnswer) = result else {
      Issue.record("\(result)")
      return
    }
  }

  @Test func aPauseThatIsAskedForIsToldAtOnce() async throws {
    let result = try await ask(
      CannedResponse(status: 429, headers: [(name: "Retry-After", value: "30")], body: []))
    guard case .failure(.throttled) = result else {
      Issue.record("\(result)")
      return
    }
  }
}
