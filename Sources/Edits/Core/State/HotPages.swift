import Foundation
import Text

/// A page that several people edit.
public struct HotPage: Sendable, Hashable, Identifiable {
  public struct ID: Sendable, Hashable {
    /// The name of the wiki's database; `nil` where the feed does not report it.
    public var wiki: String?
    public var title: SafeText
  }

  public var id: ID
  /// The number of its different editors in the last ten minutes, at most ``HotPages/editorLimit``.
  public var recentEditors: Int
  /// The number of its different editors in the last hour, at most ``HotPages/editorLimit``.
  public var editors: Int
  /// Its latest edit.
  public var latest: RecentEvent
}

/// Counts the different editors of pages in the last ten minutes and in the last hour. Bots do not count.
///
/// Its memory is bounded, however many pages are edited. Of each page it keeps its latest editors, and when each made the
/// latest edit, which gives both counts. When there are too many pages, those with the fewest editors are dropped, of these the
/// ones edited longest ago. A page that returns counts from nothing; so a count may be too small, never too large
/// (docs/decisions/edit-counts.md).
public struct HotPages: Sendable {
  /// The pages that stay when there are too many; there are at most twice as many.
  static let pageLimit = 2_048
  /// The editors kept of a page: the latest ones.
  public static let editorLimit = 64
  /// Seconds.
  static let recentSpan: TimeInterval = 600
  static let span: TimeInterval = 3_600
  /// The fewest editors in an hour that make a page hot.
  private static let leastEditors = 2
  /// The pages that are listed.
  static let listLimit = 50

  private struct Editor: Sendable {
    /// The name's hash: names are long, and only compared.
    var name: Int
    /// Seconds since 1970.
    var latest: TimeInterval
  }

  private struct Page: Sendable {
    var editors: [Editor]
    var latest: RecentEvent

    func editorCount(since start: TimeInterval) -> Int { editors.count { $0.latest > start } }

    /// Counts an edit of the page.
    mutating func count(_ editor: Editor, of event: RecentEvent) {
      if event.time >= latest.time { latest = event }
      if let place = editors.firstIndex(where: { $0.name == editor.name }) {
        editors[place].latest = max(editors[place].latest, editor.latest)
      } else if editors.count < HotPages.editorLimit {
        editors.append(editor)
      } else if let oldest = editors.indices.min(by: { editors[$0].latest < editors[$1].latest }),
        editors[oldest].latest < editor.latest
      {
        editors[oldest] = editor
      }
    }
  }

  private var pages: [HotPage.ID: Page] = [:]
  /// The number of pages dropped although they had been edited within the hour.
  private(set) var dropCount = 0

  var pageCount: Int { pages.count }

  /// Counts an edit. Edits may come in any order of time.
  mutating func count(_ event: RecentEvent) {
    guard let edit = event.event.edit, edit.revision != nil, !edit.isBot, let user = edit.user else { return }
    let id = HotPage.ID(wiki: event.event.wiki, title: event.event.title)
    let editor = Editor(name: user.string.hashValue, latest: event.time.timeIntervalSince1970)
    if pages[id]?.count(editor, of: event) == nil {
      if pages.count >= 2 * Self.pageLimit { dropPages(at: event.time) }
      pages[id] = Page(editors: [editor], latest: event)
    }
  }

  private mutating func dropPages(at now: Date) {
    let start = now.timeIntervalSince1970 - Self.span
    let ranked = pages.map { id, page in
      (id: id, rank: (page.editorCount(since: start), page.latest.time))
    }
    .sorted { $0.rank > $1.rank }
    for (id, rank) in ranked.dropFirst(Self.pageLimit) {
      pages[id] = nil
      if rank.0 > 0 { dropCount += 1 }
    }
  }

  /// Returns the pages with the most editors: by those of the last ten minutes, then by those of the hour.
  func hottest(at now: Date) -> [HotPage] {
    let now = now.timeIntervalSince1970
    let hot = pages.compactMap { id, page -> HotPage? in
      let editors = page.editorCount(since: now - Self.span)
      guard editors >= Self.leastEditors else { return nil }
      return HotPage(
        id: id, recentEditors: page.editorCount(since: now - Self.recentSpan), editors: editors, latest: page.latest)
    }
    return Array(hot.sorted { $0.rank > $1.rank }.prefix(Self.listLimit))
  }
}

extension HotPage {
  /// The sort key; equal pages have an order, too, so that the list does not jump.
  fileprivate var rank: (Int, Int, Date, String) { (recentEditors, editors, latest.time, id.title.string) }
}
