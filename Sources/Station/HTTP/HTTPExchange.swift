import NIOCore
import NIOHTTP1

/// One connection's requests and answers, one at a time; the pipelining handler in front holds the next request back.
final class HTTPExchange: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    case idle
    case receiving(HTTPRequestHead, ByteBuffer, deadline: Scheduled<Void>)
    /// Refused in the middle; the rest is read and thrown away, so that the client gets to see the refusal.
    case discarding(deadline: Scheduled<Void>)
    case answering(StationRequest, HTTPRequestHead)
    case streaming(StationRequest, EventStreamSession)
  }

  private let switchboard: Switchboard
  private let coding: ContentCoding
  private var state = State.idle

  init(switchboard: Switchboard, coding: ContentCoding) {
    self.switchboard = switchboard
    self.coding = coding
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .idle):
      let channel = context.channel
      let deadline = context.eventLoop.scheduleTask(in: TimeAmount(switchboard.configuration.requestTimeout)) {
        channel.close(promise: nil)
      }
      let announced = head.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
      if announced > switchboard.configuration.maximumBodySize {
        refuse(head, deadline, context)
      } else {
        state = .receiving(head, ByteBuffer(), deadline: deadline)
      }
    case (.body(let part), .receiving(let head, var body, let deadline)):
      state = .idle  // lets go of the buffer, so that appending does not copy it
      body.writeImmutableBuffer(part)
      if body.readableBytes > switchboard.configuration.maximumBodySize {
        refuse(head, deadline, context)
      } else {
        state = .receiving(head, body, deadline: deadline)
      }
    case (.end, .receiving(let head, let body, let deadline)):
      deadline.cancel()
      answer(head, body, context)
    case (.end, .discarding(let deadline)):
      deadline.cancel()
      context.close(promise: nil)
    default:
      break
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    switch state {
    case .answering(let request, _): switchboard.requests.recordAbandoned(request)
    case .streaming(let request, let session):
      if !session.hasEnded { switchboard.requests.recordAbandoned(request) }
    case .receiving(_, _, let deadline), .discarding(let deadline): deadline.cancel()
    case .idle: break
    }
    state = .idle
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  private func refuse(_ head: HTTPRequestHead, _ deadline: Scheduled<Void>, _ context: ChannelHandlerContext) {
    state = .discarding(deadline: deadline)
    let limit = switchboard.configuration.maximumBodySize
    let response = Response.text(.payloadTooLarge, "A request body may have \(limit) bytes at most.")
    write(response, to: head, keepAlive: false, context) { _ in }
  }

  private func answer(_ head: HTTPRequestHead, _ body: ByteBuffer, _ context: ChannelHandlerContext) {
    guard let target = RequestTarget(head.uri) else {
      state = .idle
      return respond(.text(.badRequest, "The request's target cannot be read."), to: head, context)
    }
    let client = context.remoteAddress?.ipAddress ?? "unknown"
    let request = switchboard.requests.record(StationRequest(head, target, client: client))
    state = .answering(request, head)
    let eventLoop = context.eventLoop
    let bound = NIOLoopBound((self, context), eventLoop: eventLoop)
    switchboard.answer(request, body: body) { answer in
      let finish: @Sendable () -> Void = {
        let (exchange, context) = bound.value
        // While the answer was being made, the client may have gone.
        guard case .answering(let current, let head) = exchange.state, current.number == request.number else { return }
        exchange.give(answer, to: current, head, context)
      }
      if eventLoop.inEventLoop { finish() } else { eventLoop.execute(finish) }
    }
  }

  private func give(
    _ answer: Answer, to request: StationRequest, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    switch answer {
    case .silence: break
    case .hangUp: context.close(promise: nil)
    case .response(let response): respond(response, to: head, context)
    case .eventStream(let opening):
      let session = EventStreamSession(opening, feed: switchboard.feed, configuration: switchboard.configuration)
      state = .streaming(request, session)
      do {
        try context.pipeline.syncOperations.addHandler(session, position: .after(self))
      } catch {
        context.close(promise: nil)
      }
    }
  }

  private func respond(_ response: Response, to head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    write(response, to: head, keepAlive: head.isKeepAlive, context) { succeeded in
      let (exchange, context) = bound.value
      guard succeeded, response.ending == .complete else { return }
      exchange.state = .idle
      if !head.isKeepAlive { context.close(promise: nil) }
    }
  }

  private func write(
    _ response: Response, to head: HTTPRequestHead, keepAlive: Bool, _ context: ChannelHandlerContext,
    completion: @escaping @Sendable (_ succeeded: Bool) -> Void
  ) {
    var responseHead = HTTPResponseHead(version: head.version, status: response.status, headers: response.headers)
    if response.chunks.count <= 1, response.ending == .complete {
      let length = response.chunks.first?.readableBytes ?? 0
      responseHead.headers.replaceOrAdd(name: "Content-Length", value: String(length))
    }
    if !keepAlive { responseHead.headers.replaceOrAdd(name: "Connection", value: "close") }
    let hasBody = head.method != .HEAD && response.status.mayHaveResponseBody
    coding.compresses = response.isCompressed && hasBody
    coding.hidesCoding = response.hidesCoding
    coding.truncates = response.isTruncated && hasBody

    context.write(wrapOutboundOut(.head(responseHead)), promise: nil)
    if hasBody {
      for (index, chunk) in response.chunks.enumerated() where chunk.readableBytes > 0 {
        context.write(wrapOutboundOut(.body(.byteBuffer(chunk))), promise: nil)
        // What goes out as several chunks must not be gathered into one.
        if index < response.chunks.count - 1, !coding.compresses { context.flush() }
      }
    }
    switch response.ending {
    case .complete:
      let done = context.eventLoop.makePromise(of: Void.self)
      done.futureResult.whenComplete { result in completion((try? result.get()) != nil) }
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: done)
    case .closedEarly:
      let channel = context.channel
      context.flush()
      channel.close(promise: nil)
    case .never:
      context.flush()
    }
  }
}

extension StationRequest {
  init(_ head: HTTPRequestHead, _ target: RequestTarget, client: String) {
    var headers: [(name: String, value: String)] = []
    for (name, value) in head.headers where name.lowercased() != "accept-encoding" {
      headers.append((name == ContentCoding.acceptEncoding ? "Accept-Encoding" : name, value))
    }
    self.init(
      route: Route(method: head.method, path: target.path), method: head.method.rawValue, path: target.path,
      query: target.query, headers: headers, client: client)
  }
}
