import Foundation
import NIOCore
import NIOHTTP1

/// The station's answer to a request.
enum Answer: Sendable {
  case response(Response)
  /// Server-Sent Events, continued by the feed, or not if the stream is to be silent.
  case eventStream(EventStreamOpening)
  /// Nothing, while the connection stays open.
  case silence
  /// The connection is closed.
  case hangUp
}

struct EventStreamOpening: Sendable {
  var streams: Set<EventStreamName> = [.recentChange]
  /// The places after which the client's streams continue; empty to start with the present.
  var resumingFrom: EventStreamFormat.Places = [:]
  var isSilent = false
}

struct Response: Sendable {
  var status: HTTPResponseStatus
  var headers: HTTPHeaders
  var chunks: [ByteBuffer]
  var ending = CannedResponse.Ending.complete
  /// Whether the body is sent as gzip.
  var isCompressed = false
  /// Whether the header for this is left out.
  var hidesCoding = false
  /// Whether only half of the body is sent.
  var isTruncated = false

  init(_ status: HTTPResponseStatus, type: String, body: ByteBuffer, headers: HTTPHeaders = [:]) {
    self.status = status
    self.headers = headers
    self.headers.replaceOrAdd(name: "Content-Type", value: type)
    // A browser must not interpret data as a script or a page.
    self.headers.replaceOrAdd(name: "X-Content-Type-Options", value: "nosniff")
    chunks = [body]
  }

  static func json(_ body: Data, _ status: HTTPResponseStatus = .ok) -> Response {
    Response(status, type: "application/json; charset=utf-8", body: ByteBuffer(bytes: body))
  }

  /// A sentence for the person who uses the client.
  static func text(_ status: HTTPResponseStatus, _ sentence: String, headers: HTTPHeaders = [:]) -> Response {
    let body = ByteBuffer(string: sentence + "\n")
    return Response(status, type: "text/plain; charset=utf-8", body: body, headers: headers)
  }

  /// A page as a gateway in front of a service would send it.
  static func html(_ status: HTTPResponseStatus) -> Response {
    let title = "\(status.code) \(status.reasonPhrase)"
    let page = """
      <!DOCTYPE html>
      <html><head><title>\(title)</title></head>
      <body><center><h1>\(title)</h1></center><hr><center>gateway</center></body></html>

      """
    return Response(status, type: "text/html; charset=utf-8", body: ByteBuffer(string: page))
  }
}
