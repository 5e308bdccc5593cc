import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP server on loopback whose answers a test makes from the requests.
package final class AnsweringServer: Sendable {
  package struct Request: Sendable {
    package var method: String
    /// Without the query.
    package var path: String
    /// The parameters of the address and of a form, decoded.
    package var parameters: [String: String]
    package var headers: [String: String]
  }

  package struct Response: Sendable {
    package var status = 200
    package var headers = [(name: "Content-Type", value: "application/json")]
    package var body: [UInt8]

    package init(status: Int = 200, _ text: String) {
      self.status = status
      body = Array(text.utf8)
    }

    package init(status: Int = 200, bytes: [UInt8], headers: [(name: String, value: String)] = []) {
      self.status = status
      body = bytes
      self.headers += headers
    }
  }

  private let channel: any Channel
  private let asked = Shared<[Request]>([])

  package init(_ answer: @escaping @Sendable (Request) -> Response) throws {
    let asked = asked
    channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(
            AnsweringHandler { request in
              asked.withLock { $0.append(request) }
              return answer(request)
            })
        }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
  }

  deinit { channel.close(promise: nil) }

  package var port: Int { channel.localAddress?.port ?? 0 }
  package var requests: [Request] { asked.withLock { $0 } }
}

private final class AnsweringHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let answer: @Sendable (AnsweringServer.Request) -> AnsweringServer.Response
  private var head: HTTPRequestHead?
  private var body = ""

  init(_ answer: @escaping @Sendable (AnsweringServer.Request) -> AnsweringServer.Response) { self.answer = answer }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): (self.head, body) = (head, "")
    case .body(let buffer): body += String(buffer: buffer)
    case .end: head.map { respond(to: $0, context) }
    }
  }

  private func respond(to head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let parts = head.uri.split(separator: "?", maxSplits: 1)
    let fields = (parts.dropFirst().map(String.init) + [body]).joined(separator: "&")
      .split(separator: "&")
      .map { field in
        field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
          String($0).replacing("+", with: " ").removingPercentEncoding ?? ""
        }
      }
    let response = answer(
      AnsweringServer.Request(
        method: head.method.rawValue, path: String(parts.first ?? "/"),
        parameters: Dictionary(fields.map { ($0[0], $0.dropFirst().first ?? "") }, uniquingKeysWith: { $1 }),
        headers: Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $1 })))
    var headers = HTTPHeaders(response.headers.map { ($0.name, $0.value) })
    headers.replaceOrAdd(name: "Content-Length", value: "\(response.body.count)")
    let status = HTTPResponseStatus(statusCode: response.status)
    context.write(
      wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: response.body)))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}
