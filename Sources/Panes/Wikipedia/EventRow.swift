import Model
import Screen
import Text
import ViewModels

/// An event in the list: when, which page, and by how many bytes it changed.
///
///     14:03:20  Manhattan Film Academy          +214
struct EventRow {
  var event: RecentEvent
  /// What the list was filtered by, for marking where it occurs in the title.
  var words = FilterWords("")
  var isSelected: Bool

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    let theme = canvas.theme
    let end = canvas.width - PaneBorder.air
    var column = PaneBorder.air
    column += canvas.draw(context.clock.seconds(event.time), theme.dim, x: column, y: 0) + 2
    var room = end - column
    if let change = event.event.lengthChange, room >= 16 {
      room -=
        canvas.draw(
          SafeText(change: Double(change)), theme.dim, x: column, y: 0, maxWidth: room, alignment: .right) + 2
    }
    canvas.draw(words(theme), x: column, y: 0, maxWidth: room)
  }

  private func words(_ theme: Theme) -> [Span] {
    let text = event.event.title
    let title = [Span](
      text, isSelected ? theme.strong : theme.plain, marking: words.ranges(in: text), with: theme.match)
    guard let kind = Self.name(of: event.event.kind), !namesItsKind else { return title }
    let label = Span(kind, event.event.kind == .newuser ? theme.alarm : theme.dim)
    return text.isEmpty ? [label] : [label, Span("  ")] + title
  }

  /// Whether the title says by its namespace what a label would say once more: `User talk:Maria`. In other languages it
  /// does not, and the label stands.
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

  /// What happened, where it was not simply the edit of an article.
  private static func name(of kind: WikiEvent.Kind) -> SafeText? {
    switch kind {
    case .unspecified: nil
    case .newuser: "new user"
    case .upload: "upload"
    case .special: "log entry"
    case .talk: "talk page"
    case .user: "user page"
    case .file: "file page"
    }
  }
}
