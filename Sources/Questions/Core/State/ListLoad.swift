import Foundation
import Model
import PaneKit
import Text

/// The loads of a list as one: that of its site, or those of the sites that it joins, each with its own pages and its own
/// failure. A pure value.
///
/// - The list joins the sites that have rows of the source that answered last, in the same order (``JoinedQuestions``).
/// - A site that was answered and has further pages ends the list, so that no row is put above one that is shown. One that has
///   not answered yet, or whose request failed, ends nothing: the others go on without it, and its rows are put in their places
///   when it answers, as those of a refresh are.
struct ListLoad: Sendable {
  private let feed: QuestionFeed
  private(set) var parts: [QuestionLoad.State]
  /// The rows of the list; `nil` if there are none.
  private(set) var value: QuestionRows?
  /// When the oldest of the rows were loaded.
  private(set) var loadedAt: Date?
  /// The indices of the sites whose next pages follow the list's last row.
  private(set) var exhausted: [Int] = []
  /// The sites of the rows.
  private(set) var sites: Set<String> = []
  /// Whether the rows came from an automatic refresh.
  private(set) var isAutomatic = false

  init(_ feed: QuestionFeed) {
    self.feed = feed
    parts = feed.sites.map { _ in QuestionLoad.State(.once(.first)) }
  }

  mutating func reduce(_ state: QuestionLoad.State, of part: Int) {
    guard parts.indices.contains(part) else { return }
    let former = parts[part]
    parts[part] = state
    if parts.count > 1, former.asking == .next, state.asking == nil {
      // A person's, even if it failed: then the rows of the others no longer wait for it.
      isAutomatic = false
    } else if parts.count == 1 || former.isRefreshing && !state.isRefreshing || state.loadedAt != former.loadedAt {
      isAutomatic = state.isAutomatic
    }
    join()
  }

  func loadedAt(of part: Int) -> Date? { parts[part].loadedAt }

  /// Whether a site has no rows, yet.
  var lacksRows: Bool { parts.contains { $0.value == nil } }

  /// Whether there are no rows, and none of the requests for the first ones has failed without another.
  var isAwaited: Bool { value == nil && (troubles.isEmpty || progress == .loading) }

  var isLoadingMore: Bool { parts.contains { $0.asking == .next } }

  /// Whether the latest failure of a site is repeated only if a person asks.
  var needsPerson: Bool { parts.contains(where: \.needsPerson) }

  /// The state to show.
  var progress: LoadState {
    if parts.contains(where: \.isRefreshing) { return value == nil ? .loading : .reloading }
    return loadedAt.map { .loaded(at: $0) } ?? .idle
  }

  /// Whether a request for a next page failed.
  var hasExtraTrouble: Bool { parts.contains { $0.extraTrouble != nil } }

  /// The failures, in the order of the sites. Sites with the same failure have one.
  var troubles: [ServiceFailure] {
    let troubled = zip(feed.sites, parts).compactMap { site, part in
      (part.trouble ?? part.extraTrouble).map { (site: SafeText(oneLine: site), trouble: $0) }
    }
    let errors = troubled.map(\.trouble.error).uniqued { $0 }
    return errors.compactMap { error in
      let same = troubled.filter { $0.trouble.error == error }
      guard var trouble = same.first?.trouble else { return nil }
      trouble.since = same.map(\.trouble.since).min() ?? trouble.since
      trouble.failedAt = same.map(\.trouble.failedAt).max() ?? trouble.failedAt
      trouble.retry = same.compactMap(\.trouble.retry).min()
      // What all sites have in common needs no name.
      if same.count < parts.count { trouble.sites = same.map(\.site) }
      return trouble
    }
  }

  private mutating func join() {
    let answered = parts.filter { $0.isAnswered && $0.value != nil }
    let newest = answered.max { ($0.loadedAt ?? .distantPast) < ($1.loadedAt ?? .distantPast) }
    guard let model = newest?.value ?? parts.lazy.compactMap(\.value).first else {
      (value, loadedAt, exhausted, sites) = (nil, nil, [], [])
      return
    }
    let shown = parts.enumerated().filter { _, part in
      part.value.map { $0.provenance == model.provenance && $0.feed.order == model.feed.order } ?? false
    }
    loadedAt = shown.compactMap { $1.loadedAt }.min()
    let rows = shown.compactMap { $1.value }
    sites = Set(rows.map(\.feed.site))
    guard parts.count > 1 else {
      (value, exhausted) = (rows.first, [0])
      return
    }
    let joined = JoinedQuestions(
      zip(shown, rows).map { JoinedQuestions.Part($1.questions, endsJoinedList: $0.element.endsJoinedList) },
      by: model.feed.knownOrder)
    value = QuestionRows(joining: rows, at: joined.places, of: feed)
    exhausted = joined.exhausted.map { shown[$0].offset }
  }
}

extension QuestionLoad.State {
  /// Whether rows that come after its own have to wait for its next page.
  fileprivate var endsJoinedList: Bool {
    isAnswered && value?.hasMore == true && trouble == nil && extraTrouble == nil
  }

  /// Returns whether the next page may be requested: there is one after an answer, no request is in progress, and its last
  /// failure allows it. A failure in the future is from before the clock was set back.
  func canAskForMore(at now: Date) -> Bool {
    guard let value, value.hasMore, isAnswered, asking == nil else { return false }
    guard let extraTrouble, let retry = extraTrouble.retry else { return true }
    return retry <= now || now < extraTrouble.since
  }
}
