import Screen
import Text

/// The title of the terminal's window: `reactui · 3 unread · ! Office above 26`.
enum WindowTitle {
  /// The most columns, of which a bar of windows shows fewer.
  static let width = 60

  /// - Parameter alarms: The newest alarm of each pane, in shorter and shorter forms. One that does not fit is left out.
  static func text(unread: Int, alarms: [[SafeText]]) -> SafeText {
    let start = Header.name + (unread > 0 ? " · \(unread) unread" : "")
    return alarms.reduce(start) { title, forms in
      forms.lazy.map { "\(title) · \($0)" as SafeText }.first { DisplayWidth.of($0) <= width } ?? title
    }
  }
}
