import Clients
import Model
import Text

/// A server's whole answer.
struct WireAnswer {
  /// How a service tells its errors.
  enum Dialect {
    /// In a JSON object, with HTTP status 400.
    case stackExchange
    /// In a JSON object, mostly with HTTP status 200.
    case mediaWiki
    /// By the status, with words in the body.
    case plain
  }

  var status: Int
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// How the connection breaks off after the body; `nil` if the answer is complete.
  var breaksOff: AttemptFailure?

  init(status: Int, body: [UInt8], type: String = "application/json") {
    self.status = status
    self.body = body
    headers = [("Content-Type", "\(type); charset=utf-8")]
  }

  private init(_ status: Int, page: String = "<!DOCTYPE html><title>Sorry</title><p>Please come back later.") {
    self.init(status: status, body: Array(page.utf8), type: "text/html")
  }

  /// What a server sends, or what happens to the connection, for a kind of failure.
  ///
  /// - Parameter seconds: The pause that the service asks for, if the failure includes one.
  static func failure(
    _ failing: Failing, _ dialect: Dialect, host: SafeText, seconds: Int
  ) -> Result<WireAnswer, AttemptFailure> {
    func retrying(_ answer: WireAnswer) -> WireAnswer {
      var answer = answer
      answer.headers.append(("Retry-After", "\(seconds)"))
      return answer
    }
    switch failing {
    case .unreachable: return .failure(.failed(.unreachable(host: host, reason: "no route to host")))
    case .timedOut: return .failure(.failed(.timedOut(host: host, seconds: 10)))
    case .connectionLost:
      var answer = WireAnswer(status: 200, body: Array(#"{"items":[{"question_id":7,"ti"#.utf8))
      answer.breaksOff = .failed(.connectionLost(host: host))
      return .success(answer)
    case .unavailable: return .success(WireAnswer(503))
    case .notFoundStatus: return .success(WireAnswer(404))
    case .malformed: return .success(WireAnswer(200))
    case .refused: return .success(error(400, "bad_parameter", "page above 25 requires access token", dialect, 400))
    case .inTrouble: return .success(error(500, "internal_error", "maintenance", dialect, 500))
    case .challenged:
      var answer = WireAnswer(403, page: "<!DOCTYPE html><title>Just a moment...</title>")
      answer.headers.append(("cf-mitigated", "challenge"))
      return .success(answer)
    case .throttled: return .success(WireAnswer(429))
    case .throttledUntil where dialect == .stackExchange:
      let words = "too many requests from this IP, more requests available in \(seconds) seconds"
      return .success(error(502, "throttle_violation", words, dialect, 400))
    case .throttledUntil: return .success(retrying(WireAnswer(429)))
    case .pauseRequested where dialect == .mediaWiki:
      return .success(retrying(error(200, "maxlag", "Waiting for 10.64.16.7: 8 seconds lagged.", dialect, 200)))
    case .pauseRequested: return .success(retrying(WireAnswer(503)))
    case .notFound: return .success(error(400, "bad_parameter", "No site found for name `nowhere`", dialect, 404))
    }
  }

  /// - Parameter status: The status of a service that tells errors by it.
  private static func error(
    _ id: Int, _ name: String, _ message: String, _ dialect: Dialect, _ status: Int
  ) -> WireAnswer {
    switch dialect {
    case .stackExchange:
      let text = #"{"error_id":\#(id),"error_name":"\#(name)","error_message":"\#(message)"}"#
      return WireAnswer(status: 400, body: Array(text.utf8))
    case .mediaWiki:
      let text = #"{"error":{"code":"\#(name == "internal_error" ? "readonly" : name)","info":"\#(message)"}}"#
      return WireAnswer(status: 200, body: Array(text.utf8))
    case .plain: return WireAnswer(status: status, body: Array(#"{"message":"\#(message)"}"#.utf8))
    }
  }
}
