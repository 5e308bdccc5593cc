import NIOCore
import NIOHTTP1
import NIOWebSocket

/// The requests and answers of one connection, one at a time; the pipelining handler before it holds back the next request.
///
/// A client that sends requests and does not read gets no further answer, so that its connection stores one answer beyond what the
/// channel takes, and is closed after its time.
final class HTTPExchange: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    /// There is no connection yet, or no longer.
    case closed
    /// No part of the next request has come, and perhaps the last answer has not been read completely. There is a deadline,
    /// because an unused connection takes the place of others.
    case waiting(deadline: Scheduled<Void>)
    /// What has come of the body is in `body`.
    case receiving(HTTPRequestHead, deadline: Scheduled<Void>)
    /// The request is complete, and is answered when the client has read enough of the answers before it.
    case held(HTTPRequestHead, deadline: Scheduled<Void>)
    /// Refused in the middle; the rest is read and discarded, so that the client receives the refusal.
    case discarding(deadline: Scheduled<Void>)
    case answering(StationRequest, Pending<Answer>)
    case streaming(StationRequest, EventStreamSession)
  }

  private let switchboard: Switchboard
  let coding: ContentCoding
  private let size: RequestSize
  private var state = State.closed
  private var body = ByteBuffer()

  init(switchboard: Switchboard, coding: ContentCoding, size: RequestSize) {
    self.switchboard = switchboard
    self.coding = coding
    self.size = size
  }

  func handlerAdded(context: ChannelHandlerContext) {
    state = .waiting(deadline: deadline(in: switchboard.configuration.requestTimeout, context))
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    cancelDeadline()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .waiting):
      cancelDeadline()
      let deadline = deadline(in: switchboard.configuration.requestTimeout, context)
      let announced = head.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
      if announced > switchboard.configuration.maximumBodySize {
        refuse(head, deadline, context)
      } else {
        state = .receiving(head, deadline: deadline)
      }
    case (.body(let part), .receiving(let head, let deadline)):
      body.writeImmutableBuffer(part)
      if body.readableBytes > switchboard.configuration.maximumBodySize { refuse(head, deadline, context) }
    case (.end, .receiving(let head, let deadline)):
      deadline.cancel()
      size.startAgain()
      if context.channel.isWritable {
        answer(head, context)
      } else {
        state = .held(head, deadline: self.deadline(in: switchboard.configuration.idleTimeout, context))
      }
    case (.end, .discarding(let deadline)):
      deadline.cancel()
      context.close(promise: nil)
    default:
      break
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable, case .held(let head, let deadline) = state {
      deadline.cancel()
      answer(head, context)
    }
    context.fireChannelWritabilityChanged()
  }

  func channelInactive(context: ChannelHandlerContext) {
    switch state {
    case .answering(let request, let pending):
      pending.forget()
      switchboard.interceptor?.abandoned(request)
    case .streaming(let request, let session):
      if !session.hasEnded { switchboard.interceptor?.abandoned(request) }
    case .waiting, .receiving, .held, .discarding, .closed: cancelDeadline()
    }
    state = .closed
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A refused handshake arrives here as an ordinary request.
    if !(error is NIOWebSocketUpgradeError) { context.close(promise: nil) }
  }

  /// Closes the connection after a time.
  private func deadline(in time: Duration, _ context: ChannelHandlerContext) -> Scheduled<Void> {
    let channel = context.channel
    return context.eventLoop.scheduleTask(in: TimeAmount(time)) {
      channel.close(promise: nil)
    }
  }

  private func cancelDeadline() {
    switch state {
    case .waiting(let deadline), .receiving(_, let deadline), .held(_, let deadline), .discarding(let deadline):
      deadline.cancel()
    case .closed, .answering, .streaming: break
    }
  }

  private func refuse(_ head: HTTPRequestHead, _ deadline: Scheduled<Void>, _ context: ChannelHandlerContext) {
    state = .discarding(deadline: deadline)
    body = ByteBuffer()
    let limit = switchboard.configuration.maximumBodySize
    let response = Response.text(.payloadTooLarge, "A request body may have \(limit) bytes at most.")
    _ = write(response, to: head, keepAlive: false, context)
  }

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let body = self.body
    self.body = ByteBuffer()
    guard let target = RequestTarget(head.uri) else {
      return respond(.text(.badRequest, "The request's target cannot be read."), to: head, context)
    }
    let client = context.remoteAddress?.ipAddress ?? "unknown"
    let asked = StationRequest(head, target, client: client)
    let request = switchboard.interceptor?.arrived(asked) ?? asked
    let eventLoop = context.eventLoop
    let bound = NIOLoopBound((self, context), eventLoop: eventLoop)
    let pending = Pending<Answer> { answer in
      eventLoop.execute {
        let (exchange, context) = bound.value
        exchange.give(answer, to: request, head, context)
      }
    }
    state = .answering(request, pending)
    switchboard.answer(request, body: body, reply: pending.give)
  }

  func give(
    _ answer: Answer, to request: StationRequest, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    // The connection may have ended before the answer arrived.
    guard case .answering = state else { return }
    switch answer {
    case .intercepted(let write):
      write(UnansweredRequest(exchange: self, request: request, head: head, context: context))
    case .response(let response): respond(response, to: head, context)
    case .eventStream(let opening):
      let session = EventStreamSession(
        opening, version: head.version, feed: switchboard.feed, configuration: switchboard.configuration)
      state = .streaming(request, session)
      do {
        try context.pipeline.syncOperations.addHandler(session, position: .after(self))
      } catch {
        context.close(promise: nil)
      }
    }
  }

  private func respond(_ response: Response, to head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    expectNext(context)
    let channel = context.channel
    write(response, to: head, keepAlive: head.isKeepAlive, context).whenSuccess {
      if !head.isKeepAlive { channel.close(promise: nil) }
    }
  }

  /// Before the last write of an answer, because after it the pipelining handler delivers the next request.
  func expectNext(_ context: ChannelHandlerContext) {
    state = .waiting(deadline: deadline(in: switchboard.configuration.idleTimeout, context))
  }

  func responseHead(
    _ status: HTTPResponseStatus, _ headers: HTTPHeaders, to head: HTTPRequestHead, keepAlive: Bool
  ) -> HTTPResponseHead {
    var response = HTTPResponseHead(version: head.version, status: status, headers: headers)
    if !response.headers.contains(name: "Date") {
      response.headers.add(name: "Date", value: Timestamp(switchboard.configuration.now()).httpDate)
    }
    if !keepAlive { response.headers.replaceOrAdd(name: "Connection", value: "close") }
    return response
  }

  /// Writes a response. The future succeeds when all of it has been written.
  private func write(
    _ response: Response, to head: HTTPRequestHead, keepAlive: Bool, _ context: ChannelHandlerContext
  ) -> EventLoopFuture<Void> {
    var responseHead = responseHead(response.status, response.headers, to: head, keepAlive: keepAlive)
    responseHead.headers.replaceOrAdd(name: "Content-Length", value: String(response.body.readableBytes))
    let hasBody = head.method != .HEAD && response.status.mayHaveResponseBody
    coding.compresses = response.isCompressed && hasBody
    context.write(wrapOutboundOut(.head(responseHead)), promise: nil)
    if hasBody, response.body.readableBytes > 0 {
      context.write(wrapOutboundOut(.body(.byteBuffer(response.body))), promise: nil)
    }
    return context.writeAndFlush(wrapOutboundOut(.end(nil)))
  }
}
