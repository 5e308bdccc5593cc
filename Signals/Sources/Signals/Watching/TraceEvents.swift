/// Records as the trace event format has them: rows of streams as asynchronous events, deliveries as slices of their threads.
struct TraceEvents {
  private let records: [Trace.Record]

  init(_ records: [Trace.Record]) {
    self.records = records
  }

  var json: String {
    let threads = Set(records.map(\.thread)).sorted().map { thread in
      Self.object([
        ("ph", Self.string("M")), ("name", Self.string("thread_name")), ("pid", "1"), ("tid", "\(thread)"),
        ("args", Self.object([("name", Self.string("thread \(thread)"))])),
      ])
    }
    let events = threads + records.map(Self.event)
    return "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n\(events.joined(separator: ",\n"))\n]}\n"
  }

  private static func event(_ record: Trace.Record) -> String {
    var fields = [
      ("name", string(record.name)), ("pid", "1"), ("tid", "\(record.thread)"), ("ts", number(record.time)),
    ]
    var details = record.details
    switch record.kind {
    case .begin: fields += [("ph", string("b"))]
    case .end: fields += [("ph", string("e"))]
    case .instant: fields += [("ph", string("n"))]
    case .delivery(let duration):
      fields += [("ph", string("X")), ("dur", number(duration)), ("cat", string("delivery"))]
      details.append((key: "stream", value: "\(record.stream)"))
    }
    if case .delivery = record.kind {
    } else {
      fields += [("cat", string("stream")), ("id", string("\(record.stream)"))]
    }
    if !details.isEmpty { fields.append(("args", object(details.map { ($0.key, string($0.value)) }))) }
    return object(fields)
  }

  private static func object(_ fields: [(String, String)]) -> String {
    "{" + fields.map { "\(string($0.0)):\($0.1)" }.joined(separator: ",") + "}"
  }

  /// A time to a thousandth of a microsecond.
  private static func number(_ time: Double) -> String {
    let thousandths = Int64((time * 1000).rounded())
    let fraction = String(thousandths.magnitude % 1000)
    let sign = thousandths < 0 ? "-" : ""
    return "\(sign)\(thousandths.magnitude / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }

  private static func string(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{0}"..."\u{1F}":
        let code = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
