import Clients
import Foundation
import Model
import Signals
import Text

/// The network between the program's clients and the world's servers: requests arrive at a server, and the bytes of its answer
/// come in pieces that the seed cuts.
// Unchecked: all of it runs on the thread that moves the clock.
final class WorldNetwork: Wire, @unchecked Sendable {
  static let questions = URL(staticString: "https://api.stackexchange.com/2.3")
  static let demonstration = URL(staticString: "http://station.example/2.3")
  static let events = URL(staticString: "https://stream.wikimedia.org/v2/stream/recentchange")

  static func room(_ number: Int) -> URL { URL(staticString: "http://room.example/data/").appending(path: "\(number)") }

  // The world owns the network.
  private unowned let world: World
  private var random: SeededGenerator
  /// Whether the latest request was lost with its connection.
  private var hasLost = false
  /// The times of the first room's temperatures in the latest answer.
  var sentReadings: [Double] = []
  var keyboard: Keyboard
  private(set) lazy var feed = StreamFeed(world, cuts: SeededGenerator(seed: random.next()))

  init(_ world: World, cut: UInt64) {
    self.world = world
    random = SeededGenerator(seed: cut)
    keyboard = Keyboard(SeededGenerator(seed: random.next()))
  }

  /// Returns a transport over this network, for one client.
  func makeTransport() -> Transport {
    Transport(version: "0", projectURL: "https://simulated.example", wire: self)
  }

  private(set) lazy var readingClock = TimedReading(world.clock)
  var reading: any Scheduler { readingClock }

  func attempt(_ request: WireRequest) -> SignalProducer<WirePart, AttemptFailure> {
    SignalProducer { [self] observer, lifetime in
      guard let url = URLComponents(string: request.url), let host = url.host else {
        return observer.send(error: .failed(.unreachable(host: "?", reason: "the address is no URL of a server")))
      }
      if host == Self.events.host() { return feed.answer(request, observer, lifetime) }
      if host == LongTexts.exporter?.host() {
        let number = world.later(0.08) { [self] in
          send(WireAnswer(status: 200, body: LongTexts.page, type: "text/plain"), observer, lifetime)
        }
        lifetime.observeEnded { [self] in world.cancel(number) }
        return
      }
      if isDetoured(url, observer) { return }
      let isOfExporter = host == ExporterServer.host
      let isOfRoom = isOfExporter || host == Self.room(0).host()
      let isOfWiki = WorldEvent.wikis[host] != nil
      let isOfDetail =
        !isOfRoom && (url.path.split(separator: "/").last.flatMap { Int($0) } != nil || url.path.hasSuffix("/answers"))
      let service: ServiceName = isOfRoom ? .temperatures : isOfWiki ? .changes : isOfDetail ? .details : .questions
      // Retained until the request ends, because its release would interrupt the request.
      let number: Int
      switch world.mode(of: service) {
      case .answer(let delay):
        let answer =
          isOfWiki
          ? feed.wikis.answer(url, of: host)
          : isOfExporter
            ? WireAnswer(status: 200, body: ExporterServer.page(in: world), type: "text/plain")
            : WireAnswer(
              status: 200,
              body: isOfRoom ? ConAirServer.answer(url, in: world) : StackExchangeServer.answer(url, in: world))
        number = world.later(Double(delay) / 1000) { [self] in send(answer, observer, lifetime) }
      case .fail(let failing, let delay, let seconds):
        number = world.later(Double(delay) / 1000) { [self] in
          let dialect: WireAnswer.Dialect =
            isOfRoom || url.path.contains("/rest.php/") ? .plain : isOfWiki ? .mediaWiki : .stackExchange
          switch WireAnswer.failure(failing, dialect, host: SafeText(oneLine: host), seconds: seconds) {
          case .success(let answer): send(answer, observer, lifetime)
          case .failure(let failure): observer.send(error: failure)
          }
        }
      case .silence: number = world.later(1e9) { _ = observer }
      }
      lifetime.observeEnded { [self] in world.cancel(number) }
    }
  }

  /// Sometimes loses a request with a connection that the server has just closed, or sends it to another path; both are the
  /// transport's own business.
  private func isDetoured(_ url: URLComponents, _ observer: Signal<WirePart, AttemptFailure>.Observer) -> Bool {
    // It is repeated once, so the next one must arrive.
    hasLost = !hasLost && random.once(in: 25)
    if hasLost {
      observer.send(error: .unseen(.connectionLost(host: SafeText(oneLine: url.host ?? ""))))
      return true
    }
    guard url.queryItems?.last?.name != "moved", random.once(in: 25) else { return false }
    var target = url
    target.queryItems = (url.queryItems ?? []) + [URLQueryItem(name: "moved", value: "1")]
    observer.send(value: .head(status: 307, headers: [("Location", target.string ?? "/")]))
    observer.sendCompleted()
    return true
  }

  /// Sends an answer in pieces, sometimes with a pause before the last one.
  private func send(
    _ answer: WireAnswer, _ observer: Signal<WirePart, AttemptFailure>.Observer, _ lifetime: Lifetime
  ) {
    var pieces = (world.hasLongTexts ? LongTexts.lengthened(answer.body) : answer.body).cut(&random)
    let last = random.once(in: 8) ? pieces.popLast() : nil
    observer.send(value: .head(status: answer.status, headers: answer.headers))
    for piece in pieces { observer.send(value: .body(piece)) }
    let end = {
      if let last { observer.send(value: .body(last)) }
      if let failure = answer.breaksOff { observer.send(error: failure) } else { observer.sendCompleted() }
    }
    guard last != nil else { return end() }
    let number = world.later(random.one(of: [0.001, 0.2, 2.5]), end)
    lifetime.observeEnded { [self] in world.cancel(number) }
  }
}

extension [UInt8] {
  /// Returns one to four pieces, which may be empty.
  func cut(_ random: inout SeededGenerator) -> [[UInt8]] {
    let places = (0..<random.one(of: [0, 0, 1, 3])).map { _ in random.number(0...count) }.sorted()
    return zip([0] + places, places + [count]).map { Array(self[$0..<$1]) }
  }
}

extension URL {
  fileprivate init(staticString text: StaticString) {
    guard let url = URL(string: "\(text)") else { preconditionFailure("\(text) is no address.") }
    self = url
  }
}
