import Foundation
import Model
import Text

// Questions as the subjects of own commands and rules.

extension SubjectKind {
  public static let questions = SubjectKind(
    "questions", noun: "question", values: [.url, .title, .id, .site, .tags, .code, .user, .body])
}

extension ProgramValue {
  public static let tags = ProgramValue("tags")
  public static let code = ProgramValue(
    "code", isText: true, whenMissing: "there is no code; open the question first")
}

extension ProgramSubject {
  /// Creates the subject of a question.
  ///
  /// - Parameter detail: Its text and its answers, once they are loaded.
  public init(_ question: Question, detail: QuestionDetail? = nil) {
    var values: [ProgramValue: SafeText] = [
      .title: question.title, .id: "\(question.id)", .site: SafeText(oneLine: question.site),
      .tags: question.tags.joined(separator: " "),
    ]
    values[.url] = (detail?.question.link ?? question.link).map { SafeText(oneLine: $0.absoluteString) }
    values[.user] = question.asker
    let texts = [detail?.question.body ?? question.body].compactMap { $0 } + (detail?.answers.map(\.body) ?? [])
    let code = texts.flatMap(\.codeBlocks).map { $0.joined(separator: "\n") }
    if !code.isEmpty { values[.code] = code.joined(separator: "\n\n") }
    if !texts.isEmpty {
      values[.body] = ([question.title] + texts.map(\.plain)).joined(separator: "\n\n") + "\n"
    }
    self.init(.questions, values)
  }
}

extension RuleCondition {
  public static func question(_ condition: QuestionCondition) -> RuleCondition { RuleCondition(.questions, condition) }
}

extension RuleSubject {
  /// A question of a server. A rule leaves the demonstration's questions alone, so these have no text.
  public static func question(_ key: QuestionKey) -> RuleSubject {
    RuleSubject(.questions, key, text: "\(key.provenance.server?.address ?? "") \(key.site) \(key.id)")
  }

  /// - Parameter text: A question's text that was stored. One that is not understood is none.
  public static func question(stored text: String) -> RuleSubject? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 3, let id = Int(words[2]) else { return nil }
    return .question(QuestionKey(.server(QuestionServer(kept: words[0])), site: words[1], id: id))
  }
}
