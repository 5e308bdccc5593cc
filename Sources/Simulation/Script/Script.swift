import Screen

/// The acts that are performed in a simulated world after the first frame.
public struct Script: Sendable, Hashable {
  public var acts: [Act]

  public init(_ acts: [Act]) { self.acts = acts }

  /// Reads one act per line, ignoring empty lines and those that begin with `#`.
  ///
  /// - Throws: The first line that is not an act.
  public init(text: String) throws(ScriptMistake) {
    acts = []
    for line in text.split(separator: "\n") where !line.isEmpty && !line.hasPrefix("#") {
      guard let act = Act(line) else { throw ScriptMistake(line: String(line)) }
      acts.append(act)
    }
  }

  /// The acts, one per line.
  public var text: String { acts.map { "\($0)\n" }.joined() }

  /// The duration in milliseconds of the world's time.
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

/// A line of a script that is not an act.
public struct ScriptMistake: Error, Hashable {
  public var line: String
}
