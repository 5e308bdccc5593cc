import Clients
import Foundation
import Model
import ModelTesting
import Questions
import QuestionsEdge
import Rooms
import RoomsEdge
import Signals
import Text

/// The question service for one client, with lists of 90 questions that change over time.
final class WorldQuestions: QuestionDoubled {
  private let world: World
  private let client: Int
  /// The program's own clients, where they speak to servers.
  private let speakers: Speakers?

  private struct Speakers {
    var live: StackExchangeClient
    var demonstration: StackExchangeClient
    var overridePause: Signal<Void, Never>.Observer
  }

  init(_ world: World, client: Int) {
    (self.world, self.client) = (world, client)
    speakers = world.network.map { network in
      let (pauseOverride, overridePause) = Signal<Void, Never>.pipe()
      func client(_ url: URL, _ origin: Origin) -> StackExchangeClient {
        StackExchangeClient(
          baseURL: url, origin: origin, pauseOverride: pauseOverride, transport: network.makeTransport(),
          clock: world.clock)
      }
      return Speakers(
        live: client(WorldNetwork.questions, .live), demonstration: client(WorldNetwork.demonstration, .demo),
        overridePause: overridePause)
    }
  }

  /// Lets a person's requests pass in a service's pause.
  var overridePause: Signal<Void, Never>.Observer? { speakers?.overridePause }

  private var speaker: StackExchangeClient? {
    world.isDemonstration ? speakers?.demonstration : speakers?.live
  }

  var double: QuestionDouble {
    let (world, client, speaker) = (world, client, speaker)
    var double = QuestionDouble(world.provenance)
    double.questions = { query in
      if let speaker {
        return world.watched(
          .questions, Self.key(of: query.feed), page: query.page, by: client,
          answered: { world.ledger.answered(from: $0.provenance.origin, to: client) }, speaker.questions(query))
      }
      return world.request(.questions, Self.key(of: query.feed), page: query.page, by: client) {
        world.ledger.answered(from: $0.provenance.origin, to: client)
      } answer: {
        Self.page(query, in: world)
      }
    }
    double.detail = { id in
      if let speaker {
        return world.watched(
          .details, "\(id)", by: client, isCounted: false,
          answered: { world.ledger.answered(from: $0.provenance.origin, to: client) },
          speaker.detail(of: id, site: "stackoverflow"))
      }
      return world.request(.details, "\(id)", by: client, isCounted: false) {
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

  /// The number of questions in each list.
  static let listLength = 90

  /// Returns the ids of a page of a list: a window on a ring of 110 ids, which moves by one every three minutes.
  static func ids(of key: String, page: Int, size: Int, isInvented: Bool, in world: World) -> [Question.ID] {
    var digest = Digest()
    digest.add(key)
    let base = digest.index(below: 80) * 110 + (isInvented ? 9_000 : 0)
    let moved = Int(world.now.timeIntervalSince(Sample.now) / 180)
    let range = (page - 1) * size..<max((page - 1) * size, min(listLength, page * size))
    var ids = range.map { base + 1 + ($0 + 110_000 - moved % 110) % 110 }
    if world.sabotage == .mixesOrigins, let last = ids.indices.last { ids[last] += isInvented ? -9_000 : 9_000 }
    return ids
  }

  private static func page(_ query: QuestionQuery, in world: World) -> QuestionPage {
    let ids = ids(
      of: key(of: query.feed), page: query.page, size: query.pageSize, isInvented: world.isDemonstration, in: world)
    var page = StoryMaterial.page(ids, hasMore: query.page * query.pageSize < listLength)
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
  private let world: World
  private let number: Int
  private let client: Int
  /// The program's own client, where it speaks to a server.
  private let speaker: ConAirClient?

  init(_ world: World, number: Int, client: Int) {
    (self.world, self.number, self.client) = (world, number, client)
    speaker = world.network.map { network in
      ConAirClient(baseURL: WorldNetwork.room(number), transport: network.makeTransport(), clock: world.clock)
    }
  }

  var origin: Origin { .live }

  func readings(over window: ClosedRange<Date>, step: TimeInterval) -> SignalProducer<RoomAnswer, ServiceError> {
    // A poll requests mean values with a step of 120 s, and single readings with one below 1 s. Other steps belong to
    // the charts of longer spans, which are requested separately.
    // The same step is a chart's where the time that is looked at ends earlier.
    let isPoll = step == 120 && window.upperBound >= world.clock.currentDate
    let isSpan = step >= 1 && !isPoll
    let key = isSpan ? "room \(number), a span" : "room \(number)"
    let (askedAt, changes) = (world.clock.currentDate, world.ledger.clockChanges)
    if let speaker {
      return world.watched(
        .temperatures, key, by: client, isCounted: isPoll,
        answered: { _ in
          guard isPoll, number == 0, client == world.mainClient else { return }
          world.ledger.answered(world.network?.sentReadings ?? [], askedAt: askedAt, after: changes)
        }, speaker.readings(over: window, step: step))
    }
    let request = world.request(.temperatures, key, by: client, isCounted: isPoll) { (answer: RoomAnswer) in
      guard isPoll, number == 0, client == world.mainClient, let readings = answer.rooms.first?.readings else { return }
      let more = world.sabotage == .losesReadings ? readings.map { $0.temperature.time.timeIntervalSince1970 + 60 } : []
      world.ledger.answered(
        more + readings.map(\.temperature.time.timeIntervalSince1970), askedAt: askedAt, after: changes)
    } answer: {
      let readings = Self.readings(
        of: number, from: window.lowerBound, to: window.upperBound, step: step, in: world)
      return RoomAnswer(means: readings)
    }
    guard world.sabotage == .asksTwice, isPoll else { return request }
    return request.combineLatest(with: request).map { first, _ in first }
  }

  /// Returns what a room's server knows of a time.
  static func readings(
    of number: Int, from start: Date, to end: Date, step: TimeInterval, in world: World
  ) -> [Temperature] {
    let serverNow = world.now.addingTimeInterval(Double(world.serverLead))
    let end = min(end, serverNow).timeIntervalSince1970
    let start = max(start.timeIntervalSince1970, end - max(90_000, 400 * step))
    guard start <= end, step >= 1 else { return [] }
    let first = (start / step).rounded(.up) * step
    return stride(from: first, through: end, by: step).map { time in
      Temperature(time: Date(timeIntervalSince1970: time), celsius: celsius(of: number, at: time))
    }
  }

  /// A triangle wave with a period of a day, without functions whose rounding depends on the C library. The second room is
  /// heated for four minutes of every ten.
  static func celsius(of number: Int, at time: Double) -> Double {
    let part = time.truncatingRemainder(dividingBy: 86_400) / 86_400
    let isHeated = number == 1 && time.truncatingRemainder(dividingBy: 600) < 240
    return 18 + Double(number) + 4 * abs(part - 0.5) + (isHeated ? 3 : 0)
  }
}
