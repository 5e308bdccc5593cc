import Foundation
import Model

/// What the world knows of what it was asked and what it told, apart from anything that the program says.
struct Ledger {
  private struct Request {
    var service: ServiceName
    var key: String
    var client: Int
  }

  /// What a client asked by itself.
  private struct Habit {
    var askedAt: Date
    /// The ``occasions`` at that time.
    var occasion: Int
  }

  private struct Place: Hashable {
    var service: ServiceName
    var key: String
    var client: Int
  }

  /// A pause that a service wants, by the world's own time.
  private struct Rest {
    var end: Date
    var occasion: Int
  }

  private var underWay: [Int: Request] = [:]
  private var rests: [Place: Rest] = [:]
  private var habits: [Place: Habit] = [:]
  private var nextID = 0
  /// Counts, for each service that is asked by itself, the occasions on which it may be asked at once.
  private var occasions: [ServiceName: Int] = [:]
  /// What is asked now is what a person asks for: it moves nothing of what is asked by itself.
  var isPersonAsking = false
  /// Seconds between two polls of temperatures.
  var pollPeriod: TimeInterval = 10
  /// What was asked against the rules.
  private(set) var faults: [String] = []
  /// The failures that were answered since they were taken last.
  private(set) var failures: [(service: ServiceName, key: String, client: Int, error: ServiceError)] = []

  var requestsUnderWay: Int { underWay.count }

  /// Whether a program waits for one of these services.
  func isAsking(_ services: Set<ServiceName>) -> Bool { underWay.values.contains { services.contains($0.service) } }

  /// A service may be asked at once: lists after whatever a person does, temperatures when their polls begin again.
  mutating func allow(_ service: ServiceName) { occasions[service, default: 0] += 1 }

  mutating func began(
    _ service: ServiceName, _ key: String, by client: Int, at now: Date, isCounted: Bool
  ) -> Int {
    nextID += 1
    if isCounted {
      if underWay.values.contains(where: { ($0.service, $0.key, $0.client) == (service, key, client) }) {
        faults.append("\(service) “\(key)” is asked twice at once")
      }
      checkPace(Place(service: service, key: key, client: client), at: now)
    }
    underWay[nextID] = Request(service: service, key: key, client: client)
    return nextID
  }

  /// What is asked by itself: temperatures once a period, a list once a minute (https://api.stackexchange.com/docs/throttle).
  private mutating func checkPace(_ place: Place, at now: Date) {
    let pace: TimeInterval? =
      switch place.service {
      case .temperatures: pollPeriod
      case .questions: 60
      default: nil
      }
    guard let pace, !isPersonAsking else { return }
    let occasion = occasions[place.service, default: 0]
    // A tenth of a second, since dates are rounded.
    if let former = habits[place], former.occasion == occasion, now.timeIntervalSince(former.askedAt) < pace - 0.1 {
      faults.append(
        "\(place.service) “\(place.key)” is asked by itself again after “\(now.timeIntervalSince(former.askedAt))” s")
    }
    if let rest = rests[place], rest.occasion == occasion, now < rest.end.addingTimeInterval(-0.1) {
      faults.append("\(place.service) “\(place.key)” is asked by itself in a pause that the service wants")
    }
    habits[place] = Habit(askedAt: now, occasion: occasion)
  }

  /// A program's clock was set, by which it knows the ends of pauses.
  mutating func clockWasSet() { rests = [:] }

  /// - Parameter pause: Seconds for which the service wants to be left alone.
  mutating func ended(_ id: Int, failure: ServiceError?, pause: TimeInterval? = nil, at now: Date) {
    guard let request = underWay.removeValue(forKey: id) else { return }
    let place = Place(service: request.service, key: request.key, client: request.client)
    guard let failure else {
      rests[place] = nil
      return
    }
    if let pause {
      rests[place] = Rest(end: now.addingTimeInterval(pause), occasion: occasions[request.service, default: 0])
    }
    failures.append((request.service, request.key, request.client, failure))
  }

  mutating func cancelled(_ id: Int) { underWay[id] = nil }

  mutating func takeFailures() -> [(service: ServiceName, key: String, client: Int, error: ServiceError)] {
    defer { failures = [] }
    return failures
  }

  mutating func takeFaults() -> [String] {
    defer { faults = [] }
    return faults
  }
}
