import PaneKit
import Screen
import Text

/// An event in the list: when, which page, and by how many bytes it changed; where there is room, why, who, and what kind of
/// edit; where several wikis are shown, of which; how likely it will be reverted, as the feed guesses. The
/// title of an edit that a person watches has a mark, and so has one for which a rule holds.
///
///     14:03:20  Manhattan Film Academy                                         +214
///     14:03:20  Manhattan Film Academy   lol               Vand77  0.93!     *r  -214
///     14:03  Manhattan Film …  0.93!  *r     -214
struct EventRow {
  var event: RecentEvent
  /// The filter's words, which are highlighted in the row.
  var words = FilterWords("")
  var isSelected: Bool
  /// Whether it is marked for what is done with several.
  var isPicked = false
  /// Whether a person has opened the event.
  var isRead = false
  /// Whether a rule of the settings holds for it that is to be seen.
  var hasRule = false
  var columns = EventColumns()

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    let theme = canvas.theme
    var right = canvas.width - PaneBorder.air
    var column = PaneBorder.air
    let time = columns.hasSeconds ? context.clock.seconds(event.time) : context.clock.minutes(event.time)
    column += canvas.draw(time, theme.dim, x: column, y: 0) + EventColumns.gap
    if columns.wiki > 0 {
      if let wiki = event.event.wiki {
        canvas.draw(SafeText(label: wiki), theme.dim, x: column, y: 0, maxWidth: columns.wiki)
      }
      column += columns.wiki + EventColumns.gap
    }
    if columns.bytes > 0 {
      if let change = event.event.lengthChange {
        canvas.draw(
          SafeText(change: Double(change)), theme.dim, x: right - columns.bytes, y: 0, maxWidth: columns.bytes,
          alignment: .right)
      }
      right -= columns.bytes + EventColumns.gap
    } else if !columns.hasFigures, let change = event.event.lengthChange, change != 0, right - column >= 16 {
      right -=
        canvas.draw(
          SafeText(change: Double(change)), theme.dim, x: column, y: 0, maxWidth: right - column, alignment: .right)
        + EventColumns.gap
    }
    if columns.marks > 0 {
      let marks = event.event.edit?.marks(withFacts: columns.hasFacts, areFew: columns.areMarksFew) ?? ""
      canvas.draw(marks, theme.dim, x: right - columns.marks, y: 0, maxWidth: columns.marks)
      right -= columns.marks + EventColumns.gap
    }
    let edit = event.event.edit
    if columns.risk > 0 {
      if let risk = edit?.facts.risk {
        canvas.draw(risk.riskText, theme.risk(risk), x: right - columns.risk, y: 0, maxWidth: columns.risk)
      }
      right -= columns.risk + EventColumns.gap
    }
    if columns.user > 0 {
      let user = edit?.user.map { highlighted($0, theme.dim, theme) } ?? []
      let width = min(user.width, columns.user)
      canvas.draw(user, x: right - width, y: 0, maxWidth: width)
      right -= columns.user + EventColumns.gap
    }
    if columns.comment > 0 {
      if let comment = edit?.comment?.editSummary {
        canvas.draw(
          highlighted(comment, theme.dim, theme), x: right - columns.comment, y: 0, maxWidth: columns.comment)
      }
      right -= columns.comment + EventColumns.gap
    }
    let signs =
      (isPicked ? [Span("#", theme.accent)] : []) + (event.isWatched ? [Span("!", theme.alarm)] : [])
      + (hasRule ? [Span(theme.glyphs.rule, theme.accent)] : [])
    let mark = signs.isEmpty ? [] : signs + [Span(" ")]
    canvas.draw(mark + words(theme), x: column, y: 0, maxWidth: right - column)
  }

  private func highlighted(_ text: SafeText, _ style: Style, _ theme: Theme) -> [Span] {
    [Span](text, style, marking: words.ranges(in: text), with: theme.match)
  }

  private func words(_ theme: Theme) -> [Span] {
    let text = event.event.title
    var style = isSelected ? theme.strong : isRead ? theme.dim : theme.plain
    // Also told by a mark, because not all terminals can strike text through.
    if event.event.edit?.facts.isReverted ?? false { style = style.with(.struck) }
    let title = highlighted(text, style, theme)
    // An ordinary edit of an article needs no word.
    guard event.event.kind != .unspecified, !namesItsKind else { return title }
    let kind = event.event.kind.word
    return text.isEmpty ? [Span(kind, theme.dim)] : [Span(kind, theme.dim), Span("  ")] + title
  }

  /// Whether the title's namespace already says what the label would: `User talk:Maria`. In other languages it does not
  /// match, and the label is shown.
  private var namesItsKind: Bool {
    let word: String? =
      switch event.event.kind {
      case .talk: "talk"
      case .user: "user"
      case .file: "file"
      case .unspecified, .newuser, .upload, .special: nil
      }
    let parts = event.event.title.string.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let word, parts.count == 2 else { return false }
    return parts[0].lowercased().split(separator: " ").contains { $0 == word }
  }
}

extension WikiEdit {
  /// The marks that Wikipedia uses in its own lists, then `*` for a newcomer and `r` for a reverted edit.
  ///
  /// - Parameters:
  ///   - withFacts: Whether the feed reports those two.
  ///   - areFew: Whether there is room for two only: of `r*Nbm` the first two that hold, in the order of the columns.
  func marks(withFacts: Bool, areFew: Bool = false) -> SafeText {
    let own = [(isNew, "N"), (isMinor, "m"), (isBot, "b")]
    let facts = withFacts ? [(self.facts.isNewcomer == true, "*"), (self.facts.isReverted, "r")] : []
    guard areFew else { return SafeText(oneLine: (own + facts).map { $0.0 ? $0.1 : " " }.joined()) }
    let kept = (facts.reversed() + [own[0], own[2], own[1]]).filter(\.0).map(\.1).prefix(2)
    return SafeText(oneLine: (own + facts).map(\.1).filter(kept.contains).joined())
  }
}

extension Double {
  /// A risk; a high one is marked, also where there are no colours.
  var riskText: SafeText { "\(SafeText(self, decimals: 2))\(self >= EditFacts.highRisk ? "!" : "")" }
}

extension Theme {
  /// The style of a risk.
  func risk(_ risk: Double) -> Style { risk >= EditFacts.highRisk ? alarm : dim }
}
