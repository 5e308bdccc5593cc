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
  package var hostLabel: SafeText {
    let host = SafeText(oneLine: host() ?? "the server")
    return port.map { "\(host):\($0)" } ?? host
  }
}

/// A part of an answer: first the head, then pieces of the body.
package enum HTTPPart: Sendable {
  case head(HTTPHead)
  case body(ByteBuffer)
}

package struct HTTPHead: Sendable {
  var status: Int
  package var headers: HTTPHeaders
}

extension Transport {
  /// The most connections that are kept to one server.
  static let connectionsPerServer = 8

  /// Makes one request, and sends the parts of its answer as they arrive, on the event loop. Redirects within the server
  /// (``Redirect``) are followed, and a GET that was lost with a kept connection (``KeptConnection``) is repeated.
  /// Completes at the end of the answer; disposing a start cancels it.
  func exchange(_ request: HTTPRequest) -> SignalProducer<HTTPPart, ServiceError> {
    let isSafe = request.method == .GET
    return exchange(
      request, redirectsLeft: isSafe ? Redirect.limit : 0, repetitionsLeft: isSafe ? Self.connectionsPerServer : 0)
  }

  /// What becomes of an attempt that is not the answer.
  private enum Detour: Error {
    case redirected(URL)
    case ended(AttemptFailure)
  }

  private func exchange(
    _ request: HTTPRequest, redirectsLeft: Int, repetitionsLeft: Int
  ) -> SignalProducer<HTTPPart, ServiceError> {
    let host = request.host
    let address = redirectsLeft > 0 ? URL(string: request.url) : nil
    return attempt(request).mapError(Detour.ended)
      .scanMap(into: request.bodyLimit) { left, part -> Result<HTTPPart, Detour> in
        switch part {
        case .head(let head):
          if let target = address.flatMap({ Redirect.target(of: head, from: $0) }) {
            return .failure(.redirected(target))
          }
        case .body(let buffer):
          left = left.map { $0 - buffer.readableBytes }
          if let left, left < 0 {
            return .failure(.ended(.failed(.malformedAnswer(host: host, detail: "too large"))))
          }
        }
        return .success(part)
      }
      .attemptMap { $0 }
      .flatMapError { detour in
        switch detour {
        case .redirected(let target):
          var next = request
          next.url = target.absoluteString
          return self.exchange(next, redirectsLeft: redirectsLeft - 1, repetitionsLeft: repetitionsLeft)
        // The next connection that was kept may be as dead as this one.
        case .ended(.unseen) where repetitionsLeft > 0:
          return self.exchange(request, redirectsLeft: redirectsLeft, repetitionsLeft: repetitionsLeft - 1)
        case .ended(.unseen(let error)), .ended(.failed(let error)):
          return SignalProducer(error: error)
        }
      }
  }

  /// Makes one attempt, over the network or what takes its place (``Wire``).
  private func attempt(_ request: HTTPRequest) -> SignalProducer<HTTPPart, AttemptFailure> {
    var headers = HTTPHeaders()
    for header in request.headers { headers.add(name: header.name, value: header.value) }
    if !headers.contains(name: "User-Agent") { headers.add(name: "User-Agent", value: userAgent) }
    if let url = URL(string: request.url), let address = ScopedAddress(url) {
      headers.add(name: "Host", value: "[\(address.address)]\(url.port.map { ":\($0)" } ?? "")")
    }
    guard let wire else {
      return SignalProducer { [headers] observer, lifetime in self.send(request, headers, observer, lifetime) }
    }
    return wire.attempt(
      WireRequest(
        url: request.url, method: request.method.rawValue, headers: headers.map { ($0.name, $0.value) },
        body: request.body ?? [])
    )
    .map(HTTPPart.init)
  }

  private func send(
    _ request: HTTPRequest, _ headers: HTTPHeaders, _ observer: Signal<HTTPPart, AttemptFailure>.Observer,
    _ lifetime: Lifetime
  ) {
    let host = request.host
    let address = URL(string: request.url)
    let scoped = address.flatMap { ScopedAddress($0) }
    let proxy: SafeText?
    do {
      try scoped?.check(host: host)
      proxy = try address.flatMap { url throws(ServiceError) in try network.proxy(for: url) }?.label
    } catch {
      observer.send(error: .failed(error))
      return
    }
    guard let http = scoped.map({ http(for: $0) }) ?? http(isProxied: proxy != nil) else {
      observer.send(error: .failed(.unreachable(host: host, reason: "the program is ending")))
      return
    }
    do {
      try address?.checkPort()
      let call = try HTTPClient.Request(
        url: request.url, method: request.method, headers: headers, body: request.body.map { .bytes($0) })
      let listener = AttemptListener(observer: observer, host: host, proxy: proxy)
      let task = http.execute(request: call, delegate: listener)
      lifetime.observeEnded { task.cancel() }
    } catch {
      observer.send(error: .failed(ServiceError(transport: error, host: host, proxy: proxy)))
    }
  }
}

/// Passes on what AsyncHTTPClient says about one attempt.
private final class AttemptListener: HTTPClientResponseDelegate, Sendable {
  typealias Response = Void

  private let observer: Signal<HTTPPart, AttemptFailure>.Observer
  private let host: SafeText
  private let proxy: SafeText?

  /// - Parameter proxy: The proxy of the host, for errors.
  init(observer: Signal<HTTPPart, AttemptFailure>.Observer, host: SafeText, proxy: SafeText?) {
    self.observer = observer
    self.host = host
    self.proxy = proxy
  }

  func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
    observer.send(value: .head(HTTPHead(status: Int(head.status.code), headers: head.headers)))
    return task.eventLoop.makeSucceededVoidFuture()
  }

  func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
    observer.send(value: .body(buffer))
    return task.eventLoop.makeSucceededVoidFuture()
  }

  func didFinishRequest(task: HTTPClient.Task<Void>) throws {
    observer.sendCompleted()
  }

  func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
    let told = ServiceError(transport: error, host: host, proxy: proxy)
    if let end = KeptConnection.repetition(after: error, on: task.eventLoop) {
      end.whenComplete { _ in self.observer.send(error: .unseen(told)) }
    } else if error is ProtocolViolation {
      // The streams of a closed connection are notified one turn of the loop before the pool, which would choose the
      // connection for the next request until then.
      let loop = task.eventLoop
      loop.execute { loop.execute { self.observer.send(error: .failed(told)) } }
    } else {
      observer.send(error: .failed(told))
    }
  }
}
