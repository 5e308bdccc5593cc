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

  /// - Parameter code: The style of code within a sentence; `nil` for backticks.
  init(_ run: RichText.Run, base: Style, code: Style?) {
    var style = base
    var text = run.text
    if run.style.contains(.code) {
      if let code {
        style = code.with(base.attributes.subtracting(.dim))
      } else {
        text = "`\(text)`"
      }
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
  static func width(of run: RichText.Run, code: Style?) -> Int {
    let signed: RichText.RunStyle = code == nil ? [.code, .key, .struckThrough] : [.key, .struckThrough]
    let signs = run.style.intersection(signed).rawValue.nonzeroBitCount * 2
    return DisplayWidth.of(run.text) + signs
  }
}
