import Text

/// A run in its final style, ready to be wrapped.
struct StyledRun {
  var text: SafeText
  var style: Style
  /// Stays with the last word.
  var suffix: Span?
  /// Where the run and its suffix lead.
  var link = CellLink.none
  var endsLine = false

  init(text: SafeText, style: Style) {
    self.text = text
    self.style = style
  }

  /// A body's run in the theme's styles. Code within a sentence has the signs that people write it with, and no colour: the
  /// accent is for where a person is.
  init(_ run: RichText.Run, base: Style, theme: Theme) {
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
}

extension LineWrapper {
  static func lines(of runs: [StyledRun], width: Int) -> [[Cell]] {
    var wrapper = LineWrapper(width: width)
    for run in runs {
      wrapper.link = run.link
      wrapper.add(run.text, run.style)
      if let suffix = run.suffix { wrapper.addGlued(suffix.text, suffix.style) }
      if run.endsLine { wrapper.breakLine() }
    }
    return wrapper.finish()
  }

  static func lines(of text: SafeText, _ style: Style, link: CellLink = .none, width: Int) -> [[Cell]] {
    var run = StyledRun(text: text, style: style)
    run.link = link
    return lines(of: [run], width: width)
  }
}
