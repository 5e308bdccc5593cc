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

/// What a wiki is asked about an edit, on the wire.
@Suite(.timeLimit(.minutes(2))) struct EditRequestTests {
  private let bench: TestBench

  init() throws { bench = try TestBench() }

  private func client(contact: String? = nil) throws -> MediaWikiClient {
    MediaWikiClient(
      address: try #require(MediaWikiAddress(bench.address.mediaWikiTemplate)), contact: contact,
      transport: bench.transport, clock: bench.clock)
  }

  private static func answer(_ file: String) throws -> CannedResponse {
    let entry = try #require(
      try SampleFiles.entries(of: String(file.prefix { $0 != "/" })).first { $0.file == file })
    let http = try #require(entry.http)
    return CannedResponse(
      status: http.status, headers: http.headers.map { (name: $0.key, value: $0.value) },
      body: try SampleFiles.bytes(file))
  }

  private static let path = "/en.wikipedia.org/w/rest.php/v1/revision/1/compare/2"
  private static let edit = WikiRevision(wiki: "enwiki", old: 1, new: 2)

  /// What comes of asking for the edit, where the wiki answers with this.
  private func ask(_ response: CannedResponse, contact: String? = nil) async throws -> Result<EditAnswer, ServiceError>
  {
    bench.station.responses.serve(response, at: Self.path)
    var listening = Listening(try client(contact: contact).diff(of: Self.edit).materializeResults())
    return try await listening.value()
  }

  @Test func theStationTellsWhatEachOfItsEditsChangedToTheByte() async throws {
    bench.station.wikipedia.emit(
      [0, 1, -1, 7, -40, 2_500, -900].map { .init(.edit(oldLength: 5_000, newLength: 5_000 + $0), title: "\($0)") })
    bench.station.wikipedia.emit([.init(.edit(oldLength: 1, newLength: 9), title: "8", wiki: "dewiki")])
    let client = try client()
    for wiki in ["enwiki", "dewiki"] {
      var pages = Listening(client.recentChanges(of: wiki, since: TestBench.start - 600))
      for row in try await pages.value().rows {
        let event = try #require(WikiEvent(row, of: wiki, pages: ""))
        let revision = try #require(event.edit?.revision)
        var answers = Listening(client.diff(of: revision))
        guard case .diff(let diff) = try await answers.value() else {
          Issue.record("no diff of \(event.title)")
          continue
        }
        func size(_ line: EditDiff.Line, without mark: EditDiff.Piece.Mark) -> Int {
          line.pieces.filter { $0.mark != mark }.reduce(1) { $0 + $1.text.string.utf8.count }
        }
        let change = diff.hunks.flatMap(\.lines).reduce(0) { sum, line in
          switch line.kind {
          case .added: sum + size(line, without: .removed)
          case .removed: sum - size(line, without: .added)
          case .changed: sum + size(line, without: .removed) - size(line, without: .added)
          case .context, .movedAway, .movedHere: sum
          }
        }
        #expect(change == Int(event.title.string), "\(event.title)")
        #expect(diff.hunks.first?.section != nil)
      }
    }
    #expect(bench.station.requests.recent.allSatisfy { $0.header("User-Agent") == bench.transport.userAgent })
  }

  @Test func aNewPageIsAllAddedAndWhatTheWikiNoLongerHasIsGone() async throws {
    bench.station.wikipedia.emit([.init(.new(length: 700), title: "New")])
    let client = try client()
    var pages = Listening(client.recentChanges(of: "enwiki", since: TestBench.start - 600))
    let row = try #require(try await pages.value().rows.first)
    let revision = try #require(WikiEvent(row, of: "enwiki", pages: "")?.edit?.revision)
    #expect(revision.old == nil)
    var answers = Listening(client.diff(of: revision))
    guard case .diff(let diff) = try await answers.value() else {
      Issue.record("no diff")
      return
    }
    #expect(diff.hunks.flatMap(\.lines).allSatisfy { $0.kind == .added } && diff.size > 600)
    for old in [nil, 4] {
      var answers = Listening(client.diff(of: WikiRevision(wiki: "enwiki", old: old, new: 5)))
      #expect(try await answers.value() == .absent(.deleted))
    }
  }

  @Test(
    arguments: [
      ("wiki-rest/error_403_inaccessible.json", .absent(.hidden)),
      ("wiki-rest/error_404_nonexistent.json", .absent(.deleted)),
      ("wiki-rest/compare_no_text_change.json", .diff(EditDiff())),
    ] as [(String, EditAnswer)])
  func whatTheWikiSaysOfAnEditIsAnAnswer(sample: String, answer: EditAnswer) async throws {
    #expect(try await ask(try Self.answer(sample)) == .success(answer))
  }

  @Test func aPageInPlaceOfAnAnswerIsNoDifference() async throws {
    let page = CannedResponse(
      headers: [(name: "Content-Type", value: "text/html")], body: Array("<!DOCTYPE html><p>Hello".utf8))
    guard case .failure(.malformedAnswer) = try await ask(page) else {
      Issue.record("it passed for an answer")
      return
    }
  }

  @Test(arguments: [nil, "me@example.org"])
  func aRefusalOfTheProgramsNameSaysTheLineThatMendsIt(contact: String?) async throws {
    let result = try await ask(try Self.answer("mediawiki/error_403_user_agent.txt"), contact: contact)
    guard case .failure(let error) = result else {
      Issue.record("no failure")
      return
    }
    #expect(error.outcome(at: TestBench.start) == .needsPerson)
    #expect(error.sentence.string.contains("contact: you@example.org") == (contact == nil))
    #expect(error.sentence.string.contains("contact"))
  }

  @Test(arguments: ["mediawiki/error_429_html.html", "mediawiki/error_maxlag.json"])
  func aPauseHoldsForAllWikisAndForBothPaths(sample: String) async throws {
    let pause = try Self.answer(sample)
    let client = try client()
    for (path, work) in [
      (Self.path, client.diff(of: Self.edit).map { _ in }),
      ("/en.wikipedia.org/w/api.php", client.recentChanges(of: "enwiki", since: TestBench.start).map { _ in }),
    ] where sample.hasSuffix("html") || path.hasSuffix("api.php") {
      bench.station.responses.serve(pause, at: path)
      let first = Listening(work.materializeResults())
      _ = try await bench.station.requests.next(path.hasSuffix("api.php") ? .mediaWiki : .revision)
      for other in [
        Self.edit, WikiRevision(wiki: "dewiki", old: 1, new: 2), WikiRevision(wiki: "dewiki", old: nil, new: 2),
      ] {
        var listening = Listening(client.diff(of: other))
        let error = try await listening.failure()
        #expect(error.pause != nil, "\(other) after \(path)")
      }
      first.dispose()
      bench.clock.advance(by: .seconds(60))
    }
    #expect(bench.station.requests.recent.count == (sample.hasSuffix("html") ? 2 : 1))
  }

  @Test(arguments: [
    CannedResponse(status: 404, text: "<html>nothing</html>"),
    CannedResponse(status: 404, text: #"{"errorKey":"rest-no-match","httpCode":404}"#),
  ])
  func aWikiWithoutThePathIsAskedForTheTableOfBrowsers(missing: CannedResponse) async throws {
    bench.station.wikipedia.emit([.init(.edit(oldLength: 500, newLength: 900), title: "A <b> & c")])
    let edit = WikiRevision(wiki: "enwiki", old: 1_200_000_000, new: 1_300_000_000)
    var straight = Listening(try client().diff(of: edit))
    guard case .diff(let diff) = try await straight.value() else { throw ExpectedDiff() }
    bench.station.responses.serve(
      missing, at: "/en.wikipedia.org/w/rest.php/v1/revision/1200000000/compare/1300000000")
    var roundabout = Listening(try client().diff(of: edit))
    guard case .diff(let table) = try await roundabout.value() else { throw ExpectedDiff() }
    func texts(_ diff: EditDiff, without mark: EditDiff.Piece.Mark) -> [String] {
      diff.hunks.flatMap(\.lines).filter { mark == .added ? $0.oldNumber != nil : $0.newNumber != nil }
        .map { $0.pieces.filter { $0.mark != mark }.map(\.text.string).joined() }
    }
    for mark in [EditDiff.Piece.Mark.added, .removed] {
      #expect(texts(table, without: mark) == texts(diff, without: mark))
      let (one, other) = (table, diff)
      #expect(
        one.hunks.flatMap(\.lines).flatMap(\.pieces).filter { $0.mark == mark }
          == other.hunks.flatMap(\.lines).flatMap(\.pieces).filter { $0.mark == mark })
    }
    #expect(table.hunks[0].lines[0].newNumber == diff.hunks[0].lines[0].newNumber)
    var none = Listening(try client().diff(of: WikiRevision(wiki: "enwiki", old: 1, new: 2)))
    #expect(try await none.value() == .absent(.deleted))
  }

  private struct ExpectedDiff: Error {}

  @Test func theTableOfARealWikiIsRead() throws {
    let answer = try LenientJSON.decode(
      MediaWikiAnswer<ComparedPage>.self, from: try SampleFiles.bytes("mediawiki/compare_table_moved_dewiki.json"))
    let diff = EditDiff(table: try #require(answer.content).body)
    let lines = diff.hunks.flatMap(\.lines)
    #expect(diff.hunks.count == 1)
    #expect(lines.count { $0.kind == .context } == 3)
    #expect(
      lines.count { $0.kind == .movedHere(from: nil) } == 2 && lines.count { $0.kind == .movedAway(to: nil) } == 2)
    #expect(lines.flatMap(\.pieces).filter { $0.mark == .added }.map(\.text) == [" Name=\"EMP\""])
    #expect(
      lines.contains {
        $0.pieces.map(\.text.string).joined().contains(#"<ref Name="MSBio"/><ref Name="AMBio">{{Internetquelle|"#)
      })
  }

  @Test func aUsersEditsAreAskedForOnce() async throws {
    bench.station.wikipedia.emit([
      .init(.edit(oldLength: 5, newLength: 9), title: "One", user: "Marta K.", isMinor: true, comment: "typo"),
      .init(.edit(oldLength: 5, newLength: 9), title: "Other", user: "Somebody"),
      .init(.new(length: 70), title: "Two", user: "Marta K."),
    ])
    let client = try client()
    var listening = Listening(client.contributions(of: "Marta K.", on: "enwiki"))
    let events = try await listening.value()
    #expect(events.map(\.title) == ["Two", "One"])
    #expect(events.map(\.lengthChange) == [70, 4] && events.map { $0.edit?.isMinor } == [false, true])
    #expect(events.map { $0.edit?.revision?.old != nil } == [false, true])
    let revision = try #require(events[1].edit?.revision)
    var answers = Listening(client.diff(of: revision))
    guard case .diff = try await answers.value() else { throw ExpectedDiff() }
    var none = Listening(client.contributions(of: "Nobody", on: "enwiki"))
    #expect(try await none.value() == [])
    #expect(bench.station.requests.count(.mediaWiki) == 2)
  }

  @Test func noMoreOfAUsersEditsAreTakenThanWereAskedFor() async throws {
    let rows = (1...60).map { #"{"revid":\#($0),"parentid":0,"ns":0,"title":"Page \#($0)"}"# }.joined(separator: ",")
    let body = #"{"query":{"usercontribs":[\#(rows)]}}"#
    bench.station.responses.serve(
      CannedResponse(status: 200, headers: [("Content-Type", "application/json")], body: Array(body.utf8)),
      at: "/en.wikipedia.org/w/api.php")
    var listening = Listening(try client().contributions(of: "Marta K.", on: "enwiki"))
    #expect(try await listening.value().count == 50)
  }

  @Test func hiddenPartsOfAUsersEditsAreMissing() throws {
    let answer = try LenientJSON.decode(
      MediaWikiAnswer<ContributionsPage>.self, from: try SampleFiles.bytes("mediawiki/usercontribs_page.json"))
    let events = try #require(answer.content).rows.map {
      WikiEvent($0, of: "enwiki", pages: "https://en.wikipedia.org/wiki/")
    }
    #expect(events.map(\.title) == ["Novaform (game)", "Zürich Hauptbahnhof", "User talk:Marta K.", "Cheese"])
    #expect(events.compactMap(\.lengthChange).reduce(0, +) == -3744)
    #expect(events.map { $0.edit?.comment } == ["Created page", "", "/* Hello */ new section", nil])
    #expect(events.map { $0.edit?.isNew } == [true, false, false, false] && events[0].edit?.revision?.old == nil)
    #expect(events[2].kind == .user)
  }

  @Test(arguments: ["{}", #"{"query":{}}"#, #"{"query":{"usercontribs":{}}}"#, #"{"query":{"usercontribs":[7]}}"#])
  func somethingElseIsNoListOfEdits(body: String) {
    #expect(throws: (any Error).self) {
      try LenientJSON.decode(MediaWikiAnswer<ContributionsPage>.self, from: Array(body.utf8))
    }
  }
}
