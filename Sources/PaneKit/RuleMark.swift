import Screen
import Text

/// The mark of a row for which a rule of the settings holds.
package enum RuleMark {
  /// The sign with the names of the rules, for a border: `§ save it`. Empty without names.
  package static func words(_ names: SafeText?, _ glyphs: GlyphSet) -> SafeText {
    names.map { "\(glyphs.rule) \($0)" } ?? ""
  }
}
