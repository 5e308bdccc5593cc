import Foundation
import Model
import NIOHTTP1
import Signals
import Text

/// A service's address and what all requests to it share. Every request begins here:
///
///     API(base, transport: transport, clock: clock)
///       .get("questions", ["sort": "hot"])
///       .json(Page<Question>.self)
///
/// Nothing is sent before the producer is started, and disposing of a start cancels its request. A failed request is not
/// sent again here, except for one that the server has not seen (``KeptConnection``). The caller decides about further
/// attempts.
struct API: Sendable {
  let base: URL
  let transport: Transport
  /// What pauses and time limits are measured with.
  let clock: any DateScheduler
  /// Called whenever a status line has come in: the service has been heard of, even if the answer is an error or still on
  /// its way.
  let reached: @Sendable () -> Void
  /// The service's name, for errors.
  let name: SafeText
  let pauses: Pauses

  /// - Parameters:
  ///   - name: the service's name; without it, errors name the host.
  ///   - pauses: shared by the addresses of a service that has several.
  init(
    _ base: URL, name: SafeText? = nil, transport: Transport, clock: any DateScheduler, pauses: Pauses = Pauses(),
    reached: @escaping @Sendable () -> Void = {}
  ) {
    self.base = base
    self.transport = transport
    self.clock = clock
    self.pauses = pauses
    self.reached = reached
    self.name = name ?? base.hostLabel
  }

  func get(
    _ path: RequestPath = "", _ parameters: Parameters = [:], headers: [(name: String, value: String)] = [],
    authorization: Authorization? = nil
  ) -> Call {
    Call(
      api: self,
      request: Request(
        base: base, path: path, parameters: parameters, headers: headers, authorization: authorization))
  }

  func post(
    _ path: RequestPath = "", _ parameters: Parameters = [:], as encoding: Request.Encoding = .json,
    headers: [(name: String, value: String)] = [], authorization: Authorization? = nil
  ) -> Call {
    Call(
      api: self,
      request: Request(
        base: base, path: path, method: .POST, parameters: parameters, encoding: encoding, headers: headers,
        authorization: authorization))
  }

  /// Lets the next requests through although the service asked to wait: a person wants them. See ``Pauses/insist(at:)``.
  func insist() { pauses.insist(at: clock.currentDate) }

  /// Does the work, unless the service has asked to leave one of these paths alone; this is decided at each start. Work
  /// of several requests uses it so that the first request is not wasted.
  func unlessPaused<Value>(
    _ paths: [RequestPath], _ work: @escaping @Sendable () -> SignalProducer<Value, ServiceError>
  ) -> SignalProducer<Value, ServiceError> {
    SignalProducer { observer, lifetime in
      if let objection = pauses.objection(to: paths.map(\.template), at: clock.currentDate) {
        observer.send(error: objection)
      } else {
        lifetime += work().start(observer)
      }
    }
  }
}

/// A request with the service that it goes to.
struct Call: Sendable {
  let api: API
  let request: Request

  /// The answer's JSON.
  func json<Value: Decodable & Sendable>(_ type: Value.Type = Value.self) -> SignalProducer<Value, ServiceError> {
    reading { answer, now throws(ServiceError) in try answer.content(type, at: now) }
  }

  /// The answer's JSON, where that may hold an error in place of content, or a pause that is asked for.
  func json<Value: Envelope>(_ type: Value.Type = Value.self) -> SignalProducer<Value, ServiceError> {
    reading { answer, now throws(ServiceError) in
      let envelope = Result { () throws(ServiceError) in try answer.decoded(type) }
      // An error may ask for a pause as well.
      if let end = (try? envelope.get())?.pauseEnd(from: now) {
        let pause = Pause(until: end, by: api.name, heard: now)
        api.pauses.note(.pauseRequested(pause), from: request.path.template, at: now)
      }
      return try answer.content(envelope, at: now)
    }
  }

  /// The answer as it comes in, for a stream: without a limit on its size or its duration.
  func stream() -> SignalProducer<HTTPPart, ServiceError> {
    sending { request in
      var request = request
      request.bodyLimit = nil
      return api.transport.exchange(request)
    }
  }

  /// What `read` makes of the whole answer, on a queue of the answer's own: for what is no JSON, or not only.
  func reading<Value: Sendable>(
    _ read: @escaping @Sendable (HTTPAnswer, Date) throws(ServiceError) -> Value
  ) -> SignalProducer<Value, ServiceError> {
    sending { request in
      api.transport.answer(to: request, on: api.clock, reached: api.reached) { answer throws(ServiceError) in
        try read(answer, api.clock.currentDate)
      }
    }
  }

  /// Encodes and sends the request, unless the service has asked for a pause, and remembers the pause that an error asks
  /// for. No error holds the request's secret.
  private func sending<Value>(
    _ send: @escaping @Sendable (HTTPRequest) -> SignalProducer<Value, ServiceError>
  ) -> SignalProducer<Value, ServiceError> {
    api.unlessPaused([request.path]) {
      let encoded = Result { () throws(ServiceError) in try request.encoded() }
      return SignalProducer(result: encoded).flatMap(.concat, send)
        .mapError { error in request.authorization.map { error.withholding($0.secret) } ?? error }
        .mapError { $0.told(by: api.name) }
        .on(failed: { api.pauses.note($0, from: request.path.template, at: api.clock.currentDate) })
    }
  }
}

/// A payload that says more than its content: for services that report errors and ask for pauses in the body. An error may
/// ask for a pause too.
protocol Envelope: Decodable, Sendable {
  /// The service's own error, where this is one in place of content.
  ///
  /// - Parameter retryAfter: What the header `Retry-After` says, for errors that come with a success as their status.
  func failure(at now: Date, retryAfter: Date?) -> ServiceError?
  /// Until when the service wants no further requests like this one; `nil` where it does not say.
  func pauseEnd(from now: Date) -> Date?
}

extension Envelope {
  func pauseEnd(from now: Date) -> Date? { nil }
}

extension HTTPAnswer {
  /// The body as JSON.
  ///
  /// - Throws: What the status says where it is no success, else what is wrong with the body.
  func content<Value: Decodable>(_ type: Value.Type, at now: Date) throws(ServiceError) -> Value {
    guard (200..<300).contains(status) else { throw refusal(at: now) }
    return try decoded(type)
  }

  /// The body as JSON, where that may hold an error in place of content.
  ///
  /// - Throws: The service's own error where the body holds one, since it says more than the status does; else what the
  ///   status says where it is no success, else what is wrong with the body.
  func content<Value: Envelope>(_ type: Value.Type, at now: Date) throws(ServiceError) -> Value {
    try content(Result { () throws(ServiceError) in try decoded(type) }, at: now)
  }

  /// As ``content(_:at:)``, of a body that was decoded before.
  func content<Value: Envelope>(_ value: Result<Value, ServiceError>, at now: Date) throws(ServiceError) -> Value {
    if case .success(let value) = value,
      let failure = value.failure(at: now, retryAfter: RetryAfter.date(in: headers, at: now))
    {
      throw failure
    }
    guard (200..<300).contains(status) else { throw refusal(at: now) }
    return try value.get()
  }
}
