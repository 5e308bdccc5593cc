import Screen

/// The acts that are performed in a simulated world after the first frame.
public struct Script: Sendable, Hashable {
  public var acts: [Act]
  /// Decides where the bytes of answers are cut, if the program's own clients speak to servers; `nil` if the world's services
  /// take their place.
  public var cut: UInt64?

  /// Whether state and cache are databases in a temporary folder; otherwise the world takes their place.
  public var hasDisk = false

  /// Whether servers send a megabyte wherever a text may stand; needs ``cut``.
  public var hasLongTexts = false

  public init(_ acts: [Act], cut: UInt64? = nil, hasDisk: Bool = false) {
    (self.acts, self.cut, self.hasDisk) = (acts, cut, hasDisk)
  }

  /// Reads one act per line, ignoring empty lines and those that begin with `#`. A line `bytes` and a number is ``cut``, and a
  /// line `databases` ``hasDisk``, and a line `megabytes` ``hasLongTexts``.
  ///
  /// - Throws: The first line that is not an act.
  public init(text: String) throws(ScriptMistake) {
    acts = []
    for line in text.split(separator: "\n") where !line.isEmpty && !line.hasPrefix("#") {
      if line.hasPrefix("bytes "), let cut = UInt64(line.dropFirst(6)) {
        self.cut = cut
        continue
      }
      if line == "databases" {
        hasDisk = true
        continue
      }
      if line == "megabytes" {
        hasLongTexts = true
        continue
      }
      guard let act = Act(line) else { throw ScriptMistake(line: String(line)) }
      acts.append(act)
    }
  }

  /// The acts, one per line.
  public var text: String {
    (cut.map { "bytes \($0)\n" } ?? "") + (hasDisk ? "databases\n" : "") + (hasLongTexts ? "megabytes\n" : "")
      + acts.map { "\($0)\n" }.joined()
  }

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
