import Foundation
import Model
import NIOCore
import NIOHTTP1
import Signals

/// The place of the network below a ``Transport``: one attempt at a request goes in, and the parts of its answer come out.
///
/// Redirects, repetition, limits of time and size, inflation and decoding are above it, so a simulation that answers here
/// runs the real clients. Only requests are answered: a WebSocket is refused.
package protocol Wire: Sendable {
  /// Makes one attempt; disposing a start gives it up.
  func attempt(_ request: WireRequest) -> SignalProducer<WirePart, AttemptFailure>

  /// The scheduler on which large answers are inflated and decoded.
  var reading: any Scheduler { get }
}

/// A request as a server would receive it.
package struct WireRequest: Sendable {
  /// The complete address, which may contain a key.
  package var url: String
  package var method: String
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]

  package init(url: String, method: String, headers: [(name: String, value: String)], body: [UInt8]) {
    (self.url, self.method, self.headers, self.body) = (url, method, headers, body)
  }

  /// Returns the first value of a header.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// A part of an answer as it arrives: first the head, then pieces of the body, cut anywhere.
package enum WirePart: Sendable {
  case head(status: Int, headers: [(name: String, value: String)])
  case body([UInt8])
}

/// Why an attempt has failed.
package enum AttemptFailure: Error {
  case failed(ServiceError)
  /// The request was lost with a kept connection before the server saw it, so it may be sent again.
  case unseen(ServiceError)

  /// What has happened.
  package var error: ServiceError {
    switch self {
    case .failed(let error), .unseen(let error): error
    }
  }
}

extension HTTPPart {
  init(_ part: WirePart) {
    switch part {
    case .head(let status, let headers):
      self = .head(HTTPHead(status: status, headers: HTTPHeaders(headers.map { ($0.name, $0.value) })))
    case .body(let bytes): self = .body(ByteBuffer(bytes: bytes))
    }
  }
}
