import Text

/// A run in its final style, ready for wrapping.
struct StyledRun: Sendable {
  var text: SafeText
  var style: Style
  /// Follows the last word on the same line.
  var suffix: Span?
  /// The link of the run and its suffix.
  var link = CellLink.none
  var endsLine = false

  init(text: SafeText, style: Style) {
    self.text = text
    self.style = style
  }

  /// Creates a run in the theme's styles. Code within a sentence gets backticks and no colour, because the accent marks the
  /// current position.
  init(_ run: RichText.Run, base: Style) {
    var style = base
    var text = run.text
    if run.style.contains(.code) {
      text = "`\(text)`"
    }
    if run.style.contains(.bold) { style = style.with(.bold) }
    if run.style.contains(.italic) { style = style.with(.italic) }
    if run.style.contains(.key) {
      style = style.with(.bold)
      text = "[\(text)]"
    }
    if run.style.contains(.struckThrough) {
      style = style.with(.dim)
      text = "~\(text)~"
    }
    self.init(text: text, style: style)
    endsLine = run.style.contains(.lineBreak)
  }

  /// Returns the columns of a run and its suffix on one line.
  static func width(of run: RichText.Run) -> Int {
    let signs = run.style.intersection([.code, .key, .struckThrough]).rawValue.nonzeroBitCount * 2
    return DisplayWidth.of(run.text) + signs
  }
}
