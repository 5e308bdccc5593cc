import Foundation
import PaneKit
import Screen
import Signals
import Text

/// The pages with the most editors, as a list to choose from: editors in ten minutes, in an hour, the page, and of which wiki
/// where there are several.
///
///     12   17   2026 in film
///      3    9   Talk:Manhattan
struct HotPageList {
  let pages: Property<[HotPage]>
  /// Whether pages of several wikis may be listed.
  let hasWikis: Bool
  /// The edit to whose page a person comes back.
  let selected: RecentEvent?
  let show: @UI @Sendable (HotPage) -> Void
  let request: @UI @Sendable (ProgramRequest) -> Void

  var list: ChoiceList {
    let (pages, hasWikis, show, request) = (pages, hasWikis, show, request)
    let page: @UI @Sendable (Choice) -> HotPage? = { choice in
      pages.value.first { Self.id($0.id.wiki, $0.id.title) == choice.id }
    }
    var list = ChoiceList(
      "Editors in 10 min, in 1 h", pages.map { $0.map { Self.choice($0, hasWikis: hasWikis) } }, verb: "show",
      whenEmpty: "No page had two editors in the last hour", openedBy: .wikipedia.hotPages
    ) { choice in page(choice).map(show) }
    list.copy = { choice in
      if let link = page(choice)?.latest.event.link { request(.copy(SafeText(oneLine: link.absoluteString))) }
    }
    list.selected = selected.map { Self.id($0.event.wiki, $0.event.title) }
    list.open = { choice in if let link = page(choice)?.latest.event.link { request(.open(link)) } }
    return list
  }

  private static func id(_ wiki: String?, _ title: SafeText) -> String { "\(wiki ?? "") \(title.string)" }

  private static func choice(_ page: HotPage, hasWikis: Bool) -> Choice {
    var choice = Choice(
      id: id(page.id.wiki, page.id.title), title: page.id.title,
      detail: hasWikis ? page.id.wiki.map { SafeText(oneLine: $0) } ?? "" : "")
    choice.facts = [count(page.recentEditors), count(page.editors)]
    return choice
  }

  /// `64+` where more are not counted.
  private static func count(_ editors: Int) -> SafeText {
    editors < HotPages.editorLimit ? "\(editors)" : "\(HotPages.editorLimit)+"
  }
}
