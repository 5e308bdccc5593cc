import Clients
import Foundation
import Model
import Rooms
import Signals
import Text

/// A Prometheus server, or a compatible one: VictoriaMetrics, Thanos, Mimir.
///
/// ```
/// the newest samples, and the server's time ──▶ the steps of the window, up to that time ──▶ why some have ended
/// ```
/// Source: https://prometheus.io/docs/prometheus/latest/querying/api/
public final class PrometheusClient: RoomSource {
  /// The most rooms of one query.
  public static let roomLimit = 24
  /// The most points of a series in one answer; a server refuses one step more.
  static let pointLimit = 11_000
  /// The most points of all series in one answer, so that it does not exceed the size limit.
  static let answerLimit = 50_000
  /// A longer query, in characters, is sent in a body.
  private static let longestInAddress = 2_000
  /// The number of seconds for which the metadata of metrics stand.
  private static let metadataStanding: TimeInterval = 600
  /// The most targets whose state is requested.
  private static let targetLimit = 8

  public var origin: Origin { .live }
  /// Sends messages to the person, each once: the server's warnings, and parts left out of its answers.
  public let notices: Signal<SafeText, Never>

  private let api: API
  private let query: PromQL
  private let credentials: Credentials
  /// By the times in the answers, since a proxy may have a clock of its own.
  private let serverClock = ServerClock()
  private let known = MutableProperty<(families: [String: PrometheusText.Family], askedAt: Date)?>(nil)
  private let skipped = SkippedItems(of: "Prometheus")
  private let remark: Signal<SafeText, Never>.Observer
  private let (lifetime, lifetimeToken) = Lifetime.make()

  /// - Parameters:
  ///   - baseURL: The server's address before `/api/v1`, including a prefix.
  ///   - query: An expression whose series are the rooms.
  ///   - pauseOverride: Sends when a person wants an answer although the service may have asked for a pause, just before the
  ///     request.
  ///   - clock: The clock of pauses and timeouts.
  public init(
    baseURL: URL, query: String, credentials: Credentials = Credentials(),
    pauseOverride: Signal<Void, Never> = .never, transport: Transport, clock: any DateScheduler
  ) {
    api = API(baseURL, name: "Prometheus", transport: transport, clock: clock)
    self.query = PromQL(query)
    self.credentials = credentials
    let (remarks, remark) = Signal<SafeText, Never>.pipe()
    self.remark = remark
    let host = baseURL.hostLabel
    notices = .merge([remarks.skippingTold().map { "\(host): \($0)" }, skipped.notices])
    lifetime += pauseOverride.observeValues { [api] in api.overridePause() }
  }

  public func readings(
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, ServiceError> {
    let grid = StepGrid(step: step)
    return present()
      .flatMap(.concat) { [self] present in
        rooms(of: present, in: grid.ends(in: window.shifted(by: serverClock.lead), until: present.now), grid)
      }
      .flatMap(.concat) { [self] rooms in
        reasons(for: rooms.silentTargets).map { [self] reasons in
          answer(rooms, silentBecause: reasons)
        }
      }
  }

  private func answer(
    _ rooms: PrometheusRooms, silentBecause reasons: [[String: String]: SafeText]
  ) -> RoomAnswer {
    let hasHistograms = rooms.present.histograms > 0
    let lead = serverClock.lead
    return RoomAnswer(
      rooms: rooms.rooms(silentBecause: reasons, limit: Self.roomLimit).map { $0.shifted(by: -lead) },
      emptiness: hasHistograms ? "the query gives histograms, not temperatures" : "the query gives no series",
      total: rooms.total, clockLead: lead)
  }
}

// MARK: - Requests

extension PrometheusClient {
  /// The metadata of metrics whose names do not say their unit. They stand for ten minutes; without them only a unit is
  /// missing.
  private func metadata() -> SignalProducer<[String: PrometheusText.Family], ServiceError> {
    SignalProducer { [self] observer, lifetime in
      let (names, now) = (query.units.unknownMetrics, api.clock.currentDate)
      if let known = known.value, (0..<Self.metadataStanding).contains(now.timeIntervalSince(known.askedAt)) {
        observer.send(value: known.families)
        return observer.sendCompleted()
      }
      let answers = names.map { name in
        request("api/v1/metadata", ["metric": name], of: PrometheusMetadata.self) { $0.families }
          .flatMapError { error -> SignalProducer<[String: PrometheusText.Family], ServiceError> in
            switch error {
            case .httpStatus, .malformedAnswer, .notFound, .refused: SignalProducer(value: [:])
            // A server that does not answer this would not answer the query either.
            default: SignalProducer(error: error)
            }
          }
      }
      lifetime += SignalProducer<SignalProducer<[String: PrometheusText.Family], ServiceError>, ServiceError>(answers)
        .flatten(.concat)
        .reduce(into: [:]) { families, more in families.merge(more) { first, _ in first } }
        .on(value: { [known] families in known.value = (families, now) })
        .start(observer)
    }
  }

  private func present() -> SignalProducer<PrometheusPresent, ServiceError> {
    metadata().flatMap(.concat) { [self] families in present(families) }
  }

  private func present(
    _ families: [String: PrometheusText.Family]
  ) -> SignalProducer<PrometheusPresent, ServiceError> {
    result(of: "api/v1/query", ["query": query.newest]) { [api, query, serverClock] series in
      let now = api.clock.currentDate
      let present = PrometheusPresent(series, of: query, families, clock: now, limit: Self.roomLimit)
      serverClock.take(present.now, at: now)
      return present
    }
    .on(value: { [remark] present in
      if present.chosen != nil {
        remark.send(
          value: "the query gives \(present.newest.count) series; the first \(Self.roomLimit) by name are shown")
      }
    })
  }

  /// Requests the steps that end at these times, in as many requests as needed.
  private func rooms(
    of present: PrometheusPresent, in ends: ClosedRange<Int>?, _ grid: StepGrid
  ) -> SignalProducer<PrometheusRooms, ServiceError> {
    guard let ends else { return SignalProducer(value: PrometheusRooms(present)) }
    let text = query.steps(of: grid.milliseconds, only: present.selection)
    let count = max((present.chosen ?? Array(present.newest.keys)).count, 1)
    let most = max(1, min(Self.pointLimit, Self.answerLimit / (3 * count)))
    let pieces = stride(from: ends.lowerBound, through: ends.upperBound, by: most).map { first in
      result(
        of: "api/v1/query_range",
        [
          "query": text, "start": grid.time(ofEnd: first),
          "end": grid.time(ofEnd: min(first + most - 1, ends.upperBound)), "step": grid.stepText,
        ]
      ) { PrometheusRooms.steps(in: $0, of: present, step: grid.step) }
    }
    return SignalProducer<SignalProducer<PrometheusRooms.Steps, ServiceError>, ServiceError>(pieces).flatten(.concat)
      .reduce(into: PrometheusRooms(present)) { rooms, steps in rooms.take(steps) }
  }

  /// Sends the reasons why series have ended, by the labels of their targets. If the server does not know, only the reasons
  /// are missing.
  private func reasons(
    for targets: [[String: String]]
  ) -> SignalProducer<[[String: String]: SafeText], ServiceError> {
    let targets = Array(targets.prefix(Self.targetLimit))
    guard !targets.isEmpty else { return SignalProducer(value: [:]) }
    return result(of: "api/v1/query", ["query": PromQL.up(of: targets)]) { series in
      let states = series.compactMap { one in
        SeriesLabels(one.labels).target.map { (target: $0, isUp: one.samples.last?.value == 1) }
      }
      let reasons = Dictionary(
        targets.map { target in (target, Self.reason(target, states.first { $0.target == target }?.isUp)) },
        uniquingKeysWith: { first, _ in first })
      return (reasons: reasons, hasDown: states.contains { !$0.isUp })
    }
    .flatMap(.concat) { [self] told -> SignalProducer<[[String: String]: SafeText], ServiceError> in
      guard told.hasDown else { return SignalProducer(value: told.reasons) }
      return scrapeErrors().map { errors in told.reasons.merging(errors) { _, error in error } }
    }
    .flatMapError { _ in SignalProducer(value: [:]) }
  }

  private static func reason(_ target: [String: String], _ isUp: Bool?) -> SafeText {
    let name = SafeText(oneLine: target["instance"] ?? "", limit: SeriesNames.letters)
    return switch isUp {
    case true: "\(name) answers without it"
    case false: "\(name) does not answer Prometheus"
    case nil: "Prometheus no longer asks \(name)"
    }
  }

  private func scrapeErrors() -> SignalProducer<[[String: String]: SafeText], ServiceError> {
    request("api/v1/targets", ["state": "active"], of: PrometheusTargets.self) { targets in
      let errors = targets.active.compactMap { target -> ([String: String], SafeText)? in
        guard let name = SeriesLabels(target.labels).target, let words = ServiceWords.words(target.lastError)
        else { return nil }
        return (name, "\(SafeText(oneLine: name["instance"] ?? "", limit: SeriesNames.letters)): \(words)")
      }
      return Dictionary(errors, uniquingKeysWith: { first, _ in first })
    }
    .flatMapError { _ in SignalProducer(value: [:]) }
  }

  /// Sends what `make` makes of the series of a query.
  private func result<Made: Sendable>(
    of path: RequestPath, _ parameters: Parameters, making make: @escaping @Sendable ([PrometheusSeries]) -> Made
  ) -> SignalProducer<Made, ServiceError> {
    var parameters = parameters
    // Otherwise VictoriaMetrics repeats an old value for half a minute, and moves the window; other servers ignore the two
    // parameters.
    parameters.append("latency_offset", "1ms")
    parameters.append("nocache", 1)
    return request(path, parameters, of: PrometheusResult.self) { [skipped] in
      skipped.note($0.series)
      return make($0.series.elements)
    }
  }

  private func request<Content: Decodable & Sendable, Made: Sendable>(
    _ path: RequestPath, _ parameters: Parameters, of type: Content.Type,
    making make: @escaping @Sendable (Content) -> Made
  ) -> SignalProducer<Made, ServiceError> {
    let isLong = parameters.urlEncoded(space: "%20").utf8.count > Self.longestInAddress
    return credentials.asking { [api, remark] authorization in
      let call =
        isLong
        ? api.post(path, parameters, as: .form, authorization: authorization)
        : api.get(path, parameters, authorization: authorization)
      return call.json(PrometheusAnswer<Content>.self) { answer in
        for text in answer.remarks { remark.send(value: text) }
        return answer.content.map(make)
      }
    }
    .skipNil()
  }
}

/// The times at which steps end: whole multiples of the step, so that all answers have the same times.
struct StepGrid: Sendable {
  let milliseconds: Int
  /// Seconds.
  var step: TimeInterval { Double(milliseconds) / 1_000 }

  /// - Parameter step: In seconds; from a millisecond to a thousand years.
  init(step: TimeInterval) { milliseconds = Int(min(max(step * 1_000, 1), 3e13).rounded()) }

  /// Returns the ordinals of the finished steps in a window; `nil` if there is none.
  func ends(in window: ClosedRange<Date>, until now: Date) -> ClosedRange<Int>? {
    let first = ordinal(window.lowerBound) + 1
    let last = ordinal(min(window.upperBound, now))
    return first <= last ? first...last : nil
  }

  private func ordinal(_ date: Date) -> Int {
    Int((min(max(date.timeIntervalSince1970, -1e11), 1e12) * 1_000 / Double(milliseconds)).rounded(.down))
  }

  /// Returns seconds since 1970 with at most three decimals, the precision of a server.
  func time(ofEnd ordinal: Int) -> String { Self.seconds(ordinal * milliseconds) }

  var stepText: String { Self.seconds(milliseconds) }

  private static func seconds(_ milliseconds: Int) -> String {
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    return rest == 0 ? "\(whole)" : (Double(milliseconds) / 1_000).description
  }
}
