import AsyncHTTPClient
import Foundation
import Model
import NIOCore
import NIOHTTP1
import Signals
import Text

/// A GET request.
struct HTTPRequest: Sendable {
  /// The address with its query. It may hold a key: never log it, and never put it into an error.
  var url: String
  var headers: [(name: String, value: String)] = []
  /// A body of more bytes than this is an error; `nil` for a stream that never ends.
  var bodyLimit: Int? = 16 << 20

  /// Who is asked, for errors.
  var host: SafeText { URL(string: url).map(\.hostLabel) ?? "the server" }
}

extension URL {
  /// The host as errors name it, with the port where the address names one: `127.0.0.1:8642`.
  var hostLabel: SafeText {
    let host = SafeText(oneLine: host() ?? "the server")
    return port.map { "\(host):\($0)" } ?? host
  }
}

/// What comes of an answer, in the order in which it comes: one head, then pieces of the body.
enum HTTPPart: Sendable {
  case head(HTTPHead)
  case body(ByteBuffer)
}

struct HTTPHead: Sendable {
  var status: Int
  var headers: HTTPHeaders
}

extension Transport {
  /// One request: its answer as it comes in, from the event loop. Completes with the answer's end; a disposed start
  /// cancels it.
  func exchange(_ request: HTTPRequest) -> SignalProducer<HTTPPart, ServiceError> {
    SignalProducer { observer, lifetime in
      let host = request.host
      guard let http = self.http else {
        observer.send(error: .unreachable(host: host, reason: "the program is ending"))
        return
      }
      do {
        var headers = HTTPHeaders([("User-Agent", self.userAgent)])
        for header in request.headers { headers.add(name: header.name, value: header.value) }
        let call = try HTTPClient.Request(url: request.url, headers: headers)
        let listener = ExchangeListener(observer: observer, host: host, bodyLimit: request.bodyLimit)
        let task = http.execute(request: call, delegate: listener)
        lifetime.observeEnded { task.cancel() }
      } catch {
        observer.send(error: ServiceError(transport: error, host: host))
      }
    }
  }
}

/// Passes on what AsyncHTTPClient says about one exchange.
// Unchecked: `bodyLeft` is touched only by the task's event loop, which makes all the calls.
private final class ExchangeListener: HTTPClientResponseDelegate, @unchecked Sendable {
  typealias Response = Void

  private let observer: Signal<HTTPPart, ServiceError>.Observer
  private let host: SafeText
  private var bodyLeft: Int?

  init(observer: Signal<HTTPPart, ServiceError>.Observer, host: SafeText, bodyLimit: Int?) {
    self.observer = observer
    self.host = host
    bodyLeft = bodyLimit
  }

  func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
    observer.send(value: .head(HTTPHead(status: Int(head.status.code), headers: head.headers)))
    return task.eventLoop.makeSucceededVoidFuture()
  }

  func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
    if let left = bodyLeft {
      bodyLeft = left - buffer.readableBytes
      guard left >= buffer.readableBytes else {
        let error = ServiceError.malformedAnswer(host: host, detail: "it is too large")
        return task.eventLoop.makeFailedFuture(error)
      }
    }
    observer.send(value: .body(buffer))
    return task.eventLoop.makeSucceededVoidFuture()
  }

  func didFinishRequest(task: HTTPClient.Task<Void>) throws {
    observer.sendCompleted()
  }

  func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
    observer.send(error: ServiceError(transport: error, host: host))
  }
}
