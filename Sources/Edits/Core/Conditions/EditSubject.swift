import Foundation
import Model
import Text

// Edits as the subjects of own commands and rules.

extension SubjectKind {
  public static let edits = SubjectKind(
    "edits", noun: "edit", values: [.url, .title, .page, .id, .site, .user, .value, .body])
}

extension ProgramValue {
  public static let page = ProgramValue("page")
}

extension ProgramSubject {
  /// Creates the subject of an edit.
  ///
  /// - Parameters:
  ///   - link: The page of the difference.
  ///   - diff: Its text, once that is loaded.
  public init(_ event: WikiEvent, link: URL?, diff: EditDiff? = nil) {
    var values: [ProgramValue: SafeText] = [.title: event.title, .page: event.title]
    values[.url] = (link ?? event.link).map { SafeText(oneLine: $0.absoluteString) }
    values[.id] = event.edit?.revision.map { "\($0.new)" }
    values[.site] = event.wiki.map { SafeText(oneLine: $0) }
    values[.user] = event.edit?.user
    values[.value] = event.lengthChange.map { "\($0)" }
    values[.body] = diff?.plain
    self.init(.edits, values)
  }
}

extension RuleCondition {
  public static func edit(_ condition: EditCondition) -> RuleCondition { RuleCondition(.edits, condition) }
}

extension RuleSubject {
  public static func edit(_ key: EditAnnotation.Key) -> RuleSubject {
    RuleSubject(.edits, key, text: "\(key.wiki) \(key.revision)")
  }

  /// - Parameter text: An edit's text that was stored. One that is not understood is none.
  public static func edit(stored text: String) -> RuleSubject? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 2, let revision = Int(words[1]) else { return nil }
    return .edit(EditAnnotation.Key(wiki: words[0], revision: revision))
  }
}
