import Foundation
import Model
import NIOCore
import NIOHTTP1
import Signals
import Text

/// A complete answer with its body inflated.
package struct HTTPAnswer: Sendable {
  package var status: Int
  package var headers: HTTPHeaders
  package var body: [UInt8]
  package var host: SafeText

  /// Returns the error of a status that is not a success, with the service's message.
  package func refusal(at now: Date) -> ServiceError {
    ServiceError(status: status, headers: headers, body: body, host: host, at: now)
  }

  /// Decodes the body as JSON.
  ///
  /// - Throws: `ServiceError.malformedAnswer`, which says what the body is instead.
  package func decoded<Value: Decodable>(_ type: Value.Type) throws(ServiceError) -> Value {
    do {
      return try LenientJSON.decode(type, from: body)
    } catch let error as UnreadableAnswer {
      throw .malformedAnswer(host: host, detail: error.complaint)
    } catch {
      let complaint = LenientJSON.complaint(about: body)
      throw .malformedAnswer(host: host, detail: SafeText(oneLine: complaint))
    }
  }
}

extension Transport {
  /// The seconds in which an answer must be complete.
  static let answerSeconds = 30

  /// The size in bytes of an inflated answer that is read on the event loop.
  private static let smallAnswer = 4_096

  /// Makes one request, and sends the result of `read` for its complete answer; passes the head to `heard`.
  ///
  /// Each answer is inflated and read on a queue of its own, so that none waits for another, which may be of another service.
  /// A small one, such as a poll's, is read immediately: that takes less time than waking a thread, which would wake again
  /// five seconds later to end. The time limit includes reading: an answer that takes too long to read has failed.
  func answer<Value: Sendable>(
    to request: HTTPRequest, on clock: any DateScheduler, heard: @escaping @Sendable (HTTPHead) -> Void = { _ in },
    reading read: @escaping @Sendable (HTTPAnswer) throws(ServiceError) -> Value
  ) -> SignalProducer<Value, ServiceError> {
    var request = request
    request.headers.append(("Accept-Encoding", "gzip"))
    let host = request.host
    let sizeLimit = request.bodyLimit ?? HTTPRequest.wholeBodyLimit
    let seconds = Self.answerSeconds
    return SignalProducer { [request] observer, lifetime in
      lifetime += self.exchange(request)
        .on(value: { part in if case .head(let head) = part { heard(head) } })
        .reduce(into: RawAnswer()) { answer, part in answer.append(part) }
        .flatMap(.concat) { raw in
          if let small = raw.small(upTo: Self.smallAnswer, host: host) {
            return SignalProducer { Result { () throws(ServiceError) in try read(small) } }
          }
          return SignalProducer {
            Result { () throws(ServiceError) in try read(HTTPAnswer(raw, host: host, sizeLimit: sizeLimit)) }
          }
          .start(on: self.makeReadingScheduler())
        }
        .timeout(after: TimeInterval(seconds), raising: .timedOut(host: host, seconds: seconds), on: clock)
        .start(observer)
    }
  }
}

/// An answer as it was sent.
private struct RawAnswer: Sendable {
  var head: HTTPHead?
  /// In one piece, because a server determines the number of pieces, and each would keep its buffer alive.
  var body: [UInt8] = []

  mutating func append(_ part: HTTPPart) {
    switch part {
    case .head(let head): self.head = head
    case .body(let buffer): body.append(contentsOf: buffer.readableBytesView)
    }
  }

  /// Returns the answer if its inflated size is within a limit.
  func small(upTo limit: Int, host: SafeText) -> HTTPAnswer? {
    body.count <= limit ? try? HTTPAnswer(self, host: host, sizeLimit: limit) : nil
  }
}

extension HTTPAnswer {
  /// Inflates the body if it is compressed; gzip is recognised whatever the headers say.
  fileprivate init(_ raw: RawAnswer, host: SafeText, sizeLimit: Int) throws(ServiceError) {
    guard let head = raw.head else { throw .connectionLost(host: host) }
    var body = raw.body
    let isGzip = Gzip.isGzip(body)
    let format = isGzip || body.isEmpty ? nil : try ContentCoding.format(of: body, head.headers, host: host)
    do {
      if isGzip {
        body = try Gzip.inflated(body, limit: sizeLimit)
      } else if format == .deflate {
        body = try Gzip.inflated(body, as: .deflate, limit: sizeLimit)
      }
    } catch {
      throw .malformedAnswer(host: host, detail: error.sentence)
    }
    self.init(status: head.status, headers: head.headers, body: body, host: host)
  }
}
