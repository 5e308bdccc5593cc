import AsyncHTTPClient
import Foundation
import Model
import NIOCore
import NIOHTTP1
import Signals
import Text

/// A request as it is sent; created by ``Request``.
struct HTTPRequest: Sendable {
  /// The address with its query. It may contain a key, so it must never be logged or be part of an error.
  var url: String
  var headers: [(name: String, value: String)] = []
  var method = HTTPMethod.GET
  var body: [UInt8]?
  /// A body with more bytes is an error, compressed or inflated; `nil` for an endless stream.
  var bodyLimit: Int? = Self.wholeBodyLimit

  /// Many times the largest answer requested, a question with its hundred answers.
  static let wholeBodyLimit = 8 << 20

  /// The host, for errors.
  var host: SafeText { URL(string: url).map(\.hostLabel) ?? "the server" }
}

extension URL {
  /// - Throws: `ServiceError.unreachable` for an invalid port. A `URL` accepts any number, and the network libraries trap if
  ///   it is too large.
  func checkPort() throws(ServiceError) {
    guard let port, !(1...65_535).contains(port) else { return }
    throw .unreachable(host: hostLabel, reason: "there is no port \(port)")
  }

  /// The host for errors, with the port if the address has one: `127.0.0.1:8642`.
  var hostLabel: SafeText {
    let host = SafeText(oneLine: host() ?? "the server")
    return port.map { "\(host):\($0)" } ?? host
  }
}

/// A part of an answer: first the head, then pieces of the body.
enum HTTPPart: Sendable {
  case head(HTTPHead)
  case body(ByteBuffer)
}

struct HTTPHead: Sendable {
  var status: Int
  var headers: HTTPHeaders
}

extension Transport {
  /// Makes one request, and sends the parts of its answer as they arrive, on the event loop. Redirects within the server
  /// (``Redirect``) are followed, and a GET that was lost with a kept connection (``KeptConnection``) is repeated once.
  /// Completes at the end of the answer; disposing a start cancels it.
  func exchange(_ request: HTTPRequest) -> SignalProducer<HTTPPart, ServiceError> {
    let isSafe = request.method == .GET
    return SignalProducer { observer, lifetime in
      self.send(request, redirectsLeft: isSafe ? Redirect.limit : 0, mayRepeat: isSafe, observer, lifetime)
    }
  }

  private func send(
    _ request: HTTPRequest, redirectsLeft: Int, mayRepeat: Bool, _ observer: Signal<HTTPPart, ServiceError>.Observer,
    _ lifetime: Lifetime
  ) {
    let host = request.host
    let address = URL(string: request.url)
    let proxy = address.flatMap { network.proxy(for: $0)?.label }
    guard let http = http(for: address) else {
      observer.send(error: .unreachable(host: host, reason: "the program is ending"))
      return
    }
    do {
      try address?.checkPort()
      var headers = HTTPHeaders()
      for header in request.headers { headers.add(name: header.name, value: header.value) }
      if !headers.contains(name: "User-Agent") { headers.add(name: "User-Agent", value: userAgent) }
      let call = try HTTPClient.Request(
        url: request.url, method: request.method, headers: headers, body: request.body.map { .bytes($0) })
      let again = { @Sendable in
        self.send(request, redirectsLeft: redirectsLeft, mayRepeat: false, observer, lifetime)
      }
      let listener = ExchangeListener(
        observer: observer, host: host, proxy: proxy, bodyLimit: request.bodyLimit,
        target: { head in redirectsLeft > 0 ? Redirect.target(of: head, from: call.url) : nil },
        follow: { target in
          var next = request
          next.url = target.absoluteString
          self.send(next, redirectsLeft: redirectsLeft - 1, mayRepeat: mayRepeat, observer, lifetime)
        },
        again: mayRepeat ? again : nil)
      let task = http.execute(request: call, delegate: listener)
      lifetime.observeEnded { task.cancel() }
    } catch {
      observer.send(error: ServiceError(transport: error, host: host, proxy: proxy))
    }
  }
}

/// Passes on what AsyncHTTPClient says about one exchange.
// Unchecked: `bodyLeft` is touched only by the task's event loop, which makes all the calls.
private final class ExchangeListener: HTTPClientResponseDelegate, @unchecked Sendable {
  typealias Response = Void

  /// Ends an exchange that is redirected.
  private struct Redirected: Error {
    var target: URL
  }

  private let observer: Signal<HTTPPart, ServiceError>.Observer
  private let host: SafeText
  private let proxy: SafeText?
  private var bodyLeft: Int?
  private let target: @Sendable (HTTPHead) -> URL?
  private let follow: @Sendable (URL) -> Void
  private let again: (@Sendable () -> Void)?

  /// - Parameters:
  ///   - proxy: The proxy of the host, for errors.
  ///   - target: Returns the target of a redirect.
  ///   - follow: Follows the redirect after this exchange.
  ///   - again: Repeats a request that the server has not seen; `nil` if that is not allowed.
  init(
    observer: Signal<HTTPPart, ServiceError>.Observer, host: SafeText, proxy: SafeText?, bodyLimit: Int?,
    target: @escaping @Sendable (HTTPHead) -> URL?, follow: @escaping @Sendable (URL) -> Void,
    again: (@Sendable () -> Void)?
  ) {
    self.observer = observer
    self.host = host
    self.proxy = proxy
    bodyLeft = bodyLimit
    self.target = target
    self.follow = follow
    self.again = again
  }

  func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
    let head = HTTPHead(status: Int(head.status.code), headers: head.headers)
    if let target = target(head) { return task.eventLoop.makeFailedFuture(Redirected(target: target)) }
    observer.send(value: .head(head))
    return task.eventLoop.makeSucceededVoidFuture()
  }

  func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
    if let left = bodyLeft {
      bodyLeft = left - buffer.readableBytes
      guard left >= buffer.readableBytes else {
        let error = ServiceError.malformedAnswer(host: host, detail: "too large")
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
    if let redirected = error as? Redirected {
      follow(redirected.target)
    } else if let again, let repetition = KeptConnection.repetition(after: error, on: task.eventLoop) {
      repetition.whenComplete { _ in again() }
    } else if error is ProtocolViolation {
      // The streams of a closed connection are notified one turn of the loop before the pool, which would choose the
      // connection for the next request until then.
      let loop = task.eventLoop
      loop.execute { loop.execute { self.fail(error) } }
    } else {
      fail(error)
    }
  }

  private func fail(_ error: any Error) {
    observer.send(error: ServiceError(transport: error, host: host, proxy: proxy))
  }
}
