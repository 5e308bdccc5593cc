import Clients
import Foundation
import Model
import NIOHTTP1
import Rooms
import Signals
import Text

/// The temperatures on a page that an exporter serves for Prometheus, read directly, without a Prometheus server.
///
/// The client stores the readings, because a page contains only the current values.
public final class ExporterClient: RoomSource {
  /// The maximum number of rooms of one page.
  public static let roomLimit = 24

  public var origin: Origin { .live }
  public var steps: RoomSteps { history.steps }
  /// A notice about samples left out of the page, sent once.
  public let notices: Signal<SafeText, Never>

  private let api: API
  private let credentials: Credentials
  private let history: OwnHistory
  private let remark: Signal<SafeText, Never>.Observer
  private let newest: MutableProperty<[RoomKey: Date]> = MutableProperty([:])
  private let (lifetime, lifetimeToken) = Lifetime.make()

  /// - Parameters:
  ///   - url: The complete address of the page.
  ///   - store: Keeps readings across restarts; `nil` to keep none.
  ///   - pauseOverride: Sends immediately before a person's request, which is made even if the service has asked for a pause.
  ///   - clock: Measures pauses and timeouts.
  public init(
    url: URL, credentials: Credentials = Credentials(), store: (any ReadingStore)? = nil,
    pauseOverride: Signal<Void, Never> = .never, transport: Transport, clock: any DateScheduler
  ) {
    api = API(url, transport: transport, clock: clock)
    self.credentials = credentials
    // A fragment is not sent, so it makes no other page.
    let page = String(url.absoluteString.prefix { $0 != "#" })
    history = OwnHistory(of: "metrics \(AddressText.withoutPasswords(page))", in: store, clock: clock)
    let (remarks, remark) = Signal<SafeText, Never>.pipe()
    self.remark = remark
    let host = url.hostLabel
    notices = remarks.skippingTold().map { "\(host): \($0)" }
    lifetime += pauseOverride.observeValues { [api] in api.overridePause() }
  }

  public func readings(
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, ServiceError> {
    credentials.asking { [api] authorization in
      api.get(headers: [("Accept", Self.accepted)], authorization: authorization)
        .reading { answer, now throws(ServiceError) in
          let page = try answer.prometheusText(at: now)
          return (found: ExporterRooms(page), losses: page.isCut || page.unreadableLines > 0 ? page.losses : nil)
        }
    }
    .flatMap(.concat) { [self] page in answer(page.found, page.losses, over: window, step: step) }
  }

  private static let accepted = "text/plain;version=0.0.4,application/openmetrics-text;version=1.0.0;q=0.5,*/*;q=0.1"

  private func answer(
    _ found: ExporterRooms, _ losses: SafeText?, over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, Never> {
    let now = api.clock.currentDate
    if let losses {
      remark.send(value: losses)
    } else if found.rooms.count > Self.roomLimit {
      remark.send(
        value: "the page has \(found.rooms.count) temperatures; the first \(Self.roomLimit) by name are shown")
    }
    let rooms = found.rooms.prefix(Self.roomLimit).map { room in
      var readings = RoomReadings(key: room.key, name: room.name, readings: [])
      if let silence = room.silence {
        readings.silence = silence
      } else if Temperature.credible.contains(room.celsius) {
        let time = room.time.map { api.serverClock.localTime(of: $0, at: now) } ?? now
        readings.latest = Temperature(time: min(time, now), celsius: room.celsius)
      } else {
        readings.silence = "the page has \(PrometheusRooms.text(of: room.celsius)), which is no temperature"
      }
      return readings
    }
    take(rooms, at: now)
    return history.readings(over: window, step: step).map { [api] history in
      RoomAnswer(
        rooms: rooms.map { room in
          var room = room
          room.readings = history[room.key] ?? []
          return room
        }, emptiness: "the page has no temperatures", total: found.rooms.count,
        clockLead: api.serverClock.lead)
    }
  }

  /// Adds the new readings. A page with timestamps may repeat a reading.
  private func take(_ rooms: [RoomReadings], at now: Date) {
    let latest = rooms.compactMap { room in room.latest.map { OwnReading(key: room.key, $0) } }
      .filter { now.timeIntervalSince($0.temperature.time) < ReadingRetention.single }
    let fresh = newest.modify { newest in
      let fresh = latest.filter { newest[$0.key].map { [time = $0.temperature.time] in time != $0 } ?? true }
      newest = Dictionary(latest.map { ($0.key, $0.temperature.time) }) { $1 }
      return fresh
    }
    history.take(fresh)
  }
}

extension PrometheusText {
  /// What is missing, as the end of a sentence.
  fileprivate var losses: SafeText {
    let lines = SafeText(unreadableLines, "line", "lines")
    return switch (isCut, unreadableLines) {
    case (true, 0): "the page is cut off in its last line, which is left out"
    case (true, _): "the page is cut off in its last line, and \(lines) cannot be read"
    case (false, _): "\(lines) of the page cannot be read and \(unreadableLines == 1 ? "is" : "are") left out"
    }
  }
}

extension HTTPAnswer {
  /// Parses the body as an exporter's page.
  ///
  /// - Throws: An error for a status other than success, or for a body that is something else.
  func prometheusText(at now: Date) throws(ServiceError) -> PrometheusText {
    guard (200..<300).contains(status) else { throw refusal(at: now) }
    let page = PrometheusText(body)
    if page.samples.isEmpty, page.unreadableLines > 0 || page.isCut {
      let isHTML = body.first { $0 > 0x20 } == UInt8(ascii: "<")
      // With its last line, the body may be a page.
      let isCut = page.unreadableLines == 0 && PrometheusText(body + [UInt8(ascii: "\n")]).unreadableLines == 0
      throw .malformedAnswer(
        host: host, detail: isHTML ? "HTML instead of metrics" : isCut ? "cut off in the middle" : "no metrics")
    }
    let isOpenMetrics = headers.first(name: "Content-Type")?.lowercased().contains("openmetrics") == true
    if isOpenMetrics, !page.hasEnd { throw .malformedAnswer(host: host, detail: "cut off in the middle") }
    return page
  }
}
