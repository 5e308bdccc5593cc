import Foundation
import Model
import PaneKit
import Signals

/// What tabs have loaded, of which a tab with ``QuestionFeed/Selection/loaded`` makes its list. A pure value.
struct LoadedList: Sendable {
  /// Rows of a tab, or of a site of it, and when they were loaded.
  struct Part: Sendable {
    var rows: QuestionRows
    var date: Date
  }

  /// Of the same source, what was loaded last first.
  private let parts: [Part]
  private let provenance: Provenance
  private let marks: QuestionMarks

  /// - Parameter parts: Those of other sources are left out.
  init(_ parts: [Part], from provenance: Provenance, marks: QuestionMarks) {
    self.parts = parts.filter { $0.rows.provenance == provenance }.sorted { $0.date > $1.date }
    (self.provenance, self.marks) = (provenance, marks)
  }

  /// When the oldest of the rows were loaded; `nil` if there are none.
  var date: Date? { parts.last?.date }

  /// Returns the questions that meet the condition of `feed`, in its order. Of a question that several tabs have, it is the
  /// version that was loaded last.
  ///
  /// - Parameters:
  ///   - held: Questions that stay although the condition no longer holds, because a person reads them.
  ///   - spared: Collects the held questions for which the condition does not hold.
  func rows(of feed: QuestionFeed, holding held: Set<QuestionKey>, spared: inout Set<QuestionKey>) -> QuestionRows {
    // A condition that a later version has stored may not be understood. It holds for nothing.
    let condition = feed.when.flatMap { try? QuestionCondition($0, isOfTab: true) }
    let order = feed.knownOrder
    var known: Set<QuestionIdentity> = []
    var found: [(place: JoinedQuestions.Place, value: Double, id: Question.ID)] = []
    for (part, loaded) in parts.enumerated() {
      for (row, question) in loaded.rows.questions.enumerated() where known.insert(question.identity).inserted {
        let key = QuestionKey(provenance, question.identity)
        let holds = condition?.holds(for: question, isRead: marks.read[key] != nil) ?? false
        guard holds || held.contains(key) else { continue }
        if !holds { spared.insert(key) }
        let place = JoinedQuestions.Place(part: part, row: row)
        found.append((place, order.value(of: question, rank: 0) ?? -.infinity, question.id))
      }
    }
    // Of equal ones the newer comes first.
    found.sort { ($1.value, $1.id) < ($0.value, $0.id) }
    return QuestionRows(choosing: found.map(\.place), of: parts.map(\.rows), from: provenance, in: feed)
  }
}

extension TabContext {
  /// Reads from the cache what tabs have loaded that were not selected yet.
  func cachedLists(of effects: Signal<StackOverflowModel.Effect, Never>) -> Signal<StackOverflowModel.Step, Never> {
    effects.compactMap { if case .readCache(let feed, let tab) = $0 { (feed, tab) } else { nil } }
      .flatMap(.merge) { feed, tab -> SignalProducer<StackOverflowModel.Step, Never> in
        guard let cache, let server = status.provenance.value.server else { return .empty }
        return cache.questions(of: feed, from: server).skipNil().observe(on: scheduler)
          .map { .cached(LoadedList.Part(rows: QuestionRows($0, of: feed), date: $0.fetched), in: tab) }
      }
  }
}
