import Clients
import Foundation
import Model
import Text

/// The answers that are under way.
struct Attempts: Sendable {
  var nextNumber = 0
  var underWay: [Int: Attempt] = [:]
}

/// An answer that is under way.
struct Attempt: Sendable {
  /// What was sent to prove who asks, and may be repeated by the server.
  var secrets: SecretSearch
  /// Whether pieces are written as they come; otherwise when the answer is complete, because it has to be inflated and searched.
  var isWrittenAtOnce: Bool
  var coding: String?
  /// The end of what has come, in which a secret may be under way; of an answer that is written as it comes.
  var held: [UInt8] = []
  /// Whether bytes are left out up to the next boundary, because too many would be held.
  var isLeavingOut = false
  var pieces: [(time: Int, bytes: [UInt8])] = []
  var size = 0

  /// More bytes than any client reads (`HTTPRequest.wholeBodyLimit`).
  static let sizeLimit = 9 << 20
  /// The most bytes that are held.
  private static let heldLimit = 64 << 10

  /// Takes bytes of an answer that is written as it comes, and returns those in which no secret is under way.
  mutating func settled(_ bytes: [UInt8]) -> [UInt8] {
    guard !secrets.isEmpty else { return bytes }
    // What is compressed cannot be searched.
    guard (coding ?? "identity") == "identity" else { return [] }
    var all = held + bytes
    let boundary = secrets.boundary(in: all)
    if isLeavingOut, boundary > 0 { all.removeFirst(boundary) }
    if isLeavingOut, boundary == 0 { return [] }
    let end = isLeavingOut ? 0 : boundary
    isLeavingOut = false
    held = Array(all[end...])
    if held.count > Self.heldLimit { (held, isLeavingOut) = ([], true) }
    return Array(all[..<end])
  }
}

extension SessionRecorder: WireObserver {
  package func began(_ request: WireRequest) -> Int {
    let words = request.secrets
    let secrets = SecretSearch(words)
    learn(words)
    // What comes as a stream of events, or over a WebSocket, has no bodies of questions.
    let isStream = request.header("Accept") == ServerSentEvents.mediaType || request.header("Sec-WebSocket-Key") != nil
    let number = attempts.withLock { attempts in
      attempts.nextNumber += 1
      attempts.underWay[attempts.nextNumber] = Attempt(
        secrets: secrets, isWrittenAtOnce: isStream || (keepsBodies && secrets.isEmpty))
      return attempts.nextNumber
    }
    let url = secrets.removed(from: addressText(request.url))
    note(cost: request.body.count + url.utf8.count) { line in
      let body = request.body.isEmpty ? nil : String(decoding: request.body, as: UTF8.self)
      line.request = RecordingLine.Request(
        number: number, method: request.method, url: url,
        body: body.map { secrets.removed(from: $0) },
        key: request.header("Sec-WebSocket-Key"))
    }
    return number
  }

  package func received(_ part: WirePart, by number: Int) {
    let time = time
    switch part {
    case .head(let status, let headers):
      let attempt = attempts.withLock { attempts in
        let coding = headers.last { $0.name.lowercased() == "content-encoding" }?.value.lowercased()
        attempts.underWay[number]?.coding = coding
        return attempts.underWay[number]
      }
      guard let attempt else { return }
      let kept = headers.filter { header in
        let name = header.name.lowercased()
        return Self.keptHeaders.contains(name) || (name == "content-encoding" && !attempt.isInflated)
      }
      note { [self] line in
        line.head = RecordingLine.Head(
          of: number, status: status,
          headers: kept.map { header in
            let isAddress = header.name.lowercased() == "location"
            // Also before the address is encoded once more.
            let value = attempt.secrets.removed(from: header.value)
            return [header.name, isAddress ? attempt.secrets.removed(from: addressText(value)) : value]
          })
      }
    case .body(let bytes):
      let atOnce = attempts.withLock { attempts -> (secrets: SecretSearch, bytes: [UInt8])? in
        guard let attempt = attempts.underWay[number] else { return nil }
        if attempt.isWrittenAtOnce {
          return (attempt.secrets, attempts.underWay[number]?.settled(bytes) ?? [])
        }
        if attempt.size + bytes.count <= Attempt.sizeLimit {
          attempts.underWay[number]?.pieces.append((time, bytes))
          attempts.underWay[number]?.size += bytes.count
        }
        return nil
      }
      guard let atOnce, !atOnce.bytes.isEmpty else { return }
      note(cost: atOnce.bytes.count) { line in
        line.bytes = RecordingLine.Bytes(of: number, atOnce.bytes.without(atOnce.secrets))
      }
    }
  }

  package func ended(_ number: Int, _ end: WireEnd) {
    guard let attempt = attempts.withLock({ $0.underWay.removeValue(forKey: number) }) else { return }
    let time = time
    write(cost: attempt.size) { [self] in
      var last = RecordingLine(time)
      last.end = RecordingLine.End(number, end, attempt.secrets)
      var rest: [RecordingLine] = []
      if !attempt.held.isEmpty {
        var line = RecordingLine(time)
        line.bytes = RecordingLine.Bytes(of: number, attempt.held.without(attempt.secrets))
        rest = [line]
      }
      return attempt.lines(of: number, keepsBodies: keepsBodies) + rest + [last]
    }
  }

  /// The headers of answers that clients read, and that say nothing of a person.
  private static let keptHeaders: Set<String> = [
    "content-type", "retry-after", "date", "location", "cf-mitigated", "transfer-encoding",
  ]
}

extension Attempt {
  /// Whether the recorded bytes are inflated.
  fileprivate var isInflated: Bool {
    !isWrittenAtOnce && ["gzip", "x-gzip", "deflate", "identity"].contains(coding ?? "identity")
  }

  /// The pieces of a whole answer, without what is left out.
  fileprivate func lines(of number: Int, keepsBodies: Bool) -> [RecordingLine] {
    guard !pieces.isEmpty else { return [] }
    let sent = pieces.flatMap(\.bytes)
    var ends = pieces.reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1.bytes.count) }
    func replace(_ bytes: [UInt8], by next: [UInt8]) -> [UInt8] {
      if next.count != bytes.count { ends = ends.map { $0 * next.count / max(1, bytes.count) } }
      return next
    }
    // What cannot be inflated cannot be searched.
    var bytes = isInflated ? replace(sent, by: InflatedBeginning.of(sent, coding: coding)) : replace(sent, by: [])
    if !keepsBodies {
      let text = QuestionBodies(bytes, ends: ends)
      (bytes, ends) = (text.bytes, text.ends)
    }
    bytes = replace(bytes, by: bytes.without(secrets))
    return zip(pieces, zip([0] + ends, ends)).map { piece, range in
      var line = RecordingLine(piece.time)
      line.bytes = RecordingLine.Bytes(of: number, Array(bytes[range.0..<max(range.0, range.1)]))
      return line
    }
  }
}

extension [UInt8] {
  /// Returns the bytes without secrets; nothing if they are no text and hold one.
  fileprivate func without(_ secrets: SecretSearch) -> [UInt8] {
    if secrets.isEmpty { return self }
    if String(validating: self, as: UTF8.self) != nil { return secrets.removed(from: self) }
    return secrets.isFound(in: self) ? [] : self
  }
}

extension WireRequest {
  /// The header fields of a request that hold no secret.
  private static let harmless: Set<String> = [
    "accept", "accept-encoding", "accept-language", "cache-control", "connection", "content-length", "content-type",
    "host", "if-none-match", "last-event-id", "range", "sec-websocket-key", "transfer-encoding", "user-agent",
  ]

  /// The words of all other header fields, the password in one, and those in the address.
  fileprivate var secrets: [Secret] {
    var words: [String] = []
    for header in headers where !Self.harmless.contains(header.name.lowercased()) {
      let scheme = header.value.unicodeScalars.prefix { $0 != " " }
      let rest = header.value.unicodeScalars[scheme.endIndex...].dropFirst()
      let value = rest.isEmpty ? header.value : String(rest)
      words.append(value)
      if String(scheme).lowercased() == "basic", let data = Data(base64Encoded: value) {
        words.append(String(String(decoding: data, as: UTF8.self).unicodeScalars.drop { $0 != ":" }.dropFirst()))
      }
    }
    if let password = URLComponents(string: url)?.password { words.append(password) }
    words += RecordedAddress.secrets(in: url)
    return words.filter { !$0.isEmpty }.map(Secret.init(anything:))
  }
}

extension RecordingLine.End {
  fileprivate init(_ number: Int, _ end: WireEnd, _ secrets: SecretSearch) {
    of = number
    switch end {
    case .complete: how = "complete"
    case .cancelled: how = "cancelled"
    case .failed(let failure):
      let error: ServiceError
      switch failure {
      case .failed(let told): error = told
      case .unseen(let told): (error, unseen) = (told, true)
      }
      host = error.host?.string
      switch secrets.secrets.reduce(error, { $0.withholding($1) }) {
      case .unreachable(_, let reason): (how, words) = ("unreachable", reason.string)
      case .timedOut(_, let limit): (how, seconds) = ("timedOut", limit)
      case .malformedAnswer(_, let detail): (how, words) = ("malformed", detail.string)
      case .unusableVariable(let name, let sentence): (how, host, words) = ("variable", name.string, sentence.string)
      default: how = "lost"
      }
    }
  }

  /// How an attempt ended; `nil` if the client has given it up.
  package var wireEnd: WireEnd? {
    let host = SafeText(oneLine: host ?? "")
    let words = SafeText(oneLine: words ?? "")
    let error: ServiceError
    switch how {
    case "complete": return .complete
    case "cancelled": return .cancelled
    case "unreachable": error = .unreachable(host: host, reason: words)
    case "timedOut": error = .timedOut(host: host, seconds: seconds ?? 0)
    case "variable": error = .unusableVariable(host, sentence: words)
    case "malformed": error = .malformedAnswer(host: host, detail: words)
    case "lost": error = .connectionLost(host: host)
    default: return nil
    }
    return .failed(unseen == true ? .unseen(error) : .failed(error))
  }
}
