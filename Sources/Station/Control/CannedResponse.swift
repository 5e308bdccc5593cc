import Synchronization

/// An HTTP answer given byte for byte, in place of what the station would have said.
public struct CannedResponse: Sendable {
  /// How the answer ends.
  public enum Ending: Sendable {
    /// As HTTP wants it.
    case complete
    /// The connection is closed where more should follow.
    case closedEarly
    /// It does not: the connection stays open and silent.
    case never
  }

  public var status: Int
  /// Sent as they are, with two exceptions: `Content-Length` and `Transfer-Encoding` are the station's own, and where
  /// `Content-Encoding: gzip` stands over a body that is not gzip, the station compresses it.
  public var headers: [(name: String, value: String)]
  /// The body, each chunk written, and flushed, by itself.
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
  /// - Parameter path: without query; a slash at the end makes no difference. Need not be one of the station's own.
  public func serve(_ response: CannedResponse, at path: String) {
    serve(at: path) { _ in response }
  }

  /// Answers the requests of a path with what `answer` gives; where it gives `nil`, the station itself answers.
  public func serve(at path: String, _ answer: @escaping Answer) {
    answers.withLock { $0[RequestTarget.normalised(path)] = answer }
  }

  /// Leaves a path, or all of them, to the station again.
  public func clear(_ path: String? = nil) {
    answers.withLock { answers in
      if let path { answers[RequestTarget.normalised(path)] = nil } else { answers.removeAll() }
    }
  }

  func response(to request: StationRequest) -> CannedResponse? {
    answers.withLock { $0[request.path] }?(request)
  }
}
