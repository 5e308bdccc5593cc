import Model
import Screen
import Text

/// The columns of the list of events beside time and title: all rows have one or none has it. A feed that tells nothing but
/// titles has none.
struct EventColumns: Equatable {
  /// The number of blank columns between two columns.
  static let gap = 2

  /// The wiki, where there are several.
  private(set) var wiki = 0
  /// Where there is no such column, the bytes stand at the end of each row, as wide as they are.
  private(set) var bytes = 0
  private(set) var marks = 0
  private(set) var user = 0
  private(set) var comment = 0

  /// Most names of databases are no longer.
  private static let wikiWidth = 12

  init() {}

  /// - Parameters:
  ///   - width: of the rows, without the air at both sides.
  ///   - hasEdits: the feed tells who made an edit and why.
  ///   - wikis: those whose events are shown.
  init(width: Int, hasEdits: Bool, wikis: WikiSelection = .english) {
    guard hasEdits else { return }
    if wikis.isSeveral, width >= 40 {
      let longest = wikis.names.map { DisplayWidth.of(SafeText(oneLine: $0)) }.max()
      wiki = min(Self.wikiWidth, longest ?? Self.wikiWidth)
    }
    guard width >= 52 else { return }
    bytes = 7
    marks = 3
    // What is left for title, user and comment behind the time.
    let room = width - 8 - Self.gap - bytes - marks - 2 * Self.gap - (wiki > 0 ? wiki + Self.gap : 0)
    guard room >= 42 else { return }
    user = min(20, room / 3)
    guard room >= 72 else { return }
    comment = (room - user - Self.gap) * 9 / 20
  }
}
