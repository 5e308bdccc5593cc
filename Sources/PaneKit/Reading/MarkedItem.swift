import Foundation
import Screen
import Text

/// A row that a person has marked for what is done with several at once.
public struct MarkedItem: Sendable, Hashable {
  public var title: SafeText
  /// Its page; `nil` if it has none.
  public var link: URL?
  /// What is known of it besides, such as its author.
  public var facts: SafeText

  /// - Parameter facts: Empty ones are left out.
  public init(_ title: SafeText, link: URL?, facts: [SafeText]) {
    (self.title, self.link) = (title, link)
    self.facts = facts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The most pages that are opened at once.
  static let openLimit = 10

  /// A list in Markdown, a line each.
  static func markdown(_ items: [MarkedItem]) -> String {
    items.map { item in
      // An address has no brackets and blanks that are not encoded.
      let title = MarkdownText.words(item.title)
      let page = item.link.map { "[\(title)](<\($0.absoluteString)>)" } ?? title
      return "- \(page)\(item.facts.isEmpty ? "" : " · \(MarkdownText.words(item.facts))")\n"
    }
    .joined()
  }
}

extension WriteField {
  /// The field for a file with a list of what is marked; `nil` if nothing is.
  package static func marked(
    _ items: [MarkedItem], name: SafeText, request: @escaping @UI @Sendable (ProgramRequest) -> Void
  ) -> WriteField? {
    if items.isEmpty { return nil }
    var field = WriteField(name: name, suffix: ".md", text: { _ in MarkedItem.markdown(items) }, request: request)
    field.title = "Write a list of what is marked"
    return field
  }
}
