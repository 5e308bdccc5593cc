import Clients
import Foundation
import Model
import Rooms
import Signals
import Text

/// A client for Open-Meteo's weather, which requests all places that are shown together.
///
/// ```
/// a place's request ──▶ is there a valid answer? ──yes──▶ answer
///                                │ no
///                                ▼
///                 one request for all places, one at a time ──▶ kept
/// ```
/// The service is free for everyone, so there is at most one request every 15 minutes, and increasing pauses after failures.
/// Sources: https://open-meteo.com/en/docs, https://open-meteo.com/en/terms
public final class OpenMeteoClient: Sendable {
  /// A place on Earth, in degrees north and east.
  public struct Place: Sendable, Hashable {
    public var latitude: Double
    public var longitude: Double

    public init(latitude: Double, longitude: Double) {
      self.latitude = latitude
      self.longitude = longitude
    }
  }

  /// The length of the past to request.
  fileprivate enum Depth: Sendable, Hashable {
    /// Two days in steps of a quarter of an hour.
    case recent
    /// All of the service's past data, by the hour.
    case whole

    /// The number of days before today.
    var days: Int { self == .recent ? 2 : 92 }
    var section: String { self == .recent ? "minutely_15" : "hourly" }
    /// The number of seconds for which an answer is valid.
    var standing: TimeInterval { self == .recent ? 900 : 3_600 }
  }

  /// The result of a request.
  fileprivate struct Held: Sendable {
    var outcome: Result<[Place: OpenMeteoWeather], ServiceError>
    /// The places in the request.
    var places: Set<Place>
    var askedAt: Date
    /// The number of seconds during which there are no further requests.
    var standing: TimeInterval
    /// The number of consecutive failures.
    var failures: Int

    /// Whether this is the answer for a place at `now`. Setting the clock back invalidates it.
    func stands(for place: Place, at now: Date, overriddenAt: Date) -> Bool {
      guard places.contains(place) else { return false }
      let isOverridden = failures > 0 && overriddenAt >= askedAt.addingTimeInterval(Pause.patience)
      return (0..<standing).contains(now.timeIntervalSince(askedAt)) && !isOverridden
    }
  }

  public static let publicServer = "https://api.open-meteo.com/"

  private let api: API
  private let places: Property<Set<Place>>
  private let held: MutableProperty<[Depth: Held]>
  private let ask: Signal<(Place, Depth), Never>.Observer
  private let overriddenAt: MutableProperty<Date>
  private let (lifetime, lifetimeToken) = Lifetime.make()

  /// - Parameters:
  ///   - baseURL: The server's address up to `/v1`.
  ///   - places: All places that are shown.
  ///   - pauseOverride: Sends immediately before a person's request. It ends the pause after a failure, but does not shorten the
  ///     validity of an answer.
  ///   - clock: Measures pauses and timeouts.
  public init(
    baseURL: URL, places: Property<Set<Place>>, pauseOverride: Signal<Void, Never> = .never, transport: Transport,
    clock: any DateScheduler
  ) {
    let api = API(baseURL, name: "Open-Meteo", transport: transport, clock: clock)
    self.api = api
    self.places = places
    let overriddenAt = MutableProperty(Date.distantPast)
    self.overriddenAt = overriddenAt
    let (asks, ask) = Signal<(Place, Depth), Never>.pipe()
    self.ask = ask
    let held = MutableProperty<[Depth: Held]>([:])
    self.held = held
    // One at a time, as the service asks. An answer that another place's request has already returned is reused.
    let answers = asks.flatMap(.concat) { place, depth in
      SignalProducer<(Depth, Held), Never> { observer, lifetime in
        let (now, before) = (clock.currentDate, held.value[depth])
        if let before, before.stands(for: place, at: now, overriddenAt: overriddenAt.value) {
          observer.send(value: (depth, before))
          return observer.sendCompleted()
        }
        let asked = places.value.union([place])
        lifetime += api.weather(of: asked, depth)
          .map { Held($0, at: now, places: asked, depth, after: before) }
          .map { (depth, $0) }
          .start(observer)
      }
    }
    lifetime += answers.observeValues { depth, answer in held.modify { $0[depth] = answer } }
    lifetime += pauseOverride.observeValues { [api] in
      overriddenAt.value = api.clock.currentDate
      api.overridePause()
    }
  }

  /// The weather of one place as a source of rooms.
  public func room(at place: Place) -> any RoomSource { OpenMeteoRoom(client: self, place: place) }

  fileprivate func weather(of place: Place, _ depth: Depth) -> SignalProducer<OpenMeteoWeather, ServiceError> {
    SignalProducer<Held, Never> { [self] observer, lifetime in
      let (clock, overriddenAt) = (api.clock, overriddenAt)
      let answer = held.producer.compactMap { $0[depth] }
        .filter { $0.stands(for: place, at: clock.currentDate, overriddenAt: overriddenAt.value) }
        .take(first: 1)
      lifetime += answer.start(observer)
      if !lifetime.hasEnded { ask.send(value: (place, depth)) }
    }
    .promoteError(ServiceError.self)
    .attemptMap { held in
      held.outcome.flatMap { weather in
        weather[place].map { .success($0) } ?? .failure(.notFound("Open-Meteo's weather of this place"))
      }
    }
  }

  fileprivate var now: Date { api.clock.currentDate }
  fileprivate var clockLead: TimeInterval { api.serverClock.lead }
}

extension OpenMeteoClient.Held {
  /// The first pause after a failure, in seconds. Each further pause is twice as long, up to the time for which an answer is
  /// valid.
  private static let firstPause: TimeInterval = 60

  fileprivate init(
    _ outcome: Result<[OpenMeteoClient.Place: OpenMeteoWeather], ServiceError>, at now: Date,
    places: Set<OpenMeteoClient.Place>, _ depth: OpenMeteoClient.Depth, after former: Self?
  ) {
    self.outcome = outcome
    self.places = places
    askedAt = now
    switch outcome {
    case .success: (standing, failures) = (depth.standing, 0)
    case .failure:
      failures = (former?.failures ?? 0) + 1
      standing = min(Self.firstPause * Double(1 << min(failures - 1, 10)), depth.standing)
    }
  }
}

// MARK: - Requests

extension API {
  fileprivate func weather(
    of places: Set<OpenMeteoClient.Place>, _ depth: OpenMeteoClient.Depth
  ) -> SignalProducer<Result<[OpenMeteoClient.Place: OpenMeteoWeather], ServiceError>, Never> {
    let places = places.sorted { ($0.latitude, $0.longitude) < ($1.latitude, $1.longitude) }
    let parameters: Parameters = [
      "latitude": places.map { $0.latitude.description }.joined(separator: ","),
      "longitude": places.map { $0.longitude.description }.joined(separator: ","),
      "current": "temperature_2m", depth.section: "temperature_2m", "past_days": depth.days, "forecast_days": 1,
      "timeformat": "unixtime",
    ]
    return get("v1/forecast", parameters)
      .reading { answer, now throws(ServiceError) in
        if (200..<300).contains(answer.status), let trouble = answer.brokenOff { throw trouble }
        let weather = try answer.content(OpenMeteoAnswer.self, at: now).places
        guard weather.count == places.count else {
          throw .malformedAnswer(
            host: answer.host, detail: "the weather of \(weather.count) places in place of \(places.count)")
        }
        return Dictionary(zip(places, weather).compactMap { place, weather in weather.map { (place, $0) } }) { $1 }
      }
      .map { .success($0) }
      .flatMapError { SignalProducer(value: .failure($0)) }
  }
}

extension HTTPAnswer {
  /// The error that the service appends to incomplete JSON if it fails while sending an answer.
  fileprivate var brokenOff: ServiceError? {
    let tail = String(decoding: body.suffix(1_000), as: UTF8.self)
    guard let start = tail.range(of: "Unexpected error while streaming data", options: .backwards)?.lowerBound,
      let words = ServiceWords.words(String(tail[start...]))
    else { return nil }
    return .inTrouble(words: words)
  }
}

// MARK: - A place

/// One place of a client that requests all of them together.
private struct OpenMeteoRoom: RoomSource {
  let client: OpenMeteoClient
  let place: OpenMeteoClient.Place

  var origin: Origin { .live }
  var steps: RoomSteps { RoomSteps(shortest: 900, kept: Double(OpenMeteoClient.Depth.whole.days) * 86_400) }

  func readings(over window: ClosedRange<Date>, step: TimeInterval) -> SignalProducer<RoomAnswer, ServiceError> {
    let recentStart = client.now.addingTimeInterval(-Double(OpenMeteoClient.Depth.recent.days) * 86_400)
    let depth: OpenMeteoClient.Depth = window.lowerBound >= recentStart ? .recent : .whole
    return client.weather(of: place, depth).map { [client] weather in
      let (now, lead) = (client.now, client.clockLead)
      let temperatures = weather.temperatures.shifted(by: -lead)
      var room = RoomReadings(readings: temperatures.readings(over: window, step: step, until: now))
      let current = weather.current.map { Temperature(time: $0.time.addingTimeInterval(-lead), celsius: $0.celsius) }
      room.latest = [current, temperatures.newest(at: now)].compactMap { $0 }.first { $0.time <= now }
      if room.latest == nil { room.silence = weather.contradiction ?? "Open-Meteo has no temperature of this hour" }
      return RoomAnswer(rooms: [room], emptiness: nil, clockLead: lead)
    }
  }
}
