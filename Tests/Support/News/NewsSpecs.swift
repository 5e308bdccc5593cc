import Model
import PaneKit
import Screen
import Text

extension PaneID {
  public static let news: PaneID = "news"
}

extension KeyContext {
  static let news = KeyContext([.pane, .rows])
  /// The filter takes text.
  static let newsField = KeyContext([.pane, .rows, .field])
  /// An open item.
  static let newsItem = KeyContext([.content, .text])
}

extension PaneKit.Command.Category {
  fileprivate static let news = PaneKit.Command.Category("News", order: 4)
}

extension CommandSpec {
  /// The commands of the pane of the news.
  static let news = NewsSpecs()
}

struct NewsSpecs: CommandSpecs {
  let open = CommandSpec("news.open", "read the item", in: .news, keys: [.enter], at: [.news])
  let close = CommandSpec(
    "news.close", "back to the news", in: .news, keys: [.escape, "q", .backspace], at: [.newsItem])
  let sort = CommandSpec("news.sort", "sort the news", in: .news, keys: ["s"], at: [.news])
  let filter = CommandSpec.beginning("news.filter", "filter news", at: [.news])
  let clearFilter = CommandSpec.clearing("news.clear-filter", "clear filter", at: [.news])

  var all: [CommandSpec] { [open, close, sort, filter, clearFilter] }
}

extension PaneDescription {
  public static let news = PaneDescription(
    .news, "News",
    contexts: [
      ContextDescription(.news, "in the news", subject: .news), ContextDescription(.newsField),
      ContextDescription(.newsItem, "in an open news item", subject: .news),
    ], specs: CommandSpec.news.all)
}
