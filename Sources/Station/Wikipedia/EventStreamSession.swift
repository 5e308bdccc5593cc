import Foundation
import NIOCore
import NIOHTTP1

/// One client's event stream: the head, the prologue, then the feed as fast as the client reads it.
///
/// Source: WHATWG HTML, §9.2 Server-sent events; https://wikitech.wikimedia.org/wiki/Event_Platform/EventStreams.
final class EventStreamSession: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private var opening: EventStreamOpening
  private let version: HTTPVersion
  private let feed: WikipediaFeed
  private let configuration: Station.Configuration
  private var reader = FeedReader(position: 0)
  /// The time of the latest event of each stream.
  private var places: EventStreamFormat.Places = [:]
  private var subscription: Int?
  private var end: Scheduled<Void>?
  /// Whether the station ended the stream.
  private(set) var hasEnded = false

  init(
    _ opening: EventStreamOpening, version: HTTPVersion, feed: WikipediaFeed, configuration: Station.Configuration
  ) {
    self.opening = opening
    self.version = version
    self.feed = feed
    self.configuration = configuration
  }

  /// The path of the streams, whose names follow with commas between them.
  static let path = "/v2/stream/"

  /// The answer to a request for streams that do not exist.
  private static func unknown(_ names: [Substring], _ request: StationRequest) -> Response {
    struct Problem: Encodable {
      var status = 400
      var type = "not_found"
      var title = "Stream Not Found"
      var detail: String
      var method: String
      var uri: String
    }
    let problem = Problem(
      detail: "Invalid streams: \(names.joined(separator: ","))", method: request.method, uri: request.path)
    return .json((try? JSONEncoder().encode(problem)) ?? Data(), .badRequest)
  }

  /// Returns the answer to a request for the stream: the stream, unless the request is invalid.
  static func answer(to request: StationRequest) -> Answer {
    guard let agent = request.header("User-Agent"), !agent.isEmpty else {
      return .response(.text(.forbidden, "Please say who you are in a User-Agent header."))
    }
    var opening = EventStreamOpening()
    let names = request.path.dropFirst(Self.path.count).split(separator: ",", omittingEmptySubsequences: false)
    let unknown = names.filter { EventStreamName(name: $0) == nil }
    guard unknown.isEmpty else { return .response(Self.unknown(unknown, request)) }
    opening.streams = Set(names.compactMap { EventStreamName(name: $0) })
    if let id = request.header("Last-Event-ID") {
      guard let seen = EventStreamFormat.places(inEventID: id) else {
        return .response(.text(.badRequest, "The Last-Event-ID is not one of this stream's."))
      }
      opening.resumingFrom = seen
    }
    guard request.method != "HEAD" else {
      return .response(Response(.ok, type: EventStreamFormat.contentType, body: ByteBuffer()))
    }
    return .eventStream(opening)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let headers: HTTPHeaders = [
      "Content-Type": EventStreamFormat.contentType,
      "Date": Timestamp(configuration.now()).httpDate,
      "Cache-Control": "private, max-age=0, s-maxage=0, must-revalidate",
      // The connection ends with the stream: otherwise (RFC 9112, §9.6) a client may send its next request into a connection
      // that is closing.
      "Connection": "close",
    ]
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let eventLoop = context.eventLoop
    let subscription = FeedSubscription(kind: .eventStream) { notice in
      eventLoop.execute {
        let (session, context) = bound.value
        session.handle(notice, context)
      }
    }
    let now = Timestamp(configuration.now())
    // A place in the future is one of before this clock was set back; nothing would be sent until then.
    opening.resumingFrom = opening.resumingFrom.mapValues { min($0, now) }
    for stream in opening.streams { places[stream] = opening.resumingFrom[stream] ?? now }
    let joined = feed.subscribe(
      subscription, resumingFrom: opening.resumingFrom.isEmpty ? nil : places.values.min())
    self.subscription = joined.id
    reader = joined.1
    // After subscribing, so that a client with the head misses no later event.
    let head = HTTPResponseHead(version: version, status: .ok, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    write(EventStreamFormat.prologue, context)
    context.flush()
    if let lifetime = configuration.eventStreamLifetime {
      end = eventLoop.scheduleTask(in: TimeAmount(lifetime)) {
        let (session, context) = bound.value
        session.finish(context)
      }
    }
    pump(context)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    pump(context)
    context.fireChannelWritabilityChanged()
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    leave()
  }

  private func handle(_ notice: FeedNotice, _ context: ChannelHandlerContext) {
    guard subscription != nil else { return }
    switch notice {
    case .news: pump(context)
    case .bytes(let bytes):
      write(ByteBuffer(bytes: bytes), context)
      context.flush()
    case .disconnect: finish(context)
    case .message: break
    }
  }

  private func pump(_ context: ChannelHandlerContext) {
    guard subscription != nil else { return }
    while true {
      let (reader, step) = feed.step(reader, isWritable: context.channel.isWritable)
      self.reader = reader
      switch step {
      case .send(let events):
        for event in events { tell(event, context) }
        context.flush()
      case .wait: return
      case .giveUp: return context.close(promise: nil)
      }
    }
  }

  /// Sends an event of the client's streams, unless it is before the client's place.
  private func tell(_ event: FeedEvent, _ context: ChannelHandlerContext) {
    let stream = event.change.stream
    guard opening.streams.contains(stream), event.timestamp >= opening.resumingFrom[stream] ?? event.timestamp else {
      return
    }
    places[stream] = event.timestamp
    write(EventStreamFormat.encode(event, places: places), context)
  }

  private func write(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
    context.write(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
  }

  /// Ends the stream properly.
  private func finish(_ context: ChannelHandlerContext) {
    guard subscription != nil else { return }
    leave()
    hasEnded = true
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
  }

  private func leave() {
    end?.cancel()
    end = nil
    if let subscription { feed.unsubscribe(subscription) }
    subscription = nil
  }
}
