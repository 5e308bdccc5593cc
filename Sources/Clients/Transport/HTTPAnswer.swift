import Foundation
import Model
import NIOCore
import NIOHTTP1
import Signals
import Text

/// A whole answer, its body inflated.
struct HTTPAnswer: Sendable {
  var status: Int
  var headers: HTTPHeaders
  var body: [UInt8]
  var host: SafeText

  /// What the status means where it is no success.
  func refusal(at now: Date) -> ServiceError {
    ServiceError(status: status, headers: headers, host: host, at: now)
  }

  /// The body as JSON.
  ///
  /// - Throws: `ServiceError.malformedAnswer`, which says what the body is instead.
  func decoded<Value: Decodable>(_ type: Value.Type) throws(ServiceError) -> Value {
    do {
      return try LenientJSON.decode(type, from: body)
    } catch {
      let complaint = LenientJSON.complaint(about: body)
      throw .malformedAnswer(host: host, detail: SafeText(oneLine: complaint))
    }
  }
}

extension Transport {
  /// Seconds until an answer has to be complete.
  static let answerSeconds = 30

  /// One request and its whole answer, delivered on the decode queue; the head calls `reached` as soon as it is there.
  func answer(
    to request: HTTPRequest, on clock: any DateScheduler, reached: @escaping @Sendable () -> Void = {}
  ) -> SignalProducer<HTTPAnswer, ServiceError> {
    var request = request
    request.headers.append(("Accept-Encoding", "gzip"))
    let host = request.host
    let seconds = Self.answerSeconds
    return exchange(request)
      .on(value: { part in if case .head = part { reached() } })
      .timeout(after: TimeInterval(seconds), raising: .timedOut(host: host, seconds: seconds), on: clock)
      .collect()
      .observe(on: decodeQueue)
      .attemptMap { parts in Result { () throws(ServiceError) in try HTTPAnswer(parts, host: host) } }
  }
}

extension HTTPAnswer {
  /// Puts the parts together and inflates the body where it is gzip, whatever the headers say.
  fileprivate init(_ parts: [HTTPPart], host: SafeText) throws(ServiceError) {
    guard case .head(let head) = parts.first else { throw .connectionLost(host: host) }
    var body: [UInt8] = []
    for case .body(let buffer) in parts { body.append(contentsOf: buffer.readableBytesView) }
    if Gzip.isGzip(body) {
      do {
        body = try Gzip.inflated(body)
      } catch {
        throw .malformedAnswer(host: host, detail: error.sentence)
      }
    }
    self.init(status: head.status, headers: head.headers, body: body, host: host)
  }
}
