import Foundation

/// What a server, or what lies before it, does wrong, to all three panes at once.
struct FaultCase: Sendable {
  /// What is asked, and how.
  enum Line: Sendable {
    /// HTTP, and edits over a WebSocket.
    case webSocket
    /// HTTP, and edits as an event stream.
    case eventStream
  }

  var name: String
  var fault: FaultyRelay.Fault
  var line = Line.webSocket
  /// In seconds: the longest that any pane may take to tell it, on a machine that has nothing else to do.
  var limit: TimeInterval = 5
  /// Whether only a person can mend it, and has to ask once more.
  var isPersons = false
  /// Whether a run of all tests has it, too.
  var isOrdinary = false
}

extension FaultCase {
  static let all = connections + statuses + answers + floods

  // MARK: Below HTTP

  /// Seconds in which a connection is made, an answer is there, and a stream says something; a request may wait for its turn.
  private static let (connecting, answering, streaming): (Double, Double, Double) = (10, 30, 60)

  private static let connections = [
    FaultCase(name: "connection refused", fault: .refused, isOrdinary: true),
    FaultCase(name: "no answer to SYN (black hole)", fault: .unanswered, limit: connecting + 5),
    FaultCase(name: "accepted, then silence", fault: .silent, limit: answering + 5),
    FaultCase(name: "everything freezes", fault: .frozen, limit: streaming + 5),
    FaultCase(name: "everything freezes, event stream", fault: .frozen, line: .eventStream, limit: streaming + 5),
    FaultCase(name: "reset when accepted", fault: .ends(.accepted, isReset: true)),
    FaultCase(name: "closed when accepted", fault: .ends(.accepted, isReset: false)),
    FaultCase(name: "reset after the request", fault: .ends(.requested, isReset: true)),
    FaultCase(name: "closed after the request", fault: .ends(.requested, isReset: false)),
    FaultCase(name: "reset within the head", fault: .ends(.answering(20), isReset: true)),
    FaultCase(name: "closed within the head", fault: .ends(.answering(20), isReset: false)),
    FaultCase(name: "reset within the body", fault: .ends(.answering(400), isReset: true), isOrdinary: true),
    FaultCase(name: "closed within the body", fault: .ends(.answering(400), isReset: false)),
    FaultCase(
      name: "closed within the body, event stream", fault: .ends(.answering(400), isReset: false), line: .eventStream),
    FaultCase(name: "half open: silence within the head", fault: .stalls(after: 20), limit: answering + 5),
    FaultCase(name: "half open: silence within the body", fault: .stalls(after: 400), limit: streaming + 5),
    FaultCase(
      name: "half open, event stream", fault: .stalls(after: 400), line: .eventStream, limit: streaming + 5),
    FaultCase(name: "a byte every two seconds", fault: .drips(2), limit: answering + 5),
    FaultCase(
      name: "a byte every two seconds, event stream", fault: .drips(2), line: .eventStream, limit: answering + 5),
  ]

  // MARK: Statuses

  private static let statuses = [
    099, 101, 204, 304, 400, 401, 402, 403, 404, 405, 406, 407, 408, 410, 413, 414, 418, 421, 425, 426, 429, 431, 451,
    500, 501, 502, 503, 504, 505, 507, 511, 520, 599, 999,
  ].map { status in
    FaultCase(
      name: "status \(status)", fault: .says(answer(status, body: status == 204 || status == 304 ? "" : page)),
      isPersons: isPersons(status), isOrdinary: status == 503)
  }

  /// "Too slow", "too early" and "too often" pass by themselves, and what is no server's fault does not (RFC 9110, §15.5).
  private static func isPersons(_ status: Int) -> Bool {
    (300..<500).contains(status) && ![408, 425, 429].contains(status)
  }

  private static let page = "<!DOCTYPE html><title>Sorry</title><h1>Not today</h1>"

  private static func answer(_ status: Int, _ fields: String = "Content-Type: text/html", body: String) -> [UInt8] {
    let number = String(repeating: "0", count: max(0, 3 - "\(status)".count)) + "\(status)"
    return Array(
      "HTTP/1.1 \(number) x\r\n\(fields)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)".utf8
    )
  }

  // MARK: Answers

  private static let json = "Content-Type: application/json"

  private static let answers = [
    FaultCase(
      name: "a redirect to itself", fault: .says(answer(302, "Location: /again", body: "")), isPersons: true),
    FaultCase(name: "a redirect without a place", fault: .says(answer(302, body: "")), isPersons: true),
    FaultCase(name: "HTML for JSON", fault: .says(answer(200, body: page)), isOrdinary: true),
    FaultCase(name: "an empty answer", fault: .says(answer(200, json, body: ""))),
    FaultCase(name: "half of the JSON", fault: .says(answer(200, json, body: #"{"items":[{"question_id":1,"#))),
    FaultCase(
      name: "wrong types", fault: .says(answer(200, json, body: #"{"items":{"a":[true]},"ts":[],"backoff":"x"}"#))),
    FaultCase(name: "NaN for numbers", fault: .says(answer(200, json, body: #"[{"temperature":NaN,"items":NaN}]"#))),
    FaultCase(
      name: "100,000 brackets", fault: .says(answer(200, json, body: String(repeating: "[", count: 100_000)))),
    FaultCase(name: "not HTTP", fault: .says(Array("SSH-2.0-OpenSSH_9.2p1\r\n".utf8))),
    FaultCase(name: "bytes without a sense", fault: .says((0..<2_000).map { UInt8($0 * 7 % 256) })),
    FaultCase(
      name: "gzip that is none", fault: .says(answer(200, "\(json)\r\nContent-Encoding: gzip", body: "not at all"))),
    FaultCase(
      name: "two lengths",
      fault: .says(Array("HTTP/1.1 200 x\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\n[]".utf8))),
  ]

  // MARK: Too much

  private static let floods = [
    FaultCase(
      name: "a head without an end",
      fault: .floods(Array("HTTP/1.1 200 x\r\n".utf8), Array("X-Again: and again\r\n".utf8))),
    FaultCase(
      name: "interim answers without an end",
      fault: .floods([], Array("HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n".utf8))),
    FaultCase(
      name: "a body without an end",
      fault: .floods(
        Array("HTTP/1.1 200 x\r\nContent-Type: application/json\r\n\r\n[".utf8),
        Array(String(repeating: "1234567,", count: 8_192).utf8)),
      limit: answering + 5),
    FaultCase(
      name: "an event stream of one line",
      fault: .floods(
        Array("HTTP/1.1 200 x\r\nContent-Type: text/event-stream\r\n\r\ndata: ".utf8),
        Array(String(repeating: "x", count: 65_536).utf8)),
      line: .eventStream, limit: answering + 5),
  ]
}
