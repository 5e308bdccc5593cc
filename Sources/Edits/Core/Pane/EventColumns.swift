import Screen
import Text

/// The columns in the list of events apart from time and title. They are the same for all rows. A feed that only reports
/// titles has none.
struct EventColumns: Equatable {
  /// The number of blank columns between two columns.
  static let gap = 2

  /// The width of the wiki's name; 0 if only one wiki is shown.
  private(set) var wiki = 0
  /// If there is no column for bytes, each row ends with its number, at its own width.
  private(set) var bytes = 0
  private(set) var marks = 0
  /// Whether the marks include those of newcomers and of reverted edits.
  private(set) var hasFacts = false
  /// The width of the risk; 0 if the feed predicts none.
  private(set) var risk = 0
  private(set) var user = 0
  private(set) var comment = 0

  /// Most database names are not longer than this.
  private static let wikiWidth = 12

  /// `0.93!`
  private static let riskWidth = 5

  init() {}

  /// - Parameters:
  ///   - width: the width of the rows, without the margins at both sides.
  ///   - hasEdits: whether the feed reports who made an edit and why.
  ///   - hasRisks: whether the feed predicts reverts.
  ///   - hasFacts: whether the feed reports who is new and what was reverted.
  ///   - wikis: the wikis whose events are shown.
  init(width: Int, hasEdits: Bool, hasRisks: Bool = false, hasFacts: Bool = false, wikis: WikiSelection = .english) {
    guard hasEdits else { return }
    if wikis.isSeveral, width >= 40 {
      let longest = wikis.names.map { DisplayWidth.of(SafeText(oneLine: $0)) }.max()
      wiki = min(Self.wikiWidth, longest ?? Self.wikiWidth)
    }
    guard width >= 52 else { return }
    bytes = 7
    self.hasFacts = hasFacts
    marks = hasFacts ? 5 : 3
    // The width left for title, user, and comment after the time.
    var room = width - 8 - Self.gap - bytes - marks - 2 * Self.gap - (wiki > 0 ? wiki + Self.gap : 0)
    if hasRisks, room >= Self.riskWidth + Self.gap + 20 {
      risk = Self.riskWidth
      room -= risk + Self.gap
    }
    guard room >= 42 else { return }
    user = min(20, room / 3)
    guard room >= 72 else { return }
    comment = (room - user - Self.gap) * 9 / 20
  }
}
