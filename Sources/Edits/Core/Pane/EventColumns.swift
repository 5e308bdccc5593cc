import Screen
import Text

/// The columns in the list of events apart from the title. They are the same for all rows. A feed that only reports titles
/// has none but the time's.
///
/// What has no room is left out in this order: comment, user, the seconds of the time, all marks but the two that matter most,
/// these, the bytes, the risk. If the list is ordered or filtered by risk or marks, these are left out last.
struct EventColumns: Equatable {
  /// What the feed reports, and what the list is ordered or filtered by.
  struct Content: Equatable {
    /// Whether the feed reports who made an edit and why.
    var hasEdits = true
    /// Whether it predicts reverts.
    var hasRisks = false
    /// Whether it reports who is new and what was reverted.
    var hasFacts = false
    /// Whether the list is ordered or filtered by the risk.
    var needsRisk = false
    /// Whether the list is ordered or filtered by what marks tell.
    var needsMarks = false
  }

  /// The number of blank columns between two columns.
  static let gap = 2

  private(set) var hasSeconds = true
  /// The width of the wiki's name; 0 if only one wiki is shown.
  private(set) var wiki = 0
  /// If there is no column for bytes, nor any other at the right, each row ends with its number, at its own width, if it has
  /// room for it.
  private(set) var bytes = 0
  private(set) var marks = 0
  /// Whether the marks include those of newcomers and of reverted edits.
  private(set) var hasFacts = false
  /// The width of the risk; 0 if the feed predicts none.
  private(set) var risk = 0
  private(set) var user = 0
  private(set) var comment = 0

  /// Whether there is a column at the right of the title.
  var hasFigures: Bool { bytes > 0 || risk > 0 }
  /// The width of the time.
  var time: Int { hasSeconds ? 8 : 5 }
  /// Whether there is only room for the marks that matter most.
  var areMarksFew: Bool { marks == Self.fewMarks }

  /// Most database names are not longer than this.
  private static let wikiWidth = 12
  /// `0.93!`
  private static let riskWidth = 5
  private static let fewMarks = 2
  private static let bytesWidth = 7
  /// The least columns of a title beside what the list is ordered by, beside bytes, a few marks, all of them, and seconds.
  private static let (shortTitle, leastTitle, plainTitle, markedTitle, ampleTitle) = (12, 14, 18, 20, 28)

  init() {}

  /// - Parameters:
  ///   - width: the width of the rows, without the margins at both sides.
  ///   - wikis: the wikis whose events are shown.
  init(width: Int, _ content: Content, wikis: WikiSelection = .english) {
    guard content.hasEdits else { return }
    hasSeconds = false
    // The columns that a title would have.
    var room = width - time - Self.gap
    func column(_ width: Int, leaving title: Int, if isWanted: Bool = true) -> Int {
      guard isWanted, room - width - Self.gap >= title else { return 0 }
      room -= width + Self.gap
      return width
    }
    let riskWidth = content.hasRisks ? Self.riskWidth : 0
    risk = column(riskWidth, leaving: Self.shortTitle, if: riskWidth > 0 && content.needsRisk)
    marks = column(Self.fewMarks, leaving: Self.shortTitle, if: content.needsMarks)
    if wikis.isSeveral, width >= 40 {
      let longest = wikis.names.map { DisplayWidth.of(SafeText(oneLine: $0)) }.max()
      wiki = column(min(Self.wikiWidth, longest ?? Self.wikiWidth), leaving: Self.shortTitle)
    }
    if risk == 0 { risk = column(riskWidth, leaving: Self.plainTitle, if: riskWidth > 0) }
    bytes = column(Self.bytesWidth, leaving: Self.leastTitle)
    if marks == 0 { marks = column(Self.fewMarks, leaving: Self.plainTitle) }
    hasFacts = content.hasFacts
    let allMarks = hasFacts ? 5 : 3
    if marks > 0, room - (allMarks - marks) >= Self.markedTitle {
      room -= allMarks - marks
      marks = allMarks
    }
    // `:20`
    if room - 3 >= Self.ampleTitle {
      room -= 3
      hasSeconds = true
    }
    guard room >= 42 else { return }
    user = min(20, room / 3)
    guard room >= 72 else { return }
    comment = (room - user - Self.gap) * 9 / 20
  }
}
