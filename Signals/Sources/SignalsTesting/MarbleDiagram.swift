import Signals

/// A stream of events drawn as text, one column per step of time.
///
/// ```
/// a-b--(cd)-|     a, b, then c and d in one step, then the end
/// ```
///
/// | mark | what it says |
/// | --- | --- |
/// | `-` | a step in which nothing happens |
/// | `a` | a value, by any character that is not a mark |
/// | `<ab>` | a value that takes several characters to write |
/// | `(ab\|)` | events that happen in one step, in order; the group counts as one column |
/// | `\|` | completed |
/// | `#` | failed |
/// | `!` | interrupted |
/// | space | nothing at all: for lining up diagrams that stand above one another |
public struct MarbleDiagram: Equatable, Sendable {
  /// An event in a diagram.
  public enum Mark: Equatable, Sendable {
    case value(String)
    case completed
    case failed
    case interrupted
  }

  /// The events of each step.
  public var steps: [[Mark]]

  /// Reads a diagram.
  ///
  /// - Precondition: Groups and long values are closed and properly nested.
  public init(_ text: String) {
    steps = []
    var group: [Mark]?
    var longValue: String?
    for character in text {
      if longValue != nil, character != ">" {
        longValue?.append(character)
        continue
      }
      let mark: Mark
      switch character {
      case " ": continue
      case "-":
        precondition(group == nil, "Time does not pass inside a group: \(text)")
        steps.append([])
        continue
      case "(":
        precondition(group == nil, "A group inside a group: \(text)")
        group = []
        continue
      case ")":
        guard let marks = group else { preconditionFailure("A group that was not opened: \(text)") }
        steps.append(marks)
        group = nil
        continue
      case "<":
        longValue = ""
        continue
      case ">":
        guard let value = longValue else { preconditionFailure("A value that was not opened: \(text)") }
        longValue = nil
        mark = .value(value)
      case "|": mark = .completed
      case "#": mark = .failed
      case "!": mark = .interrupted
      default: mark = .value(String(character))
      }
      if group == nil { steps.append([mark]) } else { group?.append(mark) }
    }
    precondition(group == nil && longValue == nil, "Something was opened and not closed: \(text)")
  }

  /// A diagram of the events of each step.
  public init(steps: [[Mark]]) {
    self.steps = steps
  }
}

extension MarbleDiagram: CustomStringConvertible {
  public var description: String {
    steps.map { marks in
      switch marks.count {
      case 0: "-"
      case 1: MarbleDiagram.text(of: marks[0])
      default: "(" + marks.map(MarbleDiagram.text).joined() + ")"
      }
    }
    .joined()
  }

  private static func text(of mark: Mark) -> String {
    switch mark {
    case .value(let value): value.count == 1 && !"-()<>|#! ".contains(value) ? value : "<\(value)>"
    case .completed: "|"
    case .failed: "#"
    case .interrupted: "!"
    }
  }
}
