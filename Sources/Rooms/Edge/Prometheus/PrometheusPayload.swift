import Clients
import Foundation
import Model
import Text

/// An answer of Prometheus's HTTP API, or of one of its look-alikes: `{"status":"success","data":…}` or
/// `{"status":"error","errorType":"bad_data","error":"…"}`.
///
/// Source: https://prometheus.io/docs/prometheus/latest/querying/api/#format-overview
struct PrometheusAnswer<Content: Decodable & Sendable>: Envelope {
  private var outcome: Outcome
  /// Remarks for the person, such as that the answer is incomplete.
  var remarks: [SafeText]

  private enum Outcome: Sendable {
    case success(Content)
    case error(type: String, text: String)
  }

  private enum Key: String, CodingKey {
    case status, data, errorType, error, warnings, infos, isPartial
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    switch try fields.required(.status, .word) {
    case "success": outcome = .success(try fields.decode(Content.self, forKey: .data))
    case "error":
      outcome = .error(type: fields.text(.errorType, .word) ?? "error", text: fields.text(.error, .message) ?? "")
    default: throw DecodingError.dataCorruptedError(forKey: .status, in: fields, debugDescription: "no status")
    }
    remarks = [Key.warnings, .infos].flatMap { fields.texts($0, .message, most: remarksRemembered) }
      .compactMap(ServiceWords.words)
    // VictoriaMetrics reports this if it could not reach all of its storage nodes.
    if fields.optional(.isPartial, as: Bool.self) == true { remarks.append("the answer is partial") }
  }

  /// The content; `nil` for an error, which ``failure(at:retryAfter:)`` returns.
  var content: Content? {
    if case .success(let content) = outcome { content } else { nil }
  }

  /// Errors caused by the server are temporary; those caused by the query last until a person changes it. Their texts depend
  /// on the version, and are for people.
  func failure(at now: Date, retryAfter: Date?) -> ServiceError? {
    guard case .error(let type, let text) = outcome else { return nil }
    let words = ServiceWords.words(text) ?? ""
    switch type {
    case "timeout", "canceled", "internal", "unavailable", "too_many_requests": return .inTrouble(words: words)
    // VictoriaMetrics has the HTTP status here.
    case _ where type.begins(with: "5") && type.count == 3: return .inTrouble(words: words)
    default: return .refused(name: SafeText(oneLine: type, limit: 40), message: words)
    }
  }

  func pauseEnd(from now: Date) -> Date? { nil }
}

/// The result of a query: series, each with its samples.
struct PrometheusResult: Decodable, Sendable {
  var series: ReadableList<PrometheusSeries>

  private enum Key: CodingKey {
    case resultType, result
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    let type = try fields.required(.resultType, .word)
    guard ["matrix", "vector"].contains(type) else {
      throw UnreadableAnswer(complaint: "a \(SafeText(oneLine: type, limit: 40)) in place of series")
    }
    series = try fields.decode(ReadableList<PrometheusSeries>.self, forKey: .result)
  }
}

/// One series as the server sent it, in its own words and units: of a range (`values`) or of a single time (`value`).
struct PrometheusSeries: ListedPayload {
  static let plural: SafeText = "series"

  var labels: [String: String]
  /// The readable samples, in order of arrival; a value may be infinite or NaN.
  var samples: [PrometheusSample]
  /// Whether it has native histograms, which are not temperatures.
  var hasHistograms: Bool

  private enum Key: CodingKey {
    case metric, values, value, histograms, histogram
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    labels = try fields.dictionary(.metric, .label)
    samples =
      fields.readable(.values, of: PrometheusSample.self)
      + [fields.optional(.value, as: PrometheusSample.self)].compactMap(\.self)
    hasHistograms = fields.contains(.histograms) || fields.contains(.histogram)
  }
}

/// `[1795301753.25,"21.5"]`: a time in seconds since 1970, and a value as text.
struct PrometheusSample: Decodable, Sendable {
  var time: Double
  var value: Double

  init(from decoder: any Decoder) throws {
    var parts = try decoder.unkeyedContainer()
    time = try parts.decode(Double.self)
    let text = TextLimit.number.limited(try parts.decode(String.self))
    guard let value = text.flatMap(Self.value) else {
      throw DecodingError.dataCorruptedError(in: parts, debugDescription: "no value")
    }
    self.value = value
  }

  private static func value(of text: String) -> Double? {
    switch text {
    case "NaN": .nan
    case "+Inf", "Inf", "Infinity": .infinity
    case "-Inf", "-Infinity": -.infinity
    default: NumberText.number(text)
    }
  }
}

/// The targets that a Prometheus server scrapes: `GET api/v1/targets`.
struct PrometheusTargets: Decodable, Sendable {
  struct Target: Decodable, Sendable {
    var labels: [String: String]
    /// Why the last scrape failed; empty if it succeeded.
    var lastError: String

    private enum Key: CodingKey {
      case labels, lastError
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      labels = try fields.dictionary(.labels, .label)
      lastError = fields.text(.lastError, .message) ?? ""
    }
  }

  var active: [Target]

  private enum Key: CodingKey {
    case activeTargets
  }

  init(from decoder: any Decoder) throws {
    active = try decoder.container(keyedBy: Key.self).readable(.activeTargets)
  }
}

/// The metadata of metrics: `GET api/v1/metadata`. Of several targets' the first counts.
struct PrometheusMetadata: Decodable, Sendable {
  var families: [String: PrometheusText.Family]

  private struct Entry: Decodable {
    var family: PrometheusText.Family

    private enum Key: CodingKey {
      case type, help, unit
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      family = PrometheusText.Family(
        type: fields.text(.type, .word), unit: fields.text(.unit, .unit), help: fields.text(.help, .message))
    }
  }

  init(from decoder: any Decoder) throws {
    let entries = try decoder.singleValueContainer().decode([String: [Attempt<Entry>]].self)
    families = entries.compactMapValues { $0.lazy.compactMap(\.value?.family).first }
  }
}

/// The values of a label. One that is too long to be asked for is left out.
struct PrometheusNames: Decodable, Sendable {
  var names: [String]

  private struct Name: Decodable {
    var text: String?

    init(from decoder: any Decoder) throws {
      text = TextLimit.id.limited(try decoder.singleValueContainer().decode(String.self))
    }
  }

  init(from decoder: any Decoder) throws {
    names = try [Attempt<Name>](from: decoder).compactMap(\.value?.text)
  }
}
