import Foundation
import Model

/// What the world knows of what it was asked and what it told, apart from anything that the program says.
struct Ledger {
  private struct Request {
    var service: ServiceName
    var key: String
    var client: Int
  }

  /// What a client asked, for its next request of the same.
  private struct Habit {
    var askedAt: Date
    /// When it was asked before that, since the same act.
    var askedBefore: Date?
    var act: Int
  }

  private struct Place: Hashable {
    var service: ServiceName
    var key: String
    var client: Int
  }

  private var underWay: [Int: Request] = [:]
  private var habits: [Place: Habit] = [:]
  private var nextID = 0
  /// Counts what a person did, and what else may be why something is asked.
  private var acts = 0
  /// Seconds between two polls of temperatures.
  var pollPeriod: TimeInterval = 10
  /// What was asked against the rules.
  private(set) var faults: [String] = []
  /// The failures that were answered since they were taken last.
  private(set) var failures: [(service: ServiceName, key: String, client: Int, error: ServiceError)] = []

  var requestsUnderWay: Int { underWay.count }

  /// Something happened after which a program may ask again at once.
  mutating func act() { acts += 1 }

  mutating func began(
    _ service: ServiceName, _ key: String, by client: Int, at now: Date, isCounted: Bool
  ) -> Int {
    nextID += 1
    if isCounted {
      if underWay.values.contains(where: { ($0.service, $0.key, $0.client) == (service, key, client) }) {
        faults.append("\(service) \(key) is asked twice at once")
      }
      checkPace(Place(service: service, key: key, client: client), at: now)
    }
    underWay[nextID] = Request(service: service, key: key, client: client)
    return nextID
  }

  /// What nobody asked for: temperatures once a period, a list once a minute (https://api.stackexchange.com/docs/throttle).
  private mutating func checkPace(_ place: Place, at now: Date) {
    let pace: TimeInterval? =
      switch place.service {
      case .temperatures: pollPeriod
      case .questions: 60
      default: nil
      }
    guard let pace else { return }
    let habit = habits[place].flatMap { $0.act == acts ? $0 : nil }
    // A poll at the end of a service's pause comes in addition to those at the interval.
    let former = place.service == .temperatures ? habit?.askedBefore : habit?.askedAt
    if let former, now.timeIntervalSince(former) < pace - 0.1 {
      faults.append("\(place.service) \(place.key) is asked again after \(now.timeIntervalSince(former)) s, by itself")
    }
    habits[place] = Habit(askedAt: now, askedBefore: habit?.askedAt, act: acts)
  }

  mutating func ended(_ id: Int, failure: ServiceError?, at now: Date) {
    guard let request = underWay.removeValue(forKey: id), let failure else { return }
    // After a failure temperatures are asked for at the end of the pause as well as at their own interval.
    if request.service == .temperatures { acts += 1 }
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
