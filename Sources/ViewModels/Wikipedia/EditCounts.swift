import Charting
import Model

/// How many edits there were, by who made them.
struct EditCounts: Sendable, Hashable {
  /// By the editors' places in ``WikiEditor/allCases``; those of whom it is not told at the end.
  private var counts = SIMD4<Int32>()

  init() {}

  /// One edit.
  ///
  /// - Parameter editor: `nil` where the feed does not tell.
  init(by editor: WikiEditor?) { counts[Self.place(of: editor)] = 1 }

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
  var isEmpty: Bool { counts == SIMD4<Int32>() }

  /// The edits of some editors, and those of whom it is not told.
  func total(of editors: Set<WikiEditor>) -> Int { editors.reduce(self[nil]) { $0 + self[$1] } }

  static func += (a: inout EditCounts, b: EditCounts) {
    // A window would have to hold two billion edits to wrap around.
    a.counts &+= b.counts
  }
}

/// The edits of a window, or of several, told at the end; a gap where there are none to tell of.
struct RatePoint: Sendable, Hashable {
  /// Seconds since 1970.
  var time: Double
  var counts: EditCounts?
  /// How many windows these are.
  var windows = 1

  /// All edits a second.
  var value: Double? { rate { $0.total } }

  /// Edits a second of a part of them.
  func rate(_ part: (EditCounts) -> Int) -> Double? {
    counts.map { Double(part($0)) / (EditRate.window * Double(windows)) }
  }
}

extension EditCounts {
  /// Edits a second.
  var rate: Double { Double(total) / EditRate.window }

  /// Edits a second by some editors, and by those of whom it is not told.
  func rate(of editors: Set<WikiEditor>) -> Double { Double(total(of: editors)) / EditRate.window }
}
