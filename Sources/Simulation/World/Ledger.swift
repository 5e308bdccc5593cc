import Foundation
import Model

/// What the world knows of what it was asked and what it told, apart from anything that the program says.
struct Ledger {
  private struct Request {
    var service: ServiceName
    var key: String
    var page: Int
    var client: Int

    var place: Place { Place(service: service, key: key, page: page, client: client) }
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
    /// From 1 on; what has no pages is one.
    var page: Int
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
  /// What the latest request of each place came to, where that was a failure.
  private var standing: [Place: ServiceError] = [:]
  private var origins: [Int: Origin] = [:]
  /// The times of the first room's temperatures that were answered.
  private(set) var readings: Set<Double> = []
  private var newReadings: [Double] = []
  /// Until when a further page is not to be asked for, whoever wants it: that is told to a person.
  private var pageRests: [Place: Date] = [:]

  var requestsUnderWay: Int { underWay.count }

  /// Whether a program waits for one of these services.
  func isAsking(_ services: Set<ServiceName>) -> Bool { underWay.values.contains { services.contains($0.service) } }

  /// A service may be asked at once: lists after whatever a person does, temperatures when their polls begin again.
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

  /// What is asked by itself: temperatures once a period, a list once a minute (https://api.stackexchange.com/docs/throttle).
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
    // A tenth of a second, since dates are rounded.
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

  /// A program's clock was set, by which it knows the ends of pauses.
  mutating func clockWasSet() { (rests, pageRests) = ([:], [:]) }

  /// - Parameter pause: Seconds for which the service wants to be left alone.
  mutating func ended(_ id: Int, failure: ServiceError?, pause: TimeInterval? = nil, at now: Date) {
    guard let request = underWay.removeValue(forKey: id) else { return }
    let place = request.place
    standing[place] = failure
    guard failure != nil else {
      rests[place] = nil
      // A list that begins again has no further pages yet.
      if place.page == 1 { pageRests = pageRests.filter { ($0.key.key, $0.key.client) != (place.key, place.client) } }
      return
    }
    guard let pause else { return }
    let end = now.addingTimeInterval(pause)
    if place.page > 1 { pageRests[place] = end }
    rests[place] = Rest(end: end, occasion: occasions[request.service, default: 0])
  }

  mutating func cancelled(_ id: Int) { underWay[id] = nil }

  /// The failure with which the latest answer came that a client had to the first page; `nil` while it is asked for.
  func standingFailure(_ service: ServiceName, _ key: String, by client: Int) -> ServiceError? {
    let place = Place(service: service, key: key, page: 1, client: client)
    return underWay.values.contains { $0.place == place } ? nil : standing[place]
  }

  // MARK: What was answered

  /// Where the latest answer about questions came from that a client had.
  func lastOrigin(of client: Int) -> Origin? { origins[client] }

  mutating func answered(from origin: Origin, to client: Int) { origins[client] = origin }

  /// Temperatures of the first room were answered; the program has them once the newest reading is there, too.
  mutating func answered(_ times: [Double]) { newReadings = times }

  /// The program has taken an answer in: it keeps what is in it for a day and 20 minutes by its clock.
  mutating func takeReadings(at now: Date) {
    readings.formUnion(newReadings)
    newReadings = []
    readings = readings.filter { $0 > now.timeIntervalSince1970 - 87_600 }
  }

  mutating func forgetReadings() { (readings, newReadings) = ([], []) }

  mutating func takeFaults() -> [String] {
    defer { faults = [] }
    return faults
  }
}
