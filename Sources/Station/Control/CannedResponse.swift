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
