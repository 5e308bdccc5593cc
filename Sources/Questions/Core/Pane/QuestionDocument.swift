import Foundation
import PaneKit
import Text

extension QuestionDetail {
  /// The question in Markdown: its title, link, body, and answers with their authors.
  func markdown(in clock: ClockTime) -> String {
    var parts = ["# \(question.title.string)"]
    if let link = question.link { parts.append("<\(link.absoluteString)>") }
    let facts = [
      SafeText(votes: question.score), question.asker.map { "asked by \($0)" as SafeText } ?? "",
      question.creationDate.map(clock.date) ?? "", question.tags.joined(separator: ", "),
    ]
    parts.append(Self.line(facts))
    if let body = question.body { parts.append(body.markdown) }
    for answer in answers {
      let author: SafeText = answer.author.map { " by \($0)" } ?? ""
      parts.append("## \(answer.isAccepted ? "Accepted answer" : "Answer")\(author.string)")
      parts.append(Self.line([SafeText(votes: answer.score), answer.creationDate.map(clock.date) ?? ""]))
      parts.append(answer.body.markdown)
    }
    if !hasAllAnswers { parts.append("Not all answers were loaded.") }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func line(_ facts: [SafeText]) -> String {
    facts.filter { !$0.isEmpty }.map(\.string).joined(separator: " · ")
  }
}

extension SafeText {
  /// `3 votes`; empty if it is unknown.
  fileprivate init(votes score: Int?) {
    self = score.map { "\(SafeText($0)) \($0.magnitude == 1 ? "vote" : "votes")" } ?? ""
  }
}

extension StackOverflowState {
  /// The picked questions; none while a question is open.
  var markedItems: [MarkedItem] {
    guard hasPicks else { return [] }
    return list.picked.map { question in
      let facts = [
        SafeText(votes: question.score), question.asker ?? "", question.tags.joined(separator: ", "),
      ]
      return MarkedItem(question.title, link: question.link, facts: facts)
    }
  }
}
