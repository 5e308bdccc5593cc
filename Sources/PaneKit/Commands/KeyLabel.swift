import Screen
import Text

/// The labels of keys: `⏎`, `Ctrl-C`, `↑↓`, `1…9`; in ASCII `Enter`, `Up Down`, `1-9`.
struct KeyLabel {
  let isASCII: Bool

  init(_ theme: Theme) { isASCII = theme.isASCII }

  /// Returns the labels of several keys: arrows are joined, consecutive digits are a range, others are separated by spaces.
  func text(_ keys: [KeyEvent]) -> SafeText {
    var words: [SafeText] = []
    var rest = keys[...]
    while let key = rest.first {
      let run = digits(rest) ?? arrows(rest) ?? (count: 1, word: word(key))
      words.append(run.word)
      rest = rest.dropFirst(run.count)
    }
    return words.joined(separator: " ")
  }

  private func word(_ key: KeyEvent) -> SafeText {
    let name = Name(key, isASCII: isASCII)
    return name.modifier + name.key
  }

  /// Returns the leading consecutive digits, if there are at least three.
  private func digits(_ keys: ArraySlice<KeyEvent>) -> (count: Int, word: SafeText)? {
    func digit(_ key: KeyEvent) -> Int? {
      if case .character(let character) = key { character.wholeNumberValue } else { nil }
    }
    guard let first = keys.first.flatMap(digit) else { return nil }
    let count = zip(keys, first...).prefix { key, expected in digit(key) == expected }.count
    guard count >= 3 else { return nil }
    return (count, "\(first)\(isASCII ? "-" : "…" as SafeText)\(first + count - 1)")
  }

  /// Returns the leading arrows with the same modifier, which is written once.
  private func arrows(_ keys: ArraySlice<KeyEvent>) -> (count: Int, word: SafeText)? {
    let names = keys.map { Name($0, isASCII: isASCII) }
    guard let first = names.first, first.isArrow else { return nil }
    let run = names.prefix { $0.isArrow && $0.modifier == first.modifier }
    return (run.count, first.modifier + run.map(\.key).joined(separator: isASCII ? " " : ""))
  }

  /// A key's name, and its modifier.
  private struct Name {
    var modifier: SafeText = ""
    var key: SafeText
    var isArrow = false

    init(_ event: KeyEvent, isASCII: Bool) {
      func sign(_ unicode: SafeText, _ ascii: SafeText) -> SafeText { isASCII ? ascii : unicode }
      switch event {
      case .character(" "): key = "Space"
      case .character(let character): key = SafeText(oneLine: String(character))
      case .control(let character):
        modifier = "Ctrl-"
        key = SafeText(oneLine: character.uppercased())
      case .enter: key = sign("⏎", "Enter")
      case .escape: key = "Esc"
      case .tab: key = sign("⇥", "Tab")
      case .backTab: key = "Shift-Tab"
      case .backspace: key = "Backspace"
      case .delete: key = "Del"
      case .up: (key, isArrow) = (sign("↑", "Up"), true)
      case .down: (key, isArrow) = (sign("↓", "Down"), true)
      case .left: (key, isArrow) = (sign("←", "Left"), true)
      case .right: (key, isArrow) = (sign("→", "Right"), true)
      case .controlLeft: (modifier, key, isArrow) = ("Ctrl-", sign("←", "Left"), true)
      case .controlRight: (modifier, key, isArrow) = ("Ctrl-", sign("→", "Right"), true)
      case .controlUp: (modifier, key, isArrow) = ("Ctrl-", sign("↑", "Up"), true)
      case .controlDown: (modifier, key, isArrow) = ("Ctrl-", sign("↓", "Down"), true)
      case .shiftLeft: (modifier, key, isArrow) = ("Shift-", sign("←", "Left"), true)
      case .shiftRight: (modifier, key, isArrow) = ("Shift-", sign("→", "Right"), true)
      case .shiftUp: (modifier, key, isArrow) = ("Shift-", sign("↑", "Up"), true)
      case .shiftDown: (modifier, key, isArrow) = ("Shift-", sign("↓", "Down"), true)
      case .home: key = "Home"
      case .end: key = "End"
      case .pageUp: key = "PgUp"
      case .pageDown: key = "PgDn"
      case .function(let number): key = "F\(number)"
      case .alt(let other):
        let name = Name(other, isASCII: isASCII)
        (modifier, key, isArrow) = ("Alt-" + name.modifier, name.key, name.isArrow)
        if case .character(let character) = other { key = SafeText(oneLine: character.uppercased()) }
      case .paste: key = ""
      }
    }
  }
}
