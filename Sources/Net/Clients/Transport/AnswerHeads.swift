import NIOCore
import NIOHTTP1
import Text

/// A server's violation of its protocol, at which a network library would trap, block, or store what it is sent
/// (docs/upstream.md).
struct ProtocolViolation: Error, Hashable {
  /// The violation, in the words of an error's sentence.
  let detail: SafeText

  /// Endless interim heads.
  static let tooManyHeads = ProtocolViolation(detail: "too many interim answers")
  /// Endless heads, lines of chunks or trailers.
  static let littleContent = ProtocolViolation(detail: "hardly anything in it is content")
}

/// Checks the statuses of one answer: interim heads up to a limit, then the final one (RFC 9110, §15).
struct AnswerHeads {
  /// Far more than a server sends before its answer, which is usually none.
  static let interimLimit = 100

  private var interimCount = 0

  /// Checks the status of the next head.
  ///
  /// 101 is refused as well, because no request asks for another protocol. The handshake of a WebSocket, which does, is
  /// handled elsewhere.
  mutating func check(_ status: Int) throws(ProtocolViolation) {
    switch status {
    case 101: throw ProtocolViolation(detail: "HTTP status 101, which was not asked for")
    case 100..<200:
      interimCount += 1
      guard interimCount <= Self.interimLimit else { throw .tooManyHeads }
    case 200...999: interimCount = 0
    default: throw ProtocolViolation(detail: "HTTP status \(status), which does not exist")
    }
  }
}

/// Refuses heads of answers that AsyncHTTPClient does not expect, and answers with too little content.
///
/// Not `Sendable`: it lives in one connection's pipeline, between the decoder and AsyncHTTPClient's own handler.
final class AnswerGuard: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  private var heads = AnswerHeads()
  private let overhead: AnswerOverhead
  private var hasRefused = false

  init(_ overhead: AnswerOverhead = AnswerOverhead()) { self.overhead = overhead }

  /// Adds the handler to a connection of AsyncHTTPClient that has ``LenientHeads``, and the one before these that belongs to it.
  static func join(_ channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
      let overhead = AnswerOverhead()
      // What is counted are the bytes that came, before lines are written as a strict decoder wants them.
      try pipeline.addHandler(overhead, position: .before(pipeline.handler(type: LenientHeads.self)))
      try pipeline.addHandler(AnswerGuard(overhead), position: .after(decoder))
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasRefused else { return }
    let part = unwrapInboundIn(data)
    overhead.take(part)
    if case .head(let head) = part {
      do throws(ProtocolViolation) {
        try heads.check(Int(clamping: head.status.code))
      } catch {
        hasRefused = true
        context.fireErrorCaught(error)
        context.close(promise: nil)
        return
      }
    }
    context.fireChannelRead(data)
  }
}

extension Channel {
  /// Adds a handler to a connection of AsyncHTTPClient, between the decoder of answers and the client's own handler.
  func addAfterDecoder(_ makeHandler: @escaping @Sendable () -> some ChannelHandler) -> EventLoopFuture<Void> {
    eventLoop.makeCompletedFuture {
      let decoder = try pipeline.syncOperations.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
      try pipeline.syncOperations.addHandler(makeHandler(), position: .after(decoder))
    }
  }
}
