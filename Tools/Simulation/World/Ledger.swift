import Foundation
import Model

/// The world's own record of requests and answers, independent of the program's state.
struct Ledger {
  private struct Request {
    var service: ServiceName
    var key: String
    var page: Int
    var client: Int

    var place: Place { Place(service: service, key: key, page: page, client: client) }
  }

  /// The latest automatic request of a place.
  private struct Habit {
    var askedAt: Date
    /// The number of ``occasions`` at that time.
    var occasion: Int
  }

  private struct Place: Hashable {
    var service: ServiceName
    var key: String
    /// Counted from 1; always 1 for services without pages.
    var page: Int
    var client: Int
  }

  /// A pause that a service has asked for, by the world's own time.
  private struct Rest {
    var end: Date
    var occasion: Int
  }

  private var underWay: [Int: Request] = [:]
  private var rests: [Place: Rest] = [:]
  private var habits: [Place: Habit] = [:]
  private var nextID = 0
  /// The number of occasions so far on which each automatically polled service could be requested immediately.
  private var occasions: [ServiceName: Int] = [:]
  /// Whether current requests are a person's, which do not count for the pace of automatic ones.
  var isPersonAsking = false
  /// The seconds between two polls of temperatures.
  var pollPeriod: TimeInterval = 10
  /// The violations that have not been taken yet.
  private(set) var faults: [String] = []
  /// The places whose latest answer was a failure.
  private var standing: [Place: ServiceError] = [:]
  /// The failures that are among those once ``hear()`` is called.
  private var unheard: [(place: Place, failure: ServiceError)] = []
  private var origins: [Int: Origin] = [:]
  /// The times of the first room's temperatures that the program has received.
  private(set) var readings: Set<Double> = []
  private var newReadings: (times: [Double], askedAt: Date, isByTheClock: Bool)?
  /// Whether the program has received temperatures that it requested after the last change of its clock.
  private(set) var isDayAnswered = false
  /// How often the program's clock was set.
  private(set) var clockChanges = 0
  /// The ends of the pauses of further pages, which also apply to a person's requests.
  private var pageRests: [Place: Date] = [:]

  var requestsUnderWay: Int { underWay.count }

  /// Returns whether a request to one of these services is under way.
  func isAsking(_ services: Set<ServiceName>) -> Bool { underWay.values.contains { services.contains($0.service) } }

  /// Returns whether this request to a service is under way.
  func isAsking(_ service: ServiceName, _ key: String) -> Bool {
    underWay.values.contains { $0.service == service && $0.key == key }
  }

  /// Allows an immediate request: for lists after any action, for temperatures when polling starts again.
  mutating func allow(_ service: ServiceName) { occasions[service, default: 0] += 1 }

  mutating func began(
    _ service: ServiceName, _ key: String, page: Int = 1, by client: Int, at now: Date, isCounted: Bool
  ) -> Int {
    nextID += 1
    let request = Request(service: service, key: key, page: page, client: client)
    if isCounted {
      if underWay.values.contains(where: { $0.place == request.place }) {
        faults.append("\(service) “\(key) \(page)” is asked twice at once")
      }
      checkPace(request.place, at: now)
    }
    underWay[nextID] = request
    return nextID
  }

  /// Checks the interval between automatic requests: a poll period for temperatures, a minute for a list.
  ///
  /// Source: https://api.stackexchange.com/docs/throttle
  private mutating func checkPace(_ place: Place, at now: Date) {
    let pace: TimeInterval? =
      switch place.service {
      case .temperatures: pollPeriod
      case .questions: 60
      default: nil
      }
    if let end = pageRests[place], now < end.addingTimeInterval(-0.1) {
      faults.append("\(place.service) “\(place.key) \(place.page)” is asked for on in a pause that the service wants")
    }
    guard let pace, !isPersonAsking else { return }
    let occasion = occasions[place.service, default: 0]
    // The tolerance of 0.1 s allows for rounded dates.
    if let former = habits[place], former.occasion == occasion, now.timeIntervalSince(former.askedAt) < pace - 0.1 {
      faults.append(
        "\(place.service) “\(place.key) \(place.page)” is asked by itself again after “\(now.timeIntervalSince(former.askedAt))” s"
      )
    }
    if let rest = rests[place], rest.occasion == occasion, now < rest.end.addingTimeInterval(-0.1) {
      faults.append(
        "\(place.service) “\(place.key) \(place.page)” is asked by itself in a pause that the service wants")
    }
    habits[place] = Habit(askedAt: now, occasion: occasion)
  }

  /// Forgets all pauses, because the program measures them by the clock that was set; and what is now in the future.
  mutating func clockWasSet(to now: Date) {
    (rests, pageRests) = ([:], [:])
    readings = readings.filter { $0 <= now.timeIntervalSince1970 }
    clockChanges += 1
    isDayAnswered = false
    // An answer that the program takes only now is still by the clock from before.
    newReadings?.isByTheClock = false
  }

  /// Records the end of a request.
  ///
  /// - Parameters:
  ///   - pause: The length of the pause in seconds that the service has asked for.
  ///   - isHeard: Whether the program hears of it at this moment.
  mutating func ended(
    _ id: Int, failure: ServiceError?, pause: TimeInterval? = nil, at now: Date, isHeard: Bool = true
  ) {
    guard let request = underWay.removeValue(forKey: id) else { return }
    let place = request.place
    if isHeard { standing[place] = failure } else if let failure { unheard.append((place, failure)) }
    guard failure != nil else {
      rests[place] = nil
      // A reloaded list has no further pages yet.
      if place.page == 1 { pageRests = pageRests.filter { ($0.key.key, $0.key.client) != (place.key, place.client) } }
      return
    }
    guard let pause else { return }
    let end = now.addingTimeInterval(pause)
    if place.page > 1 { pageRests[place] = end }
    rests[place] = Rest(end: end, occasion: occasions[request.service, default: 0])
  }

  /// Records that the program has heard of all failures.
  mutating func hear() {
    for (place, failure) in unheard { standing[place] = failure }
    unheard = []
  }

  mutating func cancelled(_ id: Int) { underWay[id] = nil }

  /// Returns the failure of a client's latest request for a first page; `nil` while a request is under way.
  func standingFailure(_ service: ServiceName, _ key: String, by client: Int) -> ServiceError? {
    let place = Place(service: service, key: key, page: 1, client: client)
    return underWay.values.contains { $0.place == place } ? nil : standing[place]
  }

  // MARK: Answers

  /// Returns the origin of the latest answer about questions to a client.
  func lastOrigin(of client: Int) -> Origin? { origins[client] }

  mutating func answered(from origin: Origin, to client: Int) { origins[client] = origin }

  /// Records the first room's answered temperatures, which the program shows once the newest reading has arrived too.
  ///
  /// - Parameters:
  ///   - date: The time of the request by the program's clock.
  ///   - changes: The number of ``clockChanges`` at that time.
  mutating func answered(_ times: [Double], askedAt date: Date, after changes: Int) {
    newReadings = (times, date, changes == clockChanges)
  }

  /// Records that the program has received the answer. It keeps readings for a day and 20 minutes before the request, and
  /// none of its future.
  mutating func takeReadings(at now: Date) {
    guard let answer = newReadings else { return }
    newReadings = nil
    let (oldest, newest) = (answer.askedAt.timeIntervalSince1970 - 87_600, now.timeIntervalSince1970)
    readings = readings.union(answer.times).filter { oldest < $0 && $0 <= newest }
    isDayAnswered = isDayAnswered || answer.isByTheClock
  }

  mutating func forgetReadings() { (readings, newReadings, isDayAnswered) = ([], nil, false) }

  mutating func note(_ fault: String) { faults.append(fault) }

  mutating func takeFaults() -> [String] {
    defer { faults = [] }
    return faults
  }
}
