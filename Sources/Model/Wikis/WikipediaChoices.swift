import Foundation

/// A person's choices in the Wikipedia pane, which are restored at the next start.
public struct WikipediaChoices: Sendable, Hashable {
  public var wikis: Override<WikiSelection>?
  /// The edits that are shown.
  public var shown: Override<ShownEdits>?
  /// Whether the chart has a line for each kind of editor.
  public var hasLinesApart: Bool
  /// The seconds that the chart shows; `nil` for its own.
  public var span: TimeInterval?

  /// The spans that can be remembered.
  public static let spans: ClosedRange<TimeInterval> = 60...366 * 86_400

  public init(
    wikis: Override<WikiSelection>? = nil, shown: Override<ShownEdits>? = nil, hasLinesApart: Bool = false,
    span: TimeInterval? = nil
  ) {
    self.wikis = wikis
    self.shown = shown
    self.hasLinesApart = hasLinesApart
    self.span = span
  }
}
