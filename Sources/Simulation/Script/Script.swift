import Screen

/// What happens in a simulated world, from the first frame on.
public struct Script: Sendable, Hashable {
  public var acts: [Act]

  public init(_ acts: [Act]) { self.acts = acts }

  /// Reads one act a line; lines that are empty or begin with `#` say nothing.
  ///
  /// - Throws: The first line that is no act.
  public init(text: String) throws(ScriptMistake) {
    acts = []
    for line in text.split(separator: "\n") where !line.isEmpty && !line.hasPrefix("#") {
      guard let act = Act(line) else { throw ScriptMistake(line: String(line)) }
      acts.append(act)
    }
  }

  /// One act a line.
  public var text: String { acts.map { "\($0)\n" }.joined() }

  /// How long it takes, in milliseconds of the world's time.
  public var duration: Int {
    acts.reduce(0) { sum, act in
      switch act {
      case .pass(let milliseconds): sum + milliseconds
      case .suspend(let seconds): sum + 1000 * seconds
      default: sum
      }
    }
  }
}

/// A line of a script that is no act.
public struct ScriptMistake: Error, Hashable {
  public var line: String
}
