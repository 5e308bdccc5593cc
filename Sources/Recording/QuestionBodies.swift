import Foundation

/// Leaves the texts of questions, answers and comments out of an answer of Stack Exchange.
///
/// The values of certain fields below `items` are replaced; all other bytes stay, also where the answer is cut or is no JSON.
package struct QuestionBodies {
  /// What stands in place of a text, as HTML.
  package static let placeholder = "<p>left out of the recording</p>"
  /// Fields with a text that a person has written at length.
  private static let fields: Set<String> = ["body", "body_markdown", "excerpt", "excerpts", "comment_body"]

  private struct Level {
    var isObject: Bool
    /// Whether it is in the list of things that were asked for.
    var isInItems: Bool
    /// Whether it is a part of a text that is left out.
    var isLeftOut: Bool
    var key: String?
    var expectsKey: Bool
  }

  /// The bytes without texts.
  package private(set) var bytes: [UInt8] = []
  /// Where pieces end, in ``bytes``.
  package private(set) var ends: [Int] = []

  private let input: [UInt8]
  private var levels: [Level] = []
  /// The bytes of the input that have been copied or replaced.
  private var copied = 0
  /// The ends of pieces in the input that have not been reached.
  private var inputEnds: [Int]

  /// - Parameter ends: Where pieces of the input end, in ascending order.
  package init(_ input: [UInt8], ends: [Int]) {
    self.input = input
    inputEnds = ends.reversed()
    bytes.reserveCapacity(input.count)
    var index = 0
    while index < input.count {
      switch input[index] {
      case UInt8(ascii: "{"): open(isObject: true)
      case UInt8(ascii: "["): open(isObject: false)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
      case UInt8(ascii: ","):
        if let last = levels.indices.last { levels[last].expectsKey = levels[last].isObject }
      case UInt8(ascii: "\""):
        index = takeString(from: index + 1)
        continue
      default: break
      }
      index += 1
    }
    copy(to: input.count)
  }

  private mutating func open(isObject: Bool) {
    let outer = levels.last
    let isItems = levels.count == 1 && outer?.key == "items"
    levels.append(
      Level(
        isObject: isObject, isInItems: (outer?.isInItems ?? false) || isItems, isLeftOut: leavesOut,
        expectsKey: isObject))
  }

  /// Whether the value that begins here is left out.
  private var leavesOut: Bool {
    guard let level = levels.last, level.isInItems else { return false }
    return level.isLeftOut || level.key.map(Self.fields.contains) ?? false
  }

  /// - Returns: The index after the string, whose first byte is at `start`.
  private mutating func takeString(from start: Int) -> Int {
    var end = start
    while end < input.count, input[end] != UInt8(ascii: "\"") { end += input[end] == UInt8(ascii: "\\") ? 2 : 1 }
    end = min(end, input.count)
    if let last = levels.indices.last, levels[last].expectsKey {
      levels[last].key = Self.text(input[start..<end])
      levels[last].expectsKey = false
    } else if leavesOut {
      copy(to: start)
      replace(to: end)
    }
    return end + 1
  }

  private mutating func copy(to index: Int) {
    while let end = inputEnds.last, end <= index {
      inputEnds.removeLast()
      bytes += input[copied..<max(copied, end)]
      copied = max(copied, end)
      ends.append(bytes.count)
    }
    bytes += input[copied..<max(copied, index)]
    copied = max(copied, index)
  }

  private mutating func replace(to index: Int) {
    let text = Array(Self.placeholder.utf8)
    let begin = (bytes.count, copied)
    bytes += text
    while let end = inputEnds.last, end < index {
      inputEnds.removeLast()
      ends.append(begin.0 + min(text.count, end - begin.1))
    }
    copied = index
  }

  /// The text of a key, which may be written with escapes.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let plain = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(UInt8(ascii: "\\")) else { return plain }
    return (try? JSONDecoder().decode(String.self, from: Data("\"\(plain)\"".utf8))) ?? plain
  }
}
