import Foundation
import Text

/// The reason why a word names no key.
public enum KeyNameError: Error, Sendable, Hashable {
  /// There is no such key; `nearest` is the name of a similar one, if there is one.
  case unknown(nearest: SafeText?)
  /// No terminal reports this key to a program, for the given reason.
  case cannotBeSent(SafeText)

  /// Completes a sentence that begins with the word in question.
  public var sentence: SafeText {
    switch self {
    case .unknown(let nearest?): "is not a key; did you mean \(nearest)?"
    case .unknown: "is not a key; give a character, or a name such as F5, Ctrl-R, Alt-x, Enter, PgUp"
    case .cannotBeSent(let reason): "cannot be used: \(reason)"
    }
  }
}

/// The names of keys in settings: `r`, `R`, `F5`, `Ctrl-R`, `Alt-x`, `Enter`, `Esc`, `Tab`, `Shift-Tab`, `Space`, `Up`,
/// `PgDn`.
///
/// Case does not matter in a name or a modifier, but in a character it does: `Alt-x` and `Alt-X` are different keys. Ctrl
/// makes both cases the same; its names have the capital letter.
extension KeyEvent {
  /// Creates the key with a name.
  ///
  /// - Throws: if the word is unknown, or terminals send nothing for such a key, or the same as for another key.
  public init(name: String) throws(KeyNameError) {
    var rest = name[...]
    var (alt, control, shift) = (false, false, false)
    while let dash = rest.dropFirst().firstIndex(of: "-"), rest.index(after: dash) < rest.endIndex {
      switch rest[..<dash].lowercased() {
      case "alt" where !alt: alt = true
      case "ctrl" where !control: control = true
      case "shift" where !shift: shift = true
      default: throw .unknown(nearest: KeyName.nearest(to: name))
      }
      rest = rest[rest.index(after: dash)...]
    }
    var key = try KeyName.key(String(rest), of: name)
    if shift { key = try KeyName.shifted(key) }
    if control { key = try KeyName.controlled(key, isShifted: shift) }
    if alt { key = try KeyName.alternative(key) }
    self = key
  }

  /// The key's name, from which ``init(name:)`` creates the same key; `nil` for a paste and for keys that no terminal sends.
  public var name: String? {
    if case .alt(let key) = self {
      // Terminals report Alt with Shift and an arrow, but it means the same as Alt with the arrow.
      if key != key.withoutModifier { return nil }
      if case .alt = key { return nil }
      return key == .escape ? nil : key.name.map { "Alt-\($0)" }
    }
    if let word = KeyName.words.first(where: { $0.key == self })?.word { return word }
    switch self {
    case .character(" "): return "Space"
    case .character(let character): return KeyName.isTyped(character) ? String(character) : nil
    case .control(" "): return "Ctrl-Space"
    case .control(let character):
      let name = "Ctrl-\(character.uppercased())"
      return (try? KeyEvent(name: name)) == self ? name : nil
    case .controlLeft: return "Ctrl-Left"
    case .controlRight: return "Ctrl-Right"
    case .controlUp: return "Ctrl-Up"
    case .controlDown: return "Ctrl-Down"
    case .shiftLeft: return "Shift-Left"
    case .shiftRight: return "Shift-Right"
    case .shiftUp: return "Shift-Up"
    case .shiftDown: return "Shift-Down"
    case .function(let number): return KeyName.functions.contains(number) ? "F\(number)" : nil
    default: return nil
    }
  }
}

private enum KeyName {
  /// The function keys that terminfo has names for.
  static let functions = 1...63

  /// The words for keys. The first of several words for a key is its name.
  static let words: [(word: String, key: KeyEvent)] = [
    ("Enter", .enter), ("Return", .enter), ("Esc", .escape), ("Escape", .escape), ("Tab", .tab),
    ("Shift-Tab", .backTab),
    ("Backspace", .backspace), ("Delete", .delete), ("Del", .delete), ("Up", .up), ("Down", .down), ("Left", .left),
    ("Right", .right), ("Home", .home), ("End", .end), ("PgUp", .pageUp), ("PageUp", .pageUp), ("PgDn", .pageDown),
    ("PageDown", .pageDown), ("Space", .character(" ")),
  ]

  static func key(_ word: String, of name: String) throws(KeyNameError) -> KeyEvent {
    let lower = word.lowercased()
    if let key = words.first(where: { $0.word.lowercased() == lower })?.key { return key }
    if lower.begins(with: "f"), let number = Int(lower.dropFirst()), String(number) == lower.dropFirst() {
      guard functions.contains(number) else { throw .cannotBeSent("function keys are F1 to F\(functions.upperBound)") }
      return .function(number)
    }
    guard word.count == 1, let character = word.first else { throw .unknown(nearest: nearest(to: name)) }
    guard isTyped(character) else { throw .cannotBeSent("a terminal does not send it as one character") }
    return .character(character)
  }

  /// Returns whether a terminal sends the character as one, and shows it.
  static func isTyped(_ character: Character) -> Bool {
    let composed = String(character).precomposedStringWithCanonicalMapping.unicodeScalars
    guard composed.count == 1, let scalar = composed.first else { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
    case .spaceSeparator: return scalar == " "
    default: return true
    }
  }

  static func shifted(_ key: KeyEvent) throws(KeyNameError) -> KeyEvent {
    switch key {
    case .tab: return .backTab
    case .left: return .shiftLeft
    case .right: return .shiftRight
    case .up: return .shiftUp
    case .down: return .shiftDown
    case .character(let character) where character != " ":
      throw .cannotBeSent("write the character that Shift makes, such as \(SafeText(oneLine: character.uppercased()))")
    default: throw .cannotBeSent("terminals send the same with Shift as without, except for Tab and the arrows")
    }
  }

  static func controlled(_ key: KeyEvent, isShifted: Bool) throws(KeyNameError) -> KeyEvent {
    switch key {
    case .left, .shiftLeft: return .controlLeft
    case .right, .shiftRight: return .controlRight
    case .up, .shiftUp: return .controlUp
    case .down, .shiftDown: return .controlDown
    case .character(" "): return .control(" ")
    case .character(let character):
      let lower = Character(character.lowercased())
      switch lower {
      case "h": throw .cannotBeSent("terminals send Backspace for Ctrl-H; write Backspace")
      case "i": throw .cannotBeSent("terminals send Tab for Ctrl-I; write Tab")
      case "j", "m": throw .cannotBeSent("terminals send Enter for Ctrl-J and Ctrl-M; write Enter")
      case "[": throw .cannotBeSent("terminals send Esc for Ctrl-[; write Esc")
      case "a"..."z" where lower.isASCII, "\\", "]", "^", "_": return .control(lower)
      default: break
      }
    default: break
    }
    throw .cannotBeSent("terminals send Ctrl only with a letter, Space, an arrow and \\ ] ^ _")
  }

  static func alternative(_ key: KeyEvent) throws(KeyNameError) -> KeyEvent {
    if key == .escape { throw .cannotBeSent("terminals send Esc twice for Alt-Esc") }
    return .alt(key.withoutModifier)
  }

  /// Returns the name that a word may be a typing error of.
  static func nearest(to word: String) -> SafeText? {
    let lower = word.lowercased().filter { $0.isLetter }
    let others = [("control", "Ctrl-…"), ("meta", "Alt-…"), ("option", "Alt-…"), ("cmd", "Ctrl-…"), ("strg", "Ctrl-…")]
    if let known = others.first(where: { lower.begins(with: $0.0) }) { return SafeText(oneLine: known.1) }
    let same = words.first { $0.word.lowercased().filter(\.isLetter) == lower }
    return same.map { SafeText(oneLine: $0.word) }
  }
}
