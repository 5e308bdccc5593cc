import Foundation
import Model
import NetTesting
import Signals
import Station
import StationTesting
import Testing
import Text

@testable import Clients
@testable import Questions

/// Which sites and tags there are: canned answers over loopback, read by the real client.
@Suite(.timeLimit(.minutes(2))) struct SiteDirectoryTests {
  private let bench: TestBench
  private let directory: any SiteDirectory

  init() throws {
    bench = try TestBench()
    directory = bench.questions
  }

  private static func entries(_ kind: String) throws -> [SampleFiles.Entry] {
    try SampleFiles.entries(of: "stackexchange-sites").filter { entry in
      entry.file.split(separator: "/").last?.contains(kind) == true
    }
  }

  private func serve(_ entry: SampleFiles.Entry, at path: String) throws {
    let http = try #require(entry.http)
    bench.station.responses.serve(
      CannedResponse(
        status: http.status, headers: http.headers.map { (name: $0.key, value: $0.value) },
        body: try SampleFiles.bytes(entry.file)),
      at: path)
  }

  @Test(arguments: try entries("sites"))
  func sitesAreThoseOfTheSample(entry: SampleFiles.Entry) async throws {
    let expect = try #require(entry.expect)
    let http = try #require(entry.http)
    let body = try SampleFiles.bytes(entry.file)
    bench.station.responses.serve(at: "/2.3/sites") { request in
      // The sample is the first page of several.
      request.query["page"] == "1"
        ? CannedResponse(
          status: http.status, headers: http.headers.map { (name: $0.key, value: $0.value) }, body: body)
        : CannedResponse(text: #"{"items":[],"has_more":false}"#)
    }
    var listening = Listening(directory.sites())
    let sites = try await listening.value().sites
    #expect(sites.count == expect.count)
    #expect(sites.filter { !$0.isMeta && !$0.isClosed }.map(\.id) == expect.choices)
    if let names = expect.namesDecoded { #expect(sites.map(\.name.string) == names) }
    if let hosts = expect.hosts { #expect(sites.map { $0.url?.host() } == hosts) }
    let request = try #require(bench.station.requests.recent.first)
    #expect(request.query == ["pagesize": "100", "page": "1"], "a site is refused here")
    #expect(bench.station.requests.count() == (expect.hasMore == true ? 2 : 1))
  }

  @Test func allPagesAreAskedForAndEachSiteIsThereOnce() async throws {
    bench.station.responses.serve(at: "/2.3/sites") { request in
      let page = Int(request.query["page"] ?? "") ?? 0
      let items = [page, page + 1].map { #"{"api_site_parameter":"s\#($0)","name":"S"}"# }
      return CannedResponse(text: #"{"items":[\#(items.joined(separator: ","))],"has_more":\#(page < 4)}"#)
    }
    var listening = Listening(directory.sites())
    #expect(try await listening.value().sites.map(\.id) == ["s1", "s2", "s3", "s4", "s5"])
    #expect(bench.station.requests.count() == 4)
  }

  @Test(arguments: try entries("tags"))
  func tagsAreThoseOfTheSampleWithThePrefixesFirst(entry: SampleFiles.Entry) async throws {
    let expect = try #require(entry.expect)
    try serve(entry, at: "/2.3/tags")
    let text = entry.file.contains("swift") ? "Swift" : "openshift"
    var listening = Listening(directory.tags(containing: text, site: "unix"))
    let tags = try await listening.value()
    let names = try #require(expect.names)
    let prefixes = expect.prefixMatches ?? names
    #expect(tags.map(\.name.string) == prefixes + names.filter { !prefixes.contains($0) })
    #expect(tags.first?.count.map { $0 > 0 } == true)
    #expect(
      bench.station.requests.recent.map(\.query) == [
        ["order": "desc", "sort": "popular", "inname": text, "site": "unix", "pagesize": "30"]
      ])
  }

  @Test func whatComesInIsSafeAndWhatCannotBeReadIsLeftOut() async throws {
    let escape = #"\u001b[31m"#
    bench.station.responses.serve(
      CannedResponse(
        text: """
          {"items":[{"name":"a\(escape)&amp;","count":"many"},{"count":1},7,{"name":"b","count":2},{"name":"b"}]}
          """),
      at: "/2.3/tags")
    var tags = Listening(directory.tags(containing: "a", site: "unix"))
    #expect(try await tags.value().map(\.name.string) == ["a�[31m&amp;", "b"])

    bench.station.responses.serve(
      CannedResponse(
        text: """
          {"items":[{"api_site_parameter":"x","name":"X &amp;\(escape)","audience":"&lt;b&gt;","site_url":"javascript:1"},
          {"name":"no parameter"}]}
          """),
      at: "/2.3/sites")
    var sites = Listening(directory.sites())
    #expect(try await sites.value().sites == [Site(id: "x", name: "X &�[31m", audience: "<b>")])
  }

  @Test func tagsComeByHowManyQuestionsHaveThem() async throws {
    bench.station.responses.serve(
      CannedResponse(
        text: """
          {"items":[{"name":"own-a","count":3},{"name":"down"},{"name":"own-b","count":"20"},{"name":"brown","count":9},
          {"name":"own-c","count":20},{"name":"crown","count":10},{"name":"own-d","count":"few"}]}
          """),
      at: "/2.3/tags")
    var listening = Listening(directory.tags(containing: "own", site: "unix"))
    let tags = try await listening.value()
    #expect(
      tags.map(\.name.string) == ["own-b", "own-c", "own-a", "own-d", "crown", "brown", "down"],
      "those that begin with the letters first")
    #expect(tags.map(\.count) == [20, 20, 3, nil, 10, 9, nil])
  }

  @Test func anErrorOfTheServiceIsOne() async throws {
    bench.station.responses.serve(
      CannedResponse(
        status: 400, text: #"{"error_id":400,"error_name":"bad_parameter","error_message":"inname"}"#),
      at: "/2.3/tags")
    var listening = Listening(directory.tags(containing: "a", site: "unix"))
    #expect(try await listening.failure() == .refused(name: "bad_parameter", message: "inname"))
  }
}
