import PaneKit
import Screen
import Text

extension Command.Category {
  fileprivate static let edits = Command.Category("Wikipedia", order: 4)
}

extension KeyContext {
  static let wikipedia = KeyContext([.pane, .chart, .rows, .linked])
  /// The filter of the list takes text.
  static let wikipediaField = KeyContext([.pane, .chart, .rows, .linked, .field])
  /// An open edit, with or without a search.
  static let edit = KeyContext([.content, .text, .searched, .linked])
  /// The search in an open edit takes text.
  static let editField = KeyContext([.content, .text, .field])
}

extension PaneDescription {
  public static let wikipedia = PaneDescription(
    .wikipedia, "Wikipedia",
    contexts: [
      ContextDescription(.wikipedia, "in Wikipedia", subject: .edits), ContextDescription(.wikipediaField),
      ContextDescription(.edit, "in an open edit", subject: .edits), ContextDescription(.editField),
    ], specs: CommandSpec.wikipedia.all + CommandSpec.edit.all)
}

extension CommandSpec.Contexts {
  fileprivate static let wikipedia: Self = [.wikipedia]
  fileprivate static let edit: Self = [.edit]
}

extension CommandSpec {
  /// The commands of Wikipedia's pane.
  static let wikipedia = WikipediaSpecs()
  /// The commands of an open edit alone.
  static let edit = EditSpecs()
}

struct WikipediaSpecs: CommandSpecs {
  let open = CommandSpec("edit.open", details, name: "show the edit", in: .edits, keys: [.enter], at: .wikipedia)
  let newcomer = CommandSpec(
    "edit.newcomer", details, name: "the new user's edits", in: .edits, keys: [.enter], at: .wikipedia)
  let contributions = CommandSpec(
    "edit.contributions", details, name: "the user's edits", in: .edits, keys: ["U"], at: [.wikipedia, .edit],
    opensField: true)
  let unread = CommandSpec(
    "edit.unread", marking, name: "mark the edit as unread", in: .edits, keys: ["u"], at: [.wikipedia, .edit])
  let pick = CommandSpec(
    "edit.mark", picking, name: "mark for several at once", in: .edits, keys: [","], at: .wikipedia)
  let clearPicks = CommandSpec(
    "edit.clear-marks", picking, name: "clear the marks", in: .edits, keys: [.escape, .backspace], at: .wikipedia)
  let watchPage = CommandSpec(
    "watch.page", marking, name: "watch the page, or no longer", in: .edits, keys: ["v"],
    at: [.wikipedia, .edit, .overlay])
  let watchUser = CommandSpec(
    "watch.user", marking, name: "watch the user, or no longer", in: .edits, keys: ["V"],
    at: [.wikipedia, .edit, .overlay])
  /// Listed in the palette; in the help it shares a line with those above.
  let watched = CommandSpec("watch.list", marking, name: "what is watched", in: .edits, keys: [], at: .wikipedia)
  let history = CommandSpec(
    "edit.history", browsing, name: "the page's history in the browser", in: .edits, keys: ["c"],
    at: [.wikipedia, .edit])
  let talk = CommandSpec(
    "edit.talk", browsing, name: "the user's talk page in the browser", in: .edits, keys: ["C"],
    at: [.wikipedia, .edit])
  let undo = CommandSpec(
    "edit.undo", browsing, name: "undo the edit in the browser", in: .edits, keys: ["x"], at: [.wikipedia, .edit])
  let ignore = CommandSpec(
    "edit.ignore", ignoring, name: "ignore the page or the user", in: .edits, keys: ["I"], at: [.wikipedia, .edit],
    opensField: true)
  /// Listed in the palette; in the help it shares a line with the one above.
  let ignored = CommandSpec("ignore.list", ignoring, name: "what is ignored", in: .edits, keys: [], at: .wikipedia)
  let sort = CommandSpec(
    "events.sort", "sort the events", in: .edits, keys: ["s"], at: .wikipedia, opensField: true)
  let chooseWikis = CommandSpec(
    "wikis.choose", "choose the wikis", in: .edits, keys: ["w"], at: .wikipedia, opensField: true)
  let chooseEdits = CommandSpec(
    "edits.choose", "choose which edits are shown", in: .edits, keys: ["e"], at: .wikipedia, opensField: true)
  let apart = CommandSpec(
    "chart.apart", "a line per kind of editor, or one for all", in: .edits, keys: ["b"], at: .wikipedia)
  let largerList = CommandSpec(
    "list.larger", division, name: "larger list", in: .edits, keys: [.controlUp], at: .wikipedia)
  let largerChart = CommandSpec(
    "chart.larger", division, name: "larger chart", in: .edits, keys: [.controlDown], at: .wikipedia)
  let hotPages = CommandSpec(
    "pages.hot", "pages with the most editors now", in: .edits, keys: ["H"], at: .wikipedia, opensField: true)
  let filter = CommandSpec.beginning("events.filter", "filter", at: .wikipedia)
  let clearFilter = CommandSpec.clearing("events.clear-filter", "clear filter", at: .wikipedia)
  let newest = CommandSpec(
    "list.newest", "newest event", in: .charts, keys: [.escape, .backspace], at: [.wikipedia, .wikipediaField])

  private static let division: SafeText = "larger list, larger chart"
  private static let details: SafeText = "what the edit changed, its user's edits"
  private static let browsing: SafeText = "browser: history, talk page, undo"
  private static let ignoring: SafeText = "ignore the page or the user"
  private static let picking: SafeText = "mark for several at once, clear"
  private static let marking: SafeText = "mark as unread; watch the page, the user"

  var all: [CommandSpec] {
    [
      open, newcomer, contributions, unread, pick, clearPicks, watchPage, watchUser, watched, ignore, ignored, sort,
      chooseWikis, chooseEdits, apart, history, talk, undo, largerList, largerChart, hotPages, filter, clearFilter,
      newest,
    ]
  }
}

struct EditSpecs: CommandSpecs {
  let next = CommandSpec("edit.next", "next, previous edit", name: "next edit", in: .edits, keys: ["J"], at: .edit)
  let previous = CommandSpec(
    "edit.previous", "next, previous edit", name: "previous edit", in: .edits, keys: ["K"], at: .edit)
  let refresh = CommandSpec("edit.refresh", "load the edit again", in: .edits, keys: ["r"], at: .edit)
  let close = CommandSpec(
    "edit.close", "back to the list", in: .edits, keys: [.escape, "q", .backspace], at: .edit)

  var all: [CommandSpec] {
    [next, previous, refresh, close]
  }
}
