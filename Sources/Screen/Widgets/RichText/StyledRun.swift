import Text

/// A run in its final style, ready to be wrapped.
struct StyledRun {
  var text: SafeText
  var style: Style
  /// Stays with the last word.
  var suffix: Span?
  var endsLine = false

  init(text: SafeText, style: Style) {
    self.text = text
    self.style = style
  }

  /// A body's run in the theme's styles. What colour alone would say is also said by signs where there is no colour.
  init(_ run: RichText.Run, base: Style, theme: Theme) {
    var style = base
    var text = run.text
    if run.style.contains(.code) {
      style = theme.code.with(base.attributes)
      if theme.colours == .none { text = "`\(text)`" }
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
}

extension LineWrapper {
  static func lines(of runs: [StyledRun], width: Int) -> [[Cell]] {
    var wrapper = LineWrapper(width: width)
    for run in runs {
      wrapper.add(run.text, run.style)
      if let suffix = run.suffix { wrapper.addGlued(suffix.text, suffix.style) }
      if run.endsLine { wrapper.breakLine() }
    }
    return wrapper.finish()
  }

  static func lines(of text: SafeText, _ style: Style, width: Int) -> [[Cell]] {
    lines(of: [StyledRun(text: text, style: style)], width: width)
  }
}
