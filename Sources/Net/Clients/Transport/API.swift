import Foundation
import Model
import NIOHTTP1
import Signals
import Text

/// A service's address, and everything common to its requests. Every request begins here:
///
///     API(base, transport: transport, clock: clock)
///       .get("questions", ["sort": "hot"])
///       .json(Page<Question>.self)
///
/// Nothing is sent before the producer is started, and disposing a start cancels its request. A failed request is not
/// repeated here, except for one that the server has not seen (``KeptConnection``). The caller decides on retries.
package struct API: Sendable {
  package let base: URL
  package let transport: Transport
  /// The clock of pauses and time limits.
  package let clock: any DateScheduler
  /// Called at each status line, which is a sign of the service even if the answer is an error or incomplete.
  let reached: @Sendable () -> Void
  /// The service's name, for errors.
  let name: SafeText
  let pauses: Pauses
  package let serverClock = ServerClock()

  /// - Parameters:
  ///   - name: The service's name; without it, errors contain the host.
  ///   - pauses: Shared by the addresses of a service with several.
  package init(
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

  package func get(
    _ path: RequestPath = "", _ parameters: Parameters = [:], headers: [(name: String, value: String)] = [],
    authorization: Authorization? = nil
  ) -> Call {
    Call(
      api: self,
      request: Request(
        base: base, path: path, parameters: parameters, headers: headers, authorization: authorization))
  }

  package func post(
    _ path: RequestPath = "", _ parameters: Parameters = [:], as encoding: Request.Encoding = .json,
    headers: [(name: String, value: String)] = [], authorization: Authorization? = nil
  ) -> Call {
    Call(
      api: self,
      request: Request(
        base: base, path: path, method: .POST, parameters: parameters, encoding: encoding, headers: headers,
        authorization: authorization))
  }

  /// Lets the next requests of a person pass although the service asked for a pause. See ``Pauses/overridePause(at:)``.
  package func overridePause() { pauses.overridePause(at: clock.currentDate) }

  /// Does the work, unless the service asked for a pause for one of these paths; decided at each start. For work of several
  /// requests, so that the first request is not wasted.
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

/// A request and its service.
package struct Call: Sendable {
  let api: API
  let request: Request

  /// Sends what `make` makes of the answer's JSON. Work that grows with an answer belongs here, because the time limit of
  /// the answer includes it.
  package func json<Value: Decodable & Sendable, Made: Sendable>(
    _ type: Value.Type, making make: @escaping @Sendable (Value) throws(ServiceError) -> Made
  ) -> SignalProducer<Made, ServiceError> {
    reading { answer, now throws(ServiceError) in try make(answer.content(type, at: now)) }
  }

  /// Sends the answer's JSON.
  package func json<Value: Decodable & Sendable>(_ type: Value.Type = Value.self) -> SignalProducer<Value, ServiceError>
  {
    json(type) { $0 }
  }

  /// Sends the answer's JSON if it may contain an error instead of content, or ask for a pause.
  package func json<Value: Envelope>(_ type: Value.Type = Value.self) -> SignalProducer<Value, ServiceError> {
    json(type) { $0 }
  }

  /// The same for JSON that may contain an error instead of content, or ask for a pause.
  package func json<Value: Envelope, Made: Sendable>(
    _ type: Value.Type, making make: @escaping @Sendable (Value) throws(ServiceError) -> Made
  ) -> SignalProducer<Made, ServiceError> {
    reading { answer, now throws(ServiceError) in
      let envelope = Result { () throws(ServiceError) in try answer.decoded(type) }
      // An error may ask for a pause as well.
      if let end = (try? envelope.get())?.pauseEnd(from: now) {
        let pause = Pause(until: end, by: api.name, heard: now)
        api.pauses.note(.pauseRequested(pause), from: request.path.template, at: now)
      }
      return try make(answer.content(envelope, at: now))
    }
  }

  /// Sends the parts of the answer as they arrive, for a stream: without a limit on size or duration.
  package func stream() -> SignalProducer<HTTPPart, ServiceError> {
    sending { request in
      var request = request
      request.bodyLimit = nil
      return api.transport.exchange(request)
    }
  }

  /// What `read` makes of the whole answer, on a queue of the answer's own: for what is no JSON, or not only.
  package func reading<Value: Sendable>(
    _ read: @escaping @Sendable (HTTPAnswer, Date) throws(ServiceError) -> Value
  ) -> SignalProducer<Value, ServiceError> {
    sending { request in
      api.transport.answer(to: request, on: api.clock) { head in
        api.reached()
        api.serverClock.take(head.headers, at: api.clock.currentDate)
      } reading: { answer throws(ServiceError) in
        try read(answer, api.clock.currentDate)
      }
    }
  }

  /// The request in words without secrets: host, service and the name of the method, but no value of its path.
  private var purpose: SafeText {
    let host = request.base.hostLabel
    let service: SafeText = api.name == host ? "" : " (\(api.name))"
    let path = request.path.template
    return "asks \(host)\(service)\(path.isEmpty ? "" : SafeText(oneLine: " for \(path)"))"
  }

  /// Encodes and sends the request, unless the service asked for a pause, and stores the pause that an error asks for. No
  /// error contains the request's secret.
  private func sending<Value>(
    _ send: @escaping @Sendable (HTTPRequest) -> SignalProducer<Value, ServiceError>
  ) -> SignalProducer<Value, ServiceError> {
    api.unlessPaused([request.path]) {
      api.transport.asked?.send(value: purpose)
      let encoded = Result { () throws(ServiceError) in try request.encoded() }
      return SignalProducer(result: encoded).flatMap(.concat, send)
        .mapError { error in request.authorization?.secrets.reduce(error) { $0.withholding($1) } ?? error }
        .mapError { $0.told(by: api.name) }
        .on(failed: { api.pauses.note($0, from: request.path.template, at: api.clock.currentDate) })
    }
  }
}

/// A payload with more than its content: for services that report errors and ask for pauses in the body. An error may ask for
/// a pause, too.
package protocol Envelope: Decodable, Sendable {
  /// Returns the service's own error if this is one.
  ///
  /// - Parameter retryAfter: The date in the header `Retry-After`, for errors sent with a success status.
  func failure(at now: Date, retryAfter: Date?) -> ServiceError?
  /// Returns until when the service wants no further requests of this kind; `nil` if it does not say.
  func pauseEnd(from now: Date) -> Date?
}

extension Envelope {
  package func pauseEnd(from now: Date) -> Date? { nil }
}

extension HTTPAnswer {
  /// Decodes the body as JSON.
  ///
  /// - Throws: the error of the status if it is not a success, else the mistake in the body.
  package func content<Value: Decodable>(_ type: Value.Type, at now: Date) throws(ServiceError) -> Value {
    guard (200..<300).contains(status) else { throw refusal(at: now) }
    return try decoded(type)
  }

  /// Decodes the body as JSON if it may contain an error instead of content.
  ///
  /// - Throws: the service's own error if the body contains one, because it is more specific than the status; else the error
  ///   of the status if it is not a success, else the mistake in the body.
  package func content<Value: Envelope>(_ type: Value.Type, at now: Date) throws(ServiceError) -> Value {
    try content(Result { () throws(ServiceError) in try decoded(type) }, at: now)
  }

  /// See ``content(_:at:)``; for a body decoded before.
  package func content<Value: Envelope>(_ value: Result<Value, ServiceError>, at now: Date) throws(ServiceError)
    -> Value
  {
    if case .success(let value) = value,
      let failure = value.failure(at: now, retryAfter: RetryAfter.date(in: headers, at: now))
    {
      throw failure
    }
    guard (200..<300).contains(status) else { throw refusal(at: now) }
    return try value.get()
  }
}
