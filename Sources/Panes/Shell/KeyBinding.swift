import Screen
import Text
import ViewModels

/// One line of the key table: some keys, where they hold, what they do, and how that is told.
struct KeyBinding: Sendable {
  /// A key and what it means.
  struct Stroke: Sendable, Hashable {
    var key: KeyEvent
    var command: Command
  }

  /// The chapters of the help, in its order.
  enum Group: Sendable, CaseIterable {
    case lists, questions, filter, charts, everywhere

    var title: SafeText {
      switch self {
      case .lists: "Lists and texts"
      case .questions: "Stack Overflow"
      case .filter: "While filtering (letters are text)"
      case .charts: "Charts"
      case .everywhere: "Everywhere"
      }
    }
  }

  var group: Group
  var contexts: Set<InputContext>
  var strokes: [Stroke]
  /// The keys as they are written, `⏎`; with ASCII only `Enter`.
  var keys: Label
  /// What they do, in the help.
  var help: SafeText
  /// What they do, in the footer; `nil` where the footer does not show them.
  var hint: Hint?

  /// How keys are written.
  struct Label: Sendable, Hashable, ExpressibleByStringLiteral {
    var unicode: SafeText
    var ascii: SafeText

    init(_ unicode: SafeText, ascii: SafeText) {
      self.unicode = unicode
      self.ascii = ascii
    }

    init(stringLiteral value: String) {
      let text = SafeText(stringLiteral: value)
      self.init(text, ascii: text)
    }

    func text(_ theme: Theme) -> SafeText { theme.isASCII ? ascii : unicode }
  }

  /// How the footer tells what keys do, and when.
  struct Hint: Sendable, Hashable {
    var label: SafeText
    /// Where not all hints fit, those with the highest rank go first.
    var rank: Int
    /// When the keys do something.
    var condition: Condition
  }

  /// What must be so for a key to do something, where that is not always the case.
  enum Condition: Sendable, Hashable, CaseIterable {
    case always
    /// There are rows to move among, or lines to scroll.
    case canMove
    /// A row is selected.
    case hasSelection
    /// What is open or selected has a page on the web.
    case hasLink
    case isFiltered
    case hasNextAnswer
    /// The chart does not follow the present.
    case isNotFollowing
    /// The chart has something to show.
    case hasChart
    /// A sample of the chart is marked.
    case hasMark
    /// There is room for all panes.
    case canTile
  }
}
