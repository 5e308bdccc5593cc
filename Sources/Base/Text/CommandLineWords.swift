/// Why a command line cannot be split into words.
public struct CommandLineMistake: Error, Sendable, Hashable {
  public let sentence: SafeText

  public init(sentence: SafeText) { self.sentence = sentence }
}

/// A command line split into words. No shell is involved.
///
/// Commands of the settings and those of variables such as `EDITOR` are split by the same rules.
public enum CommandLineWords {
  /// Splits at blanks. Quotes of either kind keep a word together; a backslash takes the next character literally, except
  /// within single quotes.
  ///
  /// - Returns: the program, and its arguments.
  public static func split(_ line: String) throws(CommandLineMistake) -> [String] {
    guard let words = try list(line, separator: nil).first, words.first?.isEmpty == false else {
      throw CommandLineMistake(sentence: "no program is named")
    }
    return words
  }

  /// Splits several command lines with a separator between them, which means nothing within quotes and after a backslash.
  /// Empty ones are left out.
  public static func split(_ lines: String, separator: Character) throws(CommandLineMistake) -> [[String]] {
    let all = try list(lines, separator: separator)
    guard !all.contains(where: { $0.first?.isEmpty == true }) else {
      throw CommandLineMistake(sentence: "no program is named")
    }
    return all
  }

  private static func list(_ text: String, separator: Character?) throws(CommandLineMistake) -> [[String]] {
    var lines: [[String]] = []
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    var isQuoted = false
    func end() throws(CommandLineMistake) {
      guard let finished = word else { return }
      if !isQuoted, ["|", "||", "&&", "&", ";", ">", ">>", "<"].contains(finished) {
        throw CommandLineMistake(
          sentence:
            "no shell runs this, so \(SafeText(oneLine: finished)) means nothing; put the commands into a script")
      }
      words.append(finished)
      (word, isQuoted) = (nil, false)
    }
    for character in text {
      switch character {
      case _ where isEscaped:
        word = (word ?? "") + String(character)
        isEscaped = false
      case "\\" where quote != "'": (isEscaped, isQuoted) = (true, true)
      case _ where character == quote: quote = nil
      case "'", "\"":
        if quote == nil {
          (quote, isQuoted, word) = (character, true, word ?? "")
        } else {
          word = (word ?? "") + String(character)
        }
      case _ where quote == nil && character.isWhitespace: try end()
      case _ where quote == nil && character == separator:
        try end()
        if !words.isEmpty { lines.append(words) }
        words = []
      default: word = (word ?? "") + String(character)
      }
    }
    if quote != nil { throw CommandLineMistake(sentence: "a quote is not closed") }
    if isEscaped {
      throw CommandLineMistake(sentence: "nothing follows the last backslash; write \\\\ for a backslash")
    }
    try end()
    if !words.isEmpty { lines.append(words) }
    return lines
  }
}
