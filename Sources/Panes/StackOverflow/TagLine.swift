import Screen
import Text

/// The tags of a question in a line: as many whole ones as fit, then `…` for the others.
///
///     swift · swiftui · xcode
///     swift · swiftui …
///     swif…
struct TagLine {
  /// A tag's letters, some of them marked, in the order of the tags.
  var tags: [[Span]]

  init(_ tags: [[Span]]) { self.tags = tags }

  /// Returns the line for a width. Where not even the first tag fits, drawing cuts it.
  func spans(width: Int, _ theme: Theme) -> [Span] {
    let between = Span(" \(theme.glyphs.dot) ", theme.dim)
    let cut = Span(" \(SafeText(oneLine: theme.glyphs.cut.string))", theme.dim)
    var line: [Span] = []
    var taken = 0
    for (index, tag) in tags.enumerated() {
      let next = taken + (index > 0 ? DisplayWidth.of(between.text) : 0) + tag.width
      let isLast = index == tags.count - 1
      if index > 0, next + (isLast ? 0 : DisplayWidth.of(cut.text)) > width { return line + [cut] }
      line += (index > 0 ? [between] : []) + tag
      taken = next
    }
    return line
  }
}
