import Text

/// The text of the filter's field: words, and after a `?` a condition.
///
/// | text | events |
/// | --- | --- |
/// | `zürich haupt` | that contain both words |
/// | `?risk>0.9 and not bot` | for which the condition holds |
/// | `zürich ?minor` | both |
///
/// The `?` begins a word, so that `what?` is a word like any other.
struct EventFilter: Sendable, Hashable {
  private(set) var words = FilterWords("")
  private(set) var condition: EditCondition?
  /// The mistake in the condition, with its column in the field.
  private(set) var mistake: SafeText?

  init() {}

  /// - Parameter former: The filter before. Its condition stays in force while the new one has a mistake.
  init(_ text: SafeText, after former: EventFilter) {
    let characters = Array(text.string)
    let sign = characters.indices.first { place in
      characters[place] == "?" && (place == 0 || characters[place - 1].isWhitespace)
    }
    words = FilterWords(SafeText(oneLine: String(characters[..<(sign ?? characters.count)])))
    guard let sign, characters[(sign + 1)...].contains(where: { !$0.isWhitespace }) else { return }
    do throws(EditConditionMistake) {
      condition = try EditCondition(String(characters[(sign + 1)...]))
    } catch {
      var mistake = error
      mistake.column += sign + 1
      self.mistake = mistake.text
      condition = former.condition
    }
  }
}
