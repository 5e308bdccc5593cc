import PaneKit
import Screen
import Text

extension Command.Category {
  fileprivate static let questions = Command.Category("Stack Overflow", order: 2)
}

extension KeyContext {
  static let list = KeyContext([.pane, .rows, .linked])
  /// The list's filter takes text.
  static let listField = KeyContext([.pane, .rows, .linked, .field])
  /// An open question without a search.
  static let text = KeyContext([.pane, .text, .linked])
  /// An open question with a search.
  static let searchedText = KeyContext([.pane, .text, .searched, .linked])
  /// The search takes text.
  static let textField = KeyContext([.pane, .text, .linked, .field])
}

extension PaneDescription {
  public static let stackOverflow = PaneDescription(
    .stackOverflow, "Stack Overflow",
    contexts: [
      ContextDescription(.list, "in the list of questions", subject: .questions), ContextDescription(.listField),
      ContextDescription(.text, "in an open question", subject: .questions),
      ContextDescription(.searchedText, "in an open question", subject: .questions), ContextDescription(.textField),
    ], specs: CommandSpec.questions.all + CommandSpec.tabs.all)
}

extension CommandSpec.Contexts {
  fileprivate static let list: Self = [.list]
  fileprivate static let text: Self = [.text]
  fileprivate static let question: Self = [.text, .searchedText]
  fileprivate static let selected: Self = [.list, .text, .searchedText]
}

extension CommandSpec {
  /// The commands of lists of questions, and of an open question.
  static let questions = QuestionSpecs()
  /// The commands of Stack Overflow's tabs.
  static let tabs = TabSpecs()
}

struct QuestionSpecs: CommandSpecs {
  let open = CommandSpec("question.open", "open the question", in: .questions, keys: [.enter], at: .list)
  let close = CommandSpec(
    "question.close", "back to the list", in: .reading, keys: [.escape, "q", .backspace], at: .question)
  let nextAnswer = CommandSpec(
    "question.next-answer", "next, previous answer or match", name: "next answer", in: .reading, keys: ["n"], at: .text)
  let previousAnswer = CommandSpec(
    "question.previous-answer", "next, previous answer or match", name: "previous answer", in: .reading, keys: ["N"],
    at: .text)
  let next = CommandSpec(
    "question.next", "next, previous question", name: "next question", in: .reading, keys: ["J"], at: .question)
  let previous = CommandSpec(
    "question.previous", "next, previous question", name: "previous question", in: .reading, keys: ["K"], at: .question)
  let comments = CommandSpec(
    "question.comments", "show, hide the comments", name: "comments", in: .reading, keys: ["c"], at: .question)
  let parts = CommandSpec(
    "question.parts", "links and code of the question", in: .reading, keys: ["L"], at: .question,
    opensField: true)
  let unread = CommandSpec(
    "question.unread", "mark as unread, keep (also offline)", name: "mark as unread", in: .questions, keys: ["u"],
    at: .selected)
  let keep = CommandSpec(
    "question.keep", "mark as unread, keep (also offline)", name: "keep the question, or stop keeping it",
    in: .questions,
    keys: ["*"], at: .selected)
  let pick = CommandSpec(
    "question.mark", picking, name: "mark for several at once", in: .questions, keys: [","], at: .list)
  let clearPicks = CommandSpec(
    "question.clear-marks", picking, name: "clear the marks", in: .questions, keys: [.escape, .backspace], at: .list)
  let nextUnread = CommandSpec(
    "question.next-unread", "next, previous unread; all read", name: "next unread question", in: .questions,
    keys: ["]"],
    at: .list)
  let previousUnread = CommandSpec(
    "question.previous-unread", "next, previous unread; all read", name: "previous unread question", in: .questions,
    keys: ["["], at: .list)
  let allRead = CommandSpec(
    "list.all-read", "next, previous unread; all read", name: "mark all as read, or as before", in: .questions,
    keys: ["A"], at: .list)
  let codeLeft = CommandSpec(
    "code.left", "scroll code sideways", name: "code to the left", in: .reading, keys: [.left], at: .question)
  let codeRight = CommandSpec(
    "code.right", "scroll code sideways", name: "code to the right", in: .reading, keys: [.right], at: .question)
  let dense = CommandSpec(
    "list.dense", "one line per question, or all its lines", in: .questions, keys: ["d"], at: .list)
  let below = CommandSpec(
    "question.below", "the question below its list, and back", in: .questions, keys: ["B"], at: .selected)
  let filter = CommandSpec.beginning("filter.edit", "filter", at: .list)
  let clearFilter = CommandSpec.clearing("filter.clear", "clear filter", at: .list)

  private static let picking: SafeText = "mark for several at once, clear"

  var all: [CommandSpec] {
    [
      open, close, nextAnswer, previousAnswer, next, previous, comments, parts, unread, keep, pick,
      clearPicks, nextUnread, previousUnread, allRead, codeLeft, codeRight,
      dense, below, filter, clearFilter,
    ]
  }
}

struct TabSpecs: CommandSpecs {
  let previous = CommandSpec(
    "tab.previous", steps, name: "previous tab", in: .questions, keys: [.left, "h"], at: .list)
  let next = CommandSpec("tab.next", steps, name: "next tab", in: .questions, keys: [.right, "l"], at: .list)
  // In a question the arrows scroll code, even if none is wide: a key that scrolls in one text must not leave the next one.
  let previousOfQuestion = CommandSpec(
    "question.previous-tab", steps, name: "previous tab", in: .questions, keys: ["h"], at: .question)
  let nextOfQuestion = CommandSpec(
    "question.next-tab", steps, name: "next tab", in: .questions, keys: ["l"], at: .question)
  let sort = CommandSpec(
    "tab.sort", "choose the order of the list", name: "sort the list", in: .questions, keys: ["s"], at: .list,
    opensField: true)
  let new = CommandSpec(
    "tab.new", opening, name: "open a tab", in: .questions, keys: ["t"], at: .list, opensField: true)
  let close = CommandSpec("tab.close", opening, name: "close the tab", in: .questions, keys: ["x"], at: .list)
  let reopen = CommandSpec(
    "tab.reopen", opening, name: "reopen the last closed tab", in: .questions, keys: ["X"], at: .list)
  let kept = CommandSpec("tab.kept", opening, name: "open the kept questions", in: .questions, keys: [], at: .list)
  let unread = CommandSpec(
    "tab.unread", opening, name: "open what is unread in all tabs", in: .questions, keys: [], at: .list)
  let moveLeft = CommandSpec(
    "tab.move-left", "move the tab", name: "move the tab to the left", in: .questions, keys: ["<"], at: .list)
  let moveRight = CommandSpec(
    "tab.move-right", "move the tab", name: "move the tab to the right", in: .questions, keys: [">"], at: .list)
  let search = CommandSpec(
    "tab.search", "search the whole site", in: .questions, keys: ["S"], at: .list, opensField: true)
  /// Those of the first tabs, each with its digit.
  let show = (1...9).map { number in
    CommandSpec(
      Command.ID("tab.show-\(number)"), "show that tab", name: "show tab \(number)", in: .questions,
      keys: [.character(Character("\(number)"))], at: .selected)
  }

  private static let steps: SafeText = "previous, next tab"
  private static let opening: SafeText = "open, close, reopen a tab"

  var all: [CommandSpec] {
    [
      previous, next, previousOfQuestion, nextOfQuestion, sort, new, close, reopen, kept, unread, moveLeft, moveRight,
      search,
    ] + show
  }
}
