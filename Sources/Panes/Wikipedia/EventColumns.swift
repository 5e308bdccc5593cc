/// The columns of the list of events beside time and title: all rows have one or none has it. A feed that tells nothing but
/// titles has none.
struct EventColumns: Equatable {
  /// Columns between two columns.
  static let gap = 2

  /// Where there is no such column, the bytes stand at the end of each row, as wide as they are.
  private(set) var bytes = 0
  private(set) var marks = 0
  private(set) var user = 0
  private(set) var comment = 0

  init() {}

  /// - Parameters:
  ///   - width: of the rows, without the air at both sides.
  ///   - hasEdits: the feed tells who made an edit and why.
  init(width: Int, hasEdits: Bool) {
    guard hasEdits, width >= 52 else { return }
    bytes = 7
    marks = 3
    // What is left for title, user and comment behind the time.
    let room = width - 8 - Self.gap - bytes - marks - 2 * Self.gap
    guard width >= 66 else { return }
    user = min(20, room / 3)
    guard width >= 96 else { return }
    comment = (room - user - Self.gap) * 9 / 20
  }
}
