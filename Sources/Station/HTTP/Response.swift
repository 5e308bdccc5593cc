import Foundation
import NIOCore
import NIOHTTP1

/// The station's answer to a request.
package enum Answer: Sendable {
  case response(Response)
  /// Server-Sent Events, continued by the feed.
  case eventStream(EventStreamOpening)
  /// What the station's ``Interceptor`` makes of the connection, on its event loop.
  case intercepted(@Sendable (UnansweredRequest) -> Void)
}

package struct EventStreamOpening: Sendable {
  var streams: Set<EventStreamName> = [.recentChange]
  /// The places after which the client's streams continue; empty to start with the present.
  var resumingFrom: EventStreamFormat.Places = [:]
}

package struct Response: Sendable {
  package var status: HTTPResponseStatus
  package var headers: HTTPHeaders
  package var body: ByteBuffer
  /// Whether the body is sent as gzip.
  package var isCompressed = false

  package init(_ status: HTTPResponseStatus, type: String, body: ByteBuffer, headers: HTTPHeaders = [:]) {
    self.status = status
    self.headers = headers
    self.headers.replaceOrAdd(name: "Content-Type", value: type)
    // A browser must not interpret data as a script or a page.
    self.headers.replaceOrAdd(name: "X-Content-Type-Options", value: "nosniff")
    self.body = body
  }

  package static func json(_ body: Data, _ status: HTTPResponseStatus = .ok) -> Response {
    Response(status, type: "application/json; charset=utf-8", body: ByteBuffer(bytes: body))
  }

  /// A sentence for the person who uses the client.
  static func text(_ status: HTTPResponseStatus, _ sentence: String, headers: HTTPHeaders = [:]) -> Response {
    let body = ByteBuffer(string: sentence + "\n")
    return Response(status, type: "text/plain; charset=utf-8", body: body, headers: headers)
  }

  /// A page as a gateway in front of a service would send it.
  package static func html(_ status: HTTPResponseStatus) -> Response {
    let title = "\(status.code) \(status.reasonPhrase)"
    let page = """
      <!DOCTYPE html>
      <html><head><title>\(title)</title></head>
      <body><center><h1>\(title)</h1></center><hr><center>gateway</center></body></html>

      """
    return Response(status, type: "text/html; charset=utf-8", body: ByteBuffer(string: page))
  }
}
