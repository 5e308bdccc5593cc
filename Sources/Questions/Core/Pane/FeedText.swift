import Foundation
import PaneKit
import Text

// Descriptions of feeds.

extension QuestionOrder {
  /// The name in settings and in the border.
  var name: SafeText {
    switch self {
    case .hot: "hot"
    case .activity: "active"
    case .creation: "newest"
    case .votes: "votes"
    case .week: "week"
    case .month: "month"
    case .relevance: "relevance"
    }
  }

  /// What comes first in the order.
  var detail: SafeText {
    switch self {
    case .hot: "much read, voted and answered lately"
    case .activity: "asked, answered or edited last"
    case .creation: "asked last"
    case .votes: "highest score"
    case .week: "hot in the last seven days"
    case .month: "hot in the last thirty days"
    case .relevance: "best match for the words"
    }
  }

  fileprivate func questions(_ kind: SafeText) -> SafeText {
    switch self {
    case .hot, .activity, .creation: "\(name) \(kind)"
    case .votes: "\(kind) by votes"
    case .week: "hot \(kind) of the week"
    case .month: "hot \(kind) of the month"
    case .relevance: "\(kind) by relevance"
    }
  }
}

extension QuestionFeed {
  /// `hot questions tagged ios`
  func description(in order: QuestionOrder) -> SafeText {
    selection == .kept ? "\(kind)\(conditions)" : "\(order.questions(kind))\(conditions)"
  }

  /// `No unanswered questions tagged ios or swift on unix`
  var emptiness: SafeText {
    if let when { return "No question that the other tabs have loaded fits “\(SafeText(oneLine: when))”" }
    let none: SafeText = "No \(kind)\(conditions)"
    return selection == .kept ? "\(none); * keeps one for reading offline" : none
  }

  private var kind: SafeText {
    switch selection {
    case .all: "questions"
    case .unanswered: "unanswered questions"
    case .featured: "featured questions"
    case .kept: "kept questions"
    case .loaded: "loaded questions"
    }
  }

  private var conditions: SafeText {
    let names = tags.map { SafeText(oneLine: $0) }
    let tagged: SafeText =
      names.isEmpty ? "" : " tagged \(names.joined(separator: matching == .any ? " or " : " and "))"
    let found: SafeText = search.map { " found for \(SafeText(oneLine: $0))" } ?? ""
    let place: SafeText =
      sites == [Self.standardSite] ? "" : " on \(sites.map { SafeText(oneLine: $0) }.joined(separator: " and "))"
    return "\(tagged)\(found)\(place)"
  }
}

extension PaneContext {
  /// `2 h old`, for content from an earlier run of the program.
  func age(of date: Date) -> SafeText {
    let age = TimeText.age(of: date, at: now)
    return age == "now" ? freshness(of: date) : "\(age) old"
  }
}
