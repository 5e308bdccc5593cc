import Foundation
import Model
import ModelTesting
import Signals
import Text

/// The question service for one client, with lists of 90 questions that change over time.
final class WorldQuestions: QuestionDoubled {
  private let world: World
  private let client: Int

  init(_ world: World, client: Int) { (self.world, self.client) = (world, client) }

  var double: QuestionDouble {
    let (world, client) = (world, client)
    var double = QuestionDouble(world.provenance)
    double.questions = { query in
      world.request(.questions, Self.key(of: query.feed), page: query.page, by: client) {
        world.ledger.answered(from: $0.provenance.origin, to: client)
      } answer: {
        Self.page(query, in: world)
      }
    }
    double.detail = { id in
      world.request(.details, "\(id)", by: client, isCounted: false) {
        world.ledger.answered(from: $0.provenance.origin, to: client)
      } answer: {
        Self.detail(of: id, in: world)
      }
    }
    double.commentsOfQuestion = { id in
      world.request(.comments, "question \(id)", by: client, isCounted: false) {
        PostComments(Sample.comments(on: [id]), quotaRemaining: world.spend())
      }
    }
    double.commentsOfAnswers = { ids in
      world.request(.comments, "answers \(ids)", by: client, isCounted: false) {
        PostComments(Sample.comments(on: ids), quotaRemaining: world.spend())
      }
    }
    double.allSites = {
      world.request(.directory, "sites", by: client, isCounted: false) {
        SiteList(
          [Site(id: "stackoverflow", name: "Stack Overflow"), Site(id: "unix", name: "Unix & Linux")],
          provenance: world.provenance)
      }
    }
    double.tags = { site, text in
      world.request(.directory, "tags \(site) \(text)", by: client, isCounted: false) {
        ["swift", "swiftui", "ios"].enumerated().map { Tag(name: $1, count: 900 - $0) }
      }
    }
    return double
  }

  static func key(of feed: QuestionFeed) -> String {
    "\(feed.site) \(feed.tags) \(feed.matching) \(feed.selection) \(feed.search ?? "") \(feed.order)"
  }

  /// Returns a page of a list: a window on a ring of 110 ids, which moves by one every three minutes.
  private static func page(_ query: QuestionQuery, in world: World) -> QuestionPage {
    var digest = Digest()
    digest.add(key(of: query.feed))
    let base = digest.index(below: 80) * 110 + (world.isDemonstration ? 9_000 : 0)
    let moved = Int(world.now.timeIntervalSince(Sample.now) / 180)
    let range = (query.page - 1) * query.pageSize..<min(90, query.page * query.pageSize)
    let places = range.isEmpty ? [] : range.map { ($0 + 110_000 - moved % 110) % 110 }
    var ids = places.map { base + 1 + $0 }
    if world.sabotage == .mixesOrigins, let last = ids.indices.last {
      ids[last] += world.isDemonstration ? -9_000 : 9_000
    }
    var page = StoryMaterial.page(ids, hasMore: range.upperBound < 90)
    page.provenance = world.provenance
    (page.quotaRemaining, page.quotaMax) = (world.spend(), 300)
    return page
  }

  private static func detail(of id: Question.ID, in world: World) -> QuestionDetail {
    var detail = StoryMaterial.detail(of: StoryMaterial.question(id))
    detail.provenance = world.provenance
    (detail.quotaRemaining, detail.quotaMax) = (world.spend(), 300)
    return detail
  }
}

extension World {
  /// Spends one request of the daily quota, and returns the remaining number.
  func spend() -> Int {
    remainingQuota = max(0, remainingQuota - 1)
    return remainingQuota
  }
}

extension Digest {
  /// Returns an index in `0..<count` that the hash determines.
  func index(below count: Int) -> Int { Int(UInt64(description, radix: 16).map { $0 % UInt64(count) } ?? 0) }
}

/// A room whose temperature is a function of its server's clock.
struct WorldRoom: RoomSource {
  let world: World
  let number: Int
  var origin: Origin { .live }

  func readings(over window: ClosedRange<Date>, step: TimeInterval) -> SignalProducer<RoomAnswer, ServiceError> {
    // A poll requests mean values with a step of 120 s, and single readings with one below 1 s. Other steps belong to
    // the charts of longer spans, which are requested separately.
    let isSpan = step >= 1 && step != 120
    let (askedAt, changes) = (world.clock.currentDate, world.ledger.clockChanges)
    let request = world.request(
      .temperatures, isSpan ? "room \(number), a span" : "room \(number)", by: 0, isCounted: step == 120
    ) { answer in
      guard step == 120, number == 0, let readings = answer.rooms.first?.readings else { return }
      let more = world.sabotage == .losesReadings ? readings.map { $0.temperature.time.timeIntervalSince1970 + 60 } : []
      world.ledger.answered(
        more + readings.map(\.temperature.time.timeIntervalSince1970), askedAt: askedAt, after: changes)
    } answer: {
      RoomAnswer(rooms: [RoomReadings(readings: readings(window, step))])
    }
    guard world.sabotage == .asksTwice, step == 120 else { return request }
    return request.combineLatest(with: request).map { first, _ in first }
  }

  private func readings(_ window: ClosedRange<Date>, _ step: TimeInterval) -> [RoomReading] {
    let serverNow = world.now.addingTimeInterval(Double(world.serverLead))
    let end = min(window.upperBound, serverNow).timeIntervalSince1970
    let start = max(window.lowerBound.timeIntervalSince1970, end - max(90_000, 400 * step))
    guard start <= end, step >= 1 else { return [] }
    let first = (start / step).rounded(.up) * step
    return stride(from: first, through: end, by: step).map { time in
      // A triangle wave with a period of a day, without functions whose rounding depends on the C library.
      let part = time.truncatingRemainder(dividingBy: 86_400) / 86_400
      let celsius = 18 + Double(number) + 4 * abs(part - 0.5)
      return RoomReading(Temperature(time: Date(timeIntervalSince1970: time), celsius: celsius))
    }
  }
}
