import Screen

extension KeyEvent {
  /// Reads keys from a text: a sign for each special key, `⌃` before the letter of a control key, else characters.
  static func keys(_ text: String) -> [KeyEvent] {
    let signs: [Character: KeyEvent] = [
      "⏎": .enter, "⎋": .escape, "⇥": .tab, "⇤": .backTab, "⌫": .backspace, "⌦": .delete, "↑": .up, "↓": .down,
      "←": .left, "→": .right, "⇞": .pageUp, "⇟": .pageDown, "⇱": .home, "⇲": .end,
    ]
    var keys: [KeyEvent] = []
    var isControl = false
    for character in text {
      if character == "⌃" {
        isControl = true
      } else if isControl {
        keys.append(.control(character))
        isControl = false
      } else {
        keys.append(signs[character] ?? .character(character))
      }
    }
    return keys
  }
}
