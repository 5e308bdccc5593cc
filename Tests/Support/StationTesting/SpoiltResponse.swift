import Foundation
import NIOCore
import NIOHTTP1
import Station

// Changes to responses for tests: before their compression, and after it.

extension Response {
  /// An error of the Stack Exchange API: the status is always 400, the code is in the body.
  static func apiError(id: Int, name: String, message: String) -> Response {
    let fields: [String: Any] = ["error_id": id, "error_name": name, "error_message": message]
    // Whole numbers and texts only, which JSON can hold.
    let body = (try? JSONSerialization.data(withJSONObject: fields, options: .sortedKeys)) ?? Data()
    var response = Response.json(body, .badRequest)
    response.isCompressed = true
    return response
  }

  /// Returns the response with a fault. Faults that do not concern a finished response change nothing.
  func changed(by fault: Fault) -> Response {
    var response = self
    switch fault {
    case .backoff(let seconds):
      let text = String(buffer: body)
      guard text.hasPrefix("{") else { break }
      response.body = ByteBuffer(string: "{\"backoff\":\(seconds),\(text.dropFirst())")
    case .byteOrderMark: response.body = ByteBuffer(bytes: [0xEF, 0xBB, 0xBF] + body.readableBytesView)
    case .uncompressed: response.isCompressed = false
    case .gzipWithoutHeader: response.isCompressed = true
    case .notANumber:
      let text = String(buffer: body)
      let number = text.firstMatch(of: /"temperature":(-?[0-9.eE+-]+)/)?.output.1
      guard let number else { break }
      response.body = ByteBuffer(
        string: text.replacingCharacters(in: number.startIndex..<number.endIndex, with: "NaN"))
    default: break
    }
    return response
  }
}

/// Announces the whole body of one response, sends half of it, and closes the connection.
final class TruncatedBody: ChannelOutboundHandler {
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private var head: HTTPResponseHead?
  private var body = ByteBuffer()

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head): self.head = head
    case .body(.byteBuffer(let part)): body.writeImmutableBuffer(part)
    case .body: break
    case .end: truncate(context)
    }
    promise?.fail(ChannelError.outputClosed)
  }

  private func truncate(_ context: ChannelHandlerContext) {
    guard var head else { return }
    head.headers.remove(name: "Transfer-Encoding")
    head.headers.replaceOrAdd(name: "Content-Length", value: String(body.readableBytes))
    let half = body.readSlice(length: body.readableBytes / 2) ?? body
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(half)))).whenComplete { _ in channel.close(promise: nil) }
  }
}

/// Leaves out the `Content-Encoding` of one response.
final class HiddenCoding: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(var head) = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
    head.headers.remove(name: "Content-Encoding")
    context.write(wrapOutboundOut(.head(head)), promise: promise)
    context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
  }
}

/// Opens an event stream and lets no event through.
final class SilentEventStream: ChannelOutboundHandler {
  typealias OutboundIn = HTTPServerResponsePart

  private var isOpen = false

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .body = unwrapOutboundIn(data) {
      // The first bytes are a comment, which every stream begins with.
      guard !isOpen else {
        promise?.succeed()
        return
      }
      isOpen = true
    }
    context.write(data, promise: promise)
  }
}
