import Text

/// A command of a person's own, from the settings: a program that is told what is selected.
public struct OwnCommand: Sendable, Hashable, Identifiable {
  public var name: SafeText
  /// The key, by name; `nil` for none.
  public var key: String?
  /// What it is for; at least one.
  public var kinds: [SubjectKind]
  /// The program and its arguments; at least one.
  public var words: [ProgramWord]
  /// What it reads from its standard input; `nil` for nothing.
  public var input: ProgramValue?
  /// Whether it has the terminal until it ends.
  public var needsTerminal: Bool

  public init(
    _ name: SafeText, key: String? = nil, for kinds: [SubjectKind], words: [ProgramWord], input: ProgramValue? = nil,
    needsTerminal: Bool = false
  ) {
    self.name = name
    self.key = key
    self.kinds = kinds
    self.words = words
    self.input = input
    self.needsTerminal = needsTerminal
  }

  /// The name of the command among all commands.
  public var id: String { "own.\(name.string)" }
}

/// The reason why an own command is not run.
public struct ProgramRefusal: Error, Hashable {
  public var sentence: SafeText
}

extension OwnCommand {
  /// Returns the program to start for a subject.
  ///
  /// Each value becomes a part of one word, whatever it contains. A value from outside must not become an option either: a word
  /// that begins with `-`, or with `+` as the options of editors do, only because of a value is refused, unless a word `--`
  /// stands before it.
  public func call(for subject: ProgramSubject) throws(ProgramRefusal) -> ProgramCall {
    var call = ProgramCall([])
    for word in words {
      let text = try text(of: word, for: subject)
      if word.beginsWithValue, let first = text.unicodeScalars.first, Self.optionMarks.contains(first),
        !call.words.contains("--")
      {
        throw refusal("“\(SafeText(oneLine: text, limit: 24))” would be an option; put \"--\" before \(word.quoted)")
      }
      call.words.append(text)
    }
    if let input {
      guard let text = subject.values[input] else { throw refusal(input.whenMissing) }
      call.input = text
    }
    return call
  }

  /// The words whose values may be taken for options, for a warning beforehand.
  public var openWords: [ProgramWord] {
    let end = words.firstIndex { $0.text == "--" } ?? words.endIndex
    return words[..<end].filter(\.beginsWithValue)
  }

  /// Scalars, as programs compare bytes: a dash is one, whatever combining mark follows it.
  private static let optionMarks: Set<Unicode.Scalar> = ["-", "+"]

  private func text(of word: ProgramWord, for subject: ProgramSubject) throws(ProgramRefusal) -> String {
    var text = ""
    for part in word.parts {
      switch part {
      case .text(let plain): text += plain
      case .value(let value):
        guard let known = subject.values[value] else { throw refusal(value.whenMissing) }
        text += known.string
      }
    }
    return text
  }

  private func refusal(_ reason: SafeText) -> ProgramRefusal {
    ProgramRefusal(sentence: "\(SafeText(oneLine: name.string, limit: 20)) is not run: \(reason)")
  }
}

extension ProgramWord {
  /// The word as it stands in the settings.
  var quoted: SafeText { SafeText(oneLine: text, limit: 20) }
}
