import Text

/// The place of a value in the settings.
public enum SettingsPlace: Sendable, Hashable {
  /// Lines and columns count from 1, columns in Unicode scalars.
  case file(name: SafeText, line: Int, column: Int)
  /// The file as a whole.
  case wholeFile(name: SafeText)
  /// A variable of the environment.
  case variable(SafeText)
  /// An option of the command line, with its dashes.
  case flag(SafeText)

  /// The place, shown before a mistake's sentence: `config.yaml:12:5`, `REACTUI_UNIT`, `--theme`.
  public var text: SafeText {
    switch self {
    case .file(let name, let line, let column): "\(name):\(line):\(column)"
    case .wholeFile(let name): name
    case .variable(let name): name
    case .flag(let name): name
    }
  }

  /// The line in the file; `nil` if the place has none.
  var line: Int? {
    if case .file(_, let line, _) = self { line } else { nil }
  }
}

/// A mistake in the settings, in one line.
public struct SettingsMistake: Sendable, Hashable, CustomStringConvertible {
  public var place: SettingsPlace?
  /// What is wrong and what to do instead, beginning with the key's path: `rooms[1]: no source; give one of conair, …`.
  public var sentence: SafeText

  public init(place: SettingsPlace? = nil, sentence: SafeText) {
    self.place = place
    self.sentence = sentence
  }

  /// The place and the sentence: `config.yaml:12:5: rooms[1]: no source; give one of conair, …`.
  public var text: SafeText { place.map { "\($0.text): \(sentence)" } ?? sentence }
  public var description: String { text.string }
}

/// All mistakes of a file, of the environment or of the command line, in the order of their places; at least one.
public struct SettingsMistakes: Error, Sendable, Hashable, CustomStringConvertible {
  public let all: [SettingsMistake]

  /// - Parameter all: must not be empty.
  public init(_ all: [SettingsMistake]) {
    precondition(!all.isEmpty, "a failure without a mistake tells nobody anything")
    self.all = all
  }

  init(place: SettingsPlace, _ sentence: SafeText) { self.init([SettingsMistake(place: place, sentence: sentence)]) }

  /// Whether an option of the command line has an invalid value.
  public var areInCommandLine: Bool {
    // A missing file that an option names is a mistake in the settings.
    all.contains { if case .flag(let flag) = $0.place { flag != SettingsSources.fileFlag } else { false } }
  }

  public var description: String { all.map(\.description).joined(separator: "\n") }
}
