import Clients
import Foundation
import Text

/// A page in Prometheus' text format or in OpenMetrics, as served by exporters.
///
/// Sources: https://prometheus.io/docs/instrumenting/exposition_formats/,
/// https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md
struct PrometheusText: Sendable {
  struct Sample: Sendable, Hashable {
    var name: String
    var labels: [String: String]
    /// May be infinite or NaN.
    var value: Double
    /// The time of the measurement in the page's own unit: milliseconds, or seconds in OpenMetrics.
    var timestamp: Double?
  }

  /// The metadata for all samples with a name.
  struct Family: Sendable, Hashable {
    var type: String?
    var unit: String?
    var help: String?
  }

  /// The maximum number of samples to read from a page.
  static let sampleLimit = 50_000
  /// The maximum number of labels of a sample.
  private static let labelLimit = 64

  private(set) var samples: [Sample] = []
  private(set) var families: [String: Family] = [:]
  /// The number of lines that cannot be read.
  private(set) var unreadableLines = 0
  /// Whether the page ends with `# EOF`, as required by OpenMetrics.
  private(set) var hasEnd = false
  /// Whether the last line has no line feed. It is not read, because it may be cut off: `12.25` may have become `1`.
  private(set) var isCut = false

  init(_ body: [UInt8]) {
    var lines = body.withoutByteOrderMark.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let last = lines.popLast() ?? []
    // In OpenMetrics, the line feed after this may be missing.
    if last.elementsEqual("# EOF".utf8) {
      hasEnd = true
    } else {
      isCut = !last.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
    }
    for line in lines where samples.count < Self.sampleLimit {
      // The format does not allow a carriage return, but it is harmless.
      var reader = Reader(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      reader.skipSpaces()
      if reader.isAtEnd { continue }
      if reader.skip("#") {
        takeComment(&reader)
      } else if let sample = Self.sample(&reader) {
        samples.append(sample)
      } else {
        unreadableLines += 1
      }
    }
  }

  private mutating func takeComment(_ reader: inout Reader) {
    reader.skipSpaces()
    let keyword = reader.word()
    if keyword == "EOF" { hasEnd = true }
    guard ["TYPE", "UNIT", "HELP"].contains(keyword), families.count < Self.sampleLimit else { return }
    reader.skipSpaces()
    let name = Self.limited(reader.skip("\"") ? reader.quoted() ?? "" : reader.word())
    reader.skipSpaces()
    let text = reader.rest
    switch keyword {
    case "TYPE": families[name, default: Family()].type = TextLimit.word.limited(text)?.lowercased()
    case "UNIT": families[name, default: Family()].unit = TextLimit.unit.limited(text)
    default: families[name, default: Family()].help = TextLimit.message.limited(text)
    }
  }

  /// `name{label="value",…} value [timestamp] [# exemplar]`. A name with other characters is inside the braces, in quotation
  /// marks.
  private static func sample(_ reader: inout Reader) -> Sample? {
    var name = reader.name()
    var labels: [String: String] = [:]
    reader.skipSpaces()
    if reader.skip("{") {
      while true {
        reader.skipSpaces()
        if reader.skip("}") { break }
        let isQuoted = reader.skip("\"")
        guard let label = (isQuoted ? reader.quoted() : reader.name()).map(limited), !label.isEmpty else { return nil }
        reader.skipSpaces()
        if reader.skip("=") {
          reader.skipSpaces()
          guard reader.skip("\""), let value = reader.quoted(), labels[label] == nil,
            labels.count < labelLimit
          else { return nil }
          labels[label] = limited(value)
        } else if isQuoted, name.isEmpty {
          name = label
        } else {
          return nil
        }
        reader.skipSpaces()
        if !reader.skip(","), !reader.isAt("}") { return nil }
      }
      reader.skipSpaces()
    }
    guard !name.isEmpty, let value = number(reader.word()) else { return nil }
    name = limited(name)
    reader.skipSpaces()
    var timestamp: Double?
    if !reader.isAtEnd, !reader.isAt("#") {
      guard let time = number(reader.word()), time.isFinite else { return nil }
      timestamp = time
      reader.skipSpaces()
    }
    guard reader.isAtEnd || reader.isAt("#") else { return nil }
    return Sample(name: name, labels: labels, value: value, timestamp: timestamp)
  }

  private static func limited(_ text: String) -> String { TextLimit.label.limited(text) ?? "" }

  private static func number(_ text: String) -> Double? {
    guard let text = TextLimit.number.limited(text) else { return nil }
    return switch text.lowercased() {
    case "nan": .nan
    case "+inf", "inf", "+infinity", "infinity": .infinity
    case "-inf", "-infinity": -.infinity
    default: NumberText.number(text)
    }
  }

  /// Reads the bytes of a line from the start.
  private struct Reader {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { bytes.isEmpty }
    var rest: String { String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces) }

    func isAt(_ character: Unicode.Scalar) -> Bool { bytes.first == UInt8(ascii: character) }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard isAt(character) else { return false }
      bytes.removeFirst()
      return true
    }

    mutating func skipSpaces() { bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 } }

    /// The text up to the next space.
    mutating func word() -> String {
      let word = bytes.prefix { $0 != 0x20 && $0 != 0x09 }
      bytes = bytes[word.endIndex...]
      return String(decoding: word, as: UTF8.self)
    }

    /// The name of a metric or of a label; empty if there is none at this position.
    mutating func name() -> String {
      let name = bytes.prefix { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"):
          true
        default: false
        }
      }
      guard name.first.map({ !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) == true else { return "" }
      bytes = bytes[name.endIndex...]
      return String(decoding: name, as: UTF8.self)
    }

    /// The text up to a quotation mark, which is skipped; `nil` if there is none.
    mutating func quoted() -> String? {
      var text: [UInt8] = []
      var isEscaped = false
      for (index, byte) in zip(bytes.indices, bytes) {
        if isEscaped {
          isEscaped = false
          // A backslash before any other character is kept.
          if byte != UInt8(ascii: "n"), byte != UInt8(ascii: "\\"), byte != UInt8(ascii: "\"") {
            text.append(UInt8(ascii: "\\"))
          }
          text.append(byte == UInt8(ascii: "n") ? UInt8(ascii: "\n") : byte)
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          bytes = bytes[(index + 1)...]
          return String(decoding: text, as: UTF8.self)
        } else {
          text.append(byte)
        }
      }
      return nil
    }
  }
}
