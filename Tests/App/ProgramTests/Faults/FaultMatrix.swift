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

  /// How the servers are found.
  enum Road: Sendable {
    /// By 127.0.0.1.
    case address
    /// By that, over TLS.
    case secure
    /// By ::1 alone.
    case ipv6
    /// By a name that only the program knows (``PrivateNames``).
    case name
    /// By such a name that stands for 127.0.0.1, where nobody listens, and for ::1.
    case nameOfBoth
  }

  /// What is wrong.
  enum Fault: Sendable {
    case relay(FaultyRelay.Fault)
    case names(PrivateNames.Fault)
    /// The servers' clock is wrong by so many seconds, which nobody has to tell.
    case clock(TimeInterval)
  }

  var name: String
  var fault: Fault
  var line = Line.webSocket
  var road = Road.address
  /// In seconds: the longest that any pane may take to tell it, on a machine that has nothing else to do.
  var limit: TimeInterval = 5
  /// Whether only a person can mend it, and has to ask once more.
  var isPersons = false
  /// Whether a run of all tests has it, too.
  var isOrdinary = false

  init(
    name: String, fault: Fault, line: Line = .webSocket, road: Road = .address, limit: TimeInterval = 5,
    isPersons: Bool = false, isOrdinary: Bool = false
  ) {
    (self.name, self.fault, self.line, self.road) = (name, fault, line, road)
    (self.limit, self.isPersons, self.isOrdinary) = (limit, isPersons, isOrdinary)
  }

  init(
    name: String, fault: FaultyRelay.Fault, line: Line = .webSocket, road: Road = .address, limit: TimeInterval = 5,
    isPersons: Bool = false, isOrdinary: Bool = false
  ) {
    self.init(
      name: name, fault: .relay(fault), line: line, road: road, limit: limit, isPersons: isPersons,
      isOrdinary: isOrdinary)
  }
}

extension FaultCase {
  static let all = connections + tls + names + statuses + answers + floods + bombs + clocks

  /// The most memory that the program may take, in MB, whatever it is sent; built for debugging, it takes some 70.
  static let memoryLimit = 200.0

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
    FaultCase(name: "reset after the request", fault: .ends(.spoken(turn: 1), isReset: true)),
    FaultCase(name: "closed after the request", fault: .ends(.spoken(turn: 1), isReset: false)),
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

  // MARK: TLS

  /// A server says some 130 bytes in its ServerHello, and some 1,200 before the client answers.
  private static let tls = [
    ("silence for a ServerHello", .stalls(after: 0), answering + 5),
    ("reset before the ServerHello", .ends(.spoken(turn: 1), isReset: true), 5),
    ("closed before the ServerHello", .ends(.spoken(turn: 1), isReset: false), 5),
    ("reset within the ServerHello", .ends(.answering(60), isReset: true), 5),
    ("closed within the ServerHello", .ends(.answering(60), isReset: false), 5),
    ("reset within the certificate", .ends(.answering(600), isReset: true), 5),
    ("closed within the certificate", .ends(.answering(600), isReset: false), 5),
    ("reset after the handshake", .ends(.spoken(turn: 2), isReset: true), 5),
    ("closed after the handshake", .ends(.spoken(turn: 2), isReset: false), 5),
    ("reset within the first record", .ends(.answering(20, turn: 2), isReset: true), 5),
    ("closed within the first record", .ends(.answering(20, turn: 2), isReset: false), 5),
  ].map { (name: String, fault: FaultyRelay.Fault, limit: Double) in
    FaultCase(
      name: "TLS: \(name)", fault: fault, road: .secure, limit: limit,
      isOrdinary: name == "reset within the certificate")
  }

  // MARK: Names and addresses

  private static let names = [
    FaultCase(name: "a name that is not known", fault: .names(.unknown), road: .name, isOrdinary: true),
    FaultCase(name: "no answer to the question for a name", fault: .names(.silent), road: .name, limit: connecting + 5),
    FaultCase(name: "IPv6 only: connection refused", fault: .refused, road: .ipv6),
    FaultCase(name: "IPv6 only: no answer to SYN", fault: .unanswered, road: .ipv6, limit: connecting + 5),
    FaultCase(name: "IPv4 refused, and IPv6 as well", fault: .refused, road: .nameOfBoth),
    FaultCase(
      name: "IPv4 refused, no answer to SYN by IPv6", fault: .unanswered, road: .nameOfBoth, limit: connecting + 5),
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
    // A NaN costs only its item, so it stands for all times and lists.
    FaultCase(
      name: "NaN for numbers", fault: .says(answer(200, json, body: #"[{"ts":NaN,"temperature":NaN,"items":NaN}]"#))),
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

  // MARK: Bombs

  private static func head(_ fields: String) -> [UInt8] { Array("HTTP/1.1 200 x\r\n\(fields)\r\n\r\n".utf8) }

  private static let bombs = [
    FaultCase(
      name: "gzip: 7 MB that become 7 GB",
      fault: .says(head("\(json)\r\nContent-Encoding: gzip") + repeated(Bombs.member, 7 << 20)), limit: answering + 5),
    FaultCase(
      name: "gzip without an end", fault: .floods(head("\(json)\r\nContent-Encoding: gzip"), Bombs.member),
      limit: answering + 5),
    FaultCase(
      name: "gzip without an end, event stream",
      fault: .floods(head("Content-Type: text/event-stream\r\nContent-Encoding: gzip"), Bombs.member),
      line: .eventStream, limit: answering + 5),
    FaultCase(
      name: "JSON 600,000 levels deep",
      fault: .says(answer(200, json, body: String(repeating: #"{"items":["#, count: 300_000))), isOrdinary: true),
    FaultCase(
      name: "HTML 1,000,000 levels deep",
      fault: .says(answer(503, body: String(repeating: "<div>", count: 1_000_000) + "Sorry"))),
    FaultCase(
      name: "one header without an end",
      fault: .floods(Array("HTTP/1.1 200 x\r\nX-Again: ".utf8), Array(repeating: UInt8(ascii: "x"), count: 65_536))),
    FaultCase(
      name: "a WebSocket message of 2 GB",
      fault: .usurps(Bombs.message(of: 2 << 30), Array(repeating: UInt8(ascii: "x"), count: 65_536))),
    FaultCase(
      name: "a WebSocket message in pieces without an end", fault: .usurps(Bombs.firstPiece, Bombs.piece)),
    FaultCase(
      name: "an event without an end",
      fault: .floods(
        head("Content-Type: text/event-stream"), Array("data: \(String(repeating: "x", count: 1_000))\n".utf8)),
      line: .eventStream, limit: streaming + 5),
  ]

  /// Whole copies of the bytes, up to so many.
  private static func repeated(_ bytes: [UInt8], _ limit: Int) -> [UInt8] {
    Array(repeatElement(bytes, count: limit / max(1, bytes.count)).joined())
  }

  // MARK: Clocks

  private static let hour: TimeInterval = 3_600

  private static let clocks =
    [("ahead", hour), ("behind", -hour)].flatMap { (name, seconds) in
      [
        FaultCase(name: "a clock an hour \(name)", fault: .clock(seconds)),
        // What is told after a clock was set back seems to be repeated, for five minutes at most.
        FaultCase(
          name: "a clock an hour \(name), event stream", fault: .clock(seconds), line: .eventStream,
          limit: seconds > 0 ? 300 : 5),
        FaultCase(
          name: "a pause until a time by such a clock, \(name)",
          fault: .says(
            answer(
              503, "Date: \(date(seconds))\r\nRetry-After: \(date(seconds + 20))\r\nContent-Type: text/plain", body: "")
          )),
      ]
    }

  /// A time in a header (RFC 9110, §5.6.7), so many seconds from now.
  private static func date(_ seconds: TimeInterval) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: Date(timeIntervalSinceNow: seconds))
  }
}
