import NIOCore
import NIOHTTP1
import Station
import Synchronization

/// An HTTP answer given byte by byte, instead of the station's own.
public struct CannedResponse: Sendable {
  /// How the answer ends.
  public enum Ending: Sendable {
    /// As HTTP requires.
    case complete
    /// The connection is closed early.
    case closedEarly
    /// Never: the connection stays open and silent.
    case never
  }

  public var status: Int
  /// Sent unchanged, with two exceptions: `Content-Length` and `Transfer-Encoding` are the station's own, and for a body that
  /// is not gzip although `Content-Encoding` says so, the station compresses it.
  public var headers: [(name: String, value: String)]
  /// The body. Each chunk is written and flushed separately.
  public var chunks: [[UInt8]]
  public var ending: Ending

  public init(
    status: Int = 200, headers: [(name: String, value: String)] = [], chunks: [[UInt8]], ending: Ending = .complete
  ) {
    self.status = status
    self.headers = headers
    self.chunks = chunks
    self.ending = ending
  }

  public init(
    status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8], ending: Ending = .complete
  ) {
    self.init(status: status, headers: headers, chunks: [body], ending: ending)
  }

  public init(
    status: Int = 200, headers: [(name: String, value: String)] = [], text: String, ending: Ending = .complete
  ) {
    self.init(status: status, headers: headers, body: Array(text.utf8), ending: ending)
  }
}

extension CannedResponse {
  /// Writes the response to a client. Where it does not end, neither does the station's wait for its client.
  func write(to client: UnansweredRequest) {
    var fields = HTTPHeaders(headers.map { ($0.name, $0.value) })
    fields.remove(name: "Transfer-Encoding")
    fields.remove(name: "Content-Length")
    let isWhole = chunks.count <= 1 && ending == .complete
    if isWhole { fields.add(name: "Content-Length", value: String(chunks.first?.count ?? 0)) }
    // RFC 1952 §2.3.1: the first bytes of a gzip file.
    let isGzipAlready = chunks.joined().prefix(2).elementsEqual([0x1F, 0x8B])
    let status = HTTPResponseStatus(statusCode: status)
    let hasBody = client.head.method != .HEAD && status.mayHaveResponseBody
    let isCompressed = hasBody && fields["Content-Encoding"].contains("gzip") && !isGzipAlready

    if ending != .never { client.expectNext() }
    client.compress(isCompressed)
    let context = client.context
    context.write(NIOAny(HTTPServerResponsePart.head(client.responseHead(status, fields))), promise: nil)
    for chunk in hasBody ? chunks : [] where !chunk.isEmpty {
      context.write(NIOAny(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: chunk)))), promise: nil)
      // Chunks must not be merged into one.
      if !isWhole, !isCompressed { context.flush() }
    }
    switch ending {
    case .complete:
      let (channel, isKept) = (context.channel, client.head.isKeepAlive)
      context.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil))).whenSuccess {
        if !isKept { channel.close(promise: nil) }
      }
    case .closedEarly:
      context.flush()
      context.close(promise: nil)
    case .never: context.flush()
    }
  }
}

/// The canned responses of a station, by path.
public final class CannedResponses: Sendable {
  public typealias Answer = @Sendable (StationRequest) -> CannedResponse?

  private let answers = Mutex<[String: Answer]>([:])

  init() {}

  /// Answers every request of a path, whatever its method and query, with this response.
  ///
  /// - Parameter path: Without a query; a trailing slash makes no difference. It need not be one of the station's own.
  public func serve(_ response: CannedResponse, at path: String) {
    serve(at: path) { _ in response }
  }

  /// Answers the requests of a path with the result of `answer`; if that is `nil`, the station itself answers.
  public func serve(at path: String, _ answer: @escaping Answer) {
    answers.withLock { $0[RequestTarget.normalised(path)] = answer }
  }

  /// Removes the answers of a path, or of all paths.
  public func clear(_ path: String? = nil) {
    answers.withLock { answers in
      if let path { answers[RequestTarget.normalised(path)] = nil } else { answers.removeAll() }
    }
  }

  func response(to request: StationRequest) -> CannedResponse? {
    answers.withLock { $0[request.path] }?(request)
  }
}
