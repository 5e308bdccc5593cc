import Foundation

/// The two ways to listen to the Wikipedia feed.
public enum FeedKind: Sendable, Hashable {
  /// Server-Sent Events at `/v2/stream/recentchange`.
  case eventStream
  /// The WebSocket at `/wiki`.
  case webSocket
}

/// A message to WebSocket clients sent by the caller, outside the feed.
public enum WebSocketMessage: Sendable {
  /// A text message in one frame.
  case text(String)
  /// One frame as given, however invalid: the number of its opcode, whether it ends its message, its bytes.
  case frame(opcode: UInt8, isFinal: Bool, bytes: [UInt8])
  /// The start of the closing handshake.
  case close(code: UInt16, reason: String)
}

/// A notice to a listening connection, which is passed on to the connection's event loop.
enum FeedNotice: Sendable {
  /// There are new events in the backlog.
  case news
  /// Bytes for an event stream, sent unchanged.
  case bytes([UInt8])
  case message(WebSocketMessage)
  /// An event stream ends as in the real service; a WebSocket's connection is closed.
  case disconnect
}

struct FeedSubscription: Sendable {
  let kind: FeedKind
  let notify: @Sendable (FeedNotice) -> Void
}
