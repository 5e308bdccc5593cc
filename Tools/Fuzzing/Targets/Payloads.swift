import Foundation
import Model
import NIOHTTP1
import Rooms
import Text

@testable import Clients
@testable import Edits
@testable import EditsEdge
@testable import Questions
@testable import QuestionsEdge
@testable import RoomsEdge

// Answers of the services as JSON, through the same doors as in the program: a status, headers, a body.

let payloads: [Target] = [
  Target("stack-exchange", samples: ["stackexchange", "stackexchange-search", "stackexchange-sites"]) { body in
    let answer = HTTPAnswer(body)
    if let payload = answer.value(StackExchangePayload<QuestionPayload>.self) {
      _ = payload.pauseEnd(from: .moment)
      let page = QuestionPage(payload, site: QuestionFeed.standardSite, from: .server(.standard))
      check(Set(page.questions.map(\.id)).count == page.questions.count, "a question twice")
      if let first = payload.items.first {
        _ = QuestionDetail(first, site: QuestionFeed.standardSite, answers: first.answers)
      }
    }
    if let payload = answer.value(StackExchangePayload<AnswerPayload>.self) {
      _ = payload.items.map { Answer($0, base: nil) }
    }
    if let payload = answer.value(StackExchangePayload<CommentPayload>.self) {
      _ = payload.items.map { Comment($0, base: nil) }
    }
    _ = answer.value(StackExchangePayload<SitePayload>.self)?.items.map { Site($0) }
    _ = answer.value(StackExchangePayload<TagPayload>.self)?.items.map { Tag($0) }
    answer.refuse()
  },
  Target("conair", samples: ["conair"]) { body in
    let answer = HTTPAnswer(body)
    if let points = answer.value(ReadableList<ConAirPoint>.self) {
      let readings = ConAirPoint.readings(points.elements)
      for (one, next) in zip(readings, readings.dropFirst()) { check(one.time < next.time, "out of order") }
      check(readings.allSatisfy { Temperature.credible.contains($0.mean) }, "no temperature")
    }
    answer.refuse()
  },
  Target("prometheus", samples: ["rooms/prometheus", "rooms/victoriametrics"]) { body in
    let answer = HTTPAnswer(body)
    if let result = answer.value(PrometheusAnswer<PrometheusResult>.self) {
      let series = result.content?.series.elements ?? []
      var rooms = PrometheusRooms(PrometheusPresent(series, clock: .moment, limit: 12))
      rooms.take(PrometheusRooms.steps(in: series, of: rooms.present, step: 60))
      _ = rooms.silentTargets
      check(rooms.rooms(limit: 12).count <= 12, "too many rooms")
    }
    _ = answer.value(PrometheusAnswer<PrometheusTargets>.self)
    answer.refuse()
  },
  Target("mediawiki", samples: ["mediawiki", "wiki-rest"]) { body in
    let answer = HTTPAnswer(body)
    if let page = answer.value(MediaWikiAnswer<RecentChangesPage>.self)?.content {
      _ = page.rows.map { WikiEvent($0, of: "enwiki", pages: "https://en.wikipedia.org/wiki/") }
    }
    if let page = answer.value(MediaWikiAnswer<ContributionsPage>.self)?.content {
      _ = page.rows.map { WikiEvent($0, of: "enwiki", pages: "https://en.wikipedia.org/wiki/") }
    }
    if let table = answer.value(MediaWikiAnswer<ComparedPage>.self)?.content { _ = EditDiff(table: table.body) }
    if let page = answer.value(RESTAnswer<RevisionPayload>.self)?.content { _ = EditDiff(newPage: page.source) }
    answer.refuse()
  },
  Target("diff", samples: ["wiki-rest"]) { body in
    if let rows = HTTPAnswer(body).value(RESTAnswer<ComparePayload>.self)?.content {
      let diff = EditDiff(rows)
      check(diff.hunks.flatMap(\.lines).count <= EditDiff.lineLimit, "too many lines")
    }
    _ = EditDiff(table: String(decoding: body, as: UTF8.self))
  },
  Target("edits", samples: ["shinobi-ws", "eventstreams"]) { body in
    if let message = try? LenientJSON.decode(UpdateMessage.self, from: body) {
      _ = WikiEvent(message, wiki: "https://en.wikipedia.org/wiki/")
    }
    if let change = try? LenientJSON.decode(RecentChange.self, from: body) { _ = WikiEvent(change) }
  },
]

extension Date {
  /// A time that stands still, so that an input does the same each time.
  static let moment = Date(timeIntervalSince1970: 1_795_176_000)
}

extension HTTPAnswer {
  fileprivate init(_ body: [UInt8]) {
    self.init(status: 200, headers: ["Content-Type": "application/json"], body: body, host: "host")
  }

  fileprivate func value<Value: Decodable>(_ type: Value.Type) -> Value? {
    do {
      return try content(type, at: .moment)
    } catch {
      error.read()
      return nil
    }
  }

  fileprivate func value<Value: Envelope>(_ type: Value.Type) -> Value? {
    do {
      return try content(type, at: .moment)
    } catch {
      error.read()
      return nil
    }
  }

  /// The same body where the status says that it is a refusal.
  fileprivate func refuse() {
    for status in [403, 503] {
      var answer = self
      answer.status = status
      answer.refusal(at: .moment).read()
    }
  }
}

extension ServiceError {
  /// A person reads it.
  func read() {
    check(sentence.string.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "a control character")
  }
}
