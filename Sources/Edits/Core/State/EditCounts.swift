/// The number of edits by each kind of editor, and how many of them revert others.
struct EditCounts: Sendable, Hashable {
  /// The counts in the order of ``WikiEditor/allCases``, with unknown editors last, and then the reverts.
  private var counts = SIMD8<Int32>()

  init() {}

  /// Creates the counts of a single edit.
  ///
  /// - Parameters:
  ///   - editor: `nil` if the feed does not report it.
  ///   - isRevert: Whether the edit reverts others.
  init(by editor: WikiEditor?, isRevert: Bool = false) {
    counts[Self.place(of: editor)] = 1
    if isRevert { reverts = 1 }
  }

  /// The number of edits that revert others; each is also counted by its editor.
  var reverts: Int {
    get { Int(counts[4]) }
    set { counts[4] = Int32(clamping: newValue) }
  }

  private static func place(of editor: WikiEditor?) -> Int {
    switch editor {
    case .people: 0
    case .anonymous: 1
    case .bots: 2
    case nil: 3
    }
  }

  subscript(editor: WikiEditor?) -> Int {
    get { Int(counts[Self.place(of: editor)]) }
    set { counts[Self.place(of: editor)] = Int32(clamping: newValue) }
  }

  var total: Int { (0..<4).reduce(0) { $0 + Int(counts[$1]) } }
  var isEmpty: Bool { counts == SIMD8<Int32>() }

  /// Returns the number of edits by the given kinds of editors and by unknown ones.
  func total(of editors: Set<WikiEditor>) -> Int { editors.reduce(self[nil]) { $0 + self[$1] } }

  static func += (a: inout EditCounts, b: EditCounts) {
    // A window would have to hold two billion edits to wrap around.
    a.counts &+= b.counts
  }
}

/// The edits of one or more windows, placed at their end; a gap if `counts` is `nil`.
struct RatePoint: Sendable, Hashable {
  /// Seconds since 1970.
  var time: Double
  var counts: EditCounts?
  /// The number of windows.
  var windows = 1
  /// Whether the number of reverts is known, if the feed reports any.
  var hasReverts = false

  /// All edits per second.
  var value: Double? { rate { $0.total } }

  /// The reverts per second, if they are known.
  var reverts: Double? { hasReverts ? rate(\.reverts) : nil }

  /// Returns the edits per second of a part of the counts.
  func rate(_ part: (EditCounts) -> Int) -> Double? {
    counts.map { Double(part($0)) / (EditRate.window * Double(windows)) }
  }
}

extension EditCounts {
  /// All edits per second of one window.
  var rate: Double { Double(total) / EditRate.window }

  /// Returns the edits per second by the given kinds of editors and by unknown ones, in one window.
  func rate(of editors: Set<WikiEditor>) -> Double { Double(total(of: editors)) / EditRate.window }
}
