import Model
import Text

/// A tab of the Stack Overflow pane: a name, and which questions stand under it.
public struct QuestionTab: Sendable, Hashable {
  public var name: SafeText
  public var order: QuestionOrder
  /// Only questions with this tag; all when `nil`.
  public var tag: String?
  /// The Stack Exchange site.
  public var site: String

  public init(name: SafeText, order: QuestionOrder = .hot, tag: String?, site: String = "stackoverflow") {
    self.name = name
    self.order = order
    self.tag = tag
    self.site = site
  }

  /// The five tabs that the program starts with.
  public static let standard = [
    QuestionTab(name: "Top", tag: nil),
    QuestionTab(name: "Android", tag: "android"),
    QuestionTab(name: "iOS", tag: "ios"),
    QuestionTab(name: "Ruby", tag: "ruby"),
    QuestionTab(name: "Windows Phone", tag: "windows-phone"),
  ]
}
