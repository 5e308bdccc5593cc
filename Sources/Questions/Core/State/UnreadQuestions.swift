import PaneKit
import Text

/// The listed questions of all tabs that have been selected, among which the next unread one is found.
struct UnreadQuestions: Sendable {
  /// The rows of a tab's list, which its filter lets through.
  struct Rows: Sendable, Equatable {
    var questions: VisibleRows<Question>
    var provenance: Provenance

    func key(_ row: Int) -> QuestionKey { QuestionKey(provenance, questions[row].identity) }
  }

  /// A question in a tab.
  struct Place: Sendable, Equatable {
    var tab: QuestionTab.ID
    var question: QuestionIdentity
  }

  /// The notice where no listed question is unread.
  static let noneHere: SafeText = "No question here is unread"

  /// The rows of each tab that has some.
  var rows: [QuestionTab.ID: Rows] = [:]
  var marks = QuestionMarks()

  /// Returns the next unread question after the selected one of a tab, or with a negative `step` the previous one. The other
  /// tabs follow in their order, the first after the last, and then the rest of the tab itself.
  ///
  /// - Parameter selected: The index of the tab's selected row.
  /// - Returns: `nil` if no question is unread besides the selected one.
  func next(_ step: Int, from selected: Int?, in tab: QuestionTab.ID, among tabs: [QuestionTab.ID]) -> Place? {
    guard let place = tabs.firstIndex(of: tab) else { return nil }
    let others = Array(tabs[(place + 1)...] + tabs[..<place])
    let own = rows[tab]?.questions.indices ?? 0..<0
    let (before, after) = (own.prefix(selected ?? 0), selected.map { own.dropFirst($0 + 1) } ?? own)
    if step > 0 {
      return unread(after, in: tab) ?? others.firstMapped { unread(rows[$0]?.questions.indices ?? 0..<0, in: $0) }
        ?? unread(before, in: tab)
    }
    return unread(before.reversed(), in: tab)
      ?? others.reversed().firstMapped { unread((rows[$0]?.questions.indices ?? 0..<0).reversed(), in: $0) }
      ?? unread(after.reversed(), in: tab)
  }

  private func unread(_ places: some Sequence<Int>, in tab: QuestionTab.ID) -> Place? {
    guard let rows = rows[tab] else { return nil }
    return places.first { marks.read[rows.key($0)] == nil }.map {
      Place(tab: tab, question: rows.questions[$0].identity)
    }
  }
}

extension UnreadQuestions.Rows {
  /// All listed questions, with their numbers of answers.
  var all: [ReadQuestion] {
    questions.indices.map { ReadQuestion(key: key($0), answers: questions[$0].answerCount ?? .max) }
  }
}

extension Sequence {
  /// Returns the first value that is not `nil`.
  fileprivate func firstMapped<Value>(_ transform: (Element) -> Value?) -> Value? {
    for element in self { if let value = transform(element) { return value } }
    return nil
  }
}
