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

  /// Returns whether at least the first tag fits as a whole.
  func fits(width: Int, _ theme: Theme) -> Bool {
    guard let first = tags.first else { return false }
    return first.width + (tags.count > 1 ? DisplayWidth.of(Self.cut(theme).text) : 0) <= width
  }

  /// The sign for tags that are left out.
  private static func cut(_ theme: Theme) -> Span { Span(" \(SafeText(oneLine: theme.glyphs.cut.string))", theme.dim) }

  /// Returns the line for a width. Where not even the first tag fits, drawing cuts it.
  func spans(width: Int, _ theme: Theme) -> [Span] {
    let between = Span(" \(theme.glyphs.dot) ", theme.dim)
    let cut = Self.cut(theme)
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
