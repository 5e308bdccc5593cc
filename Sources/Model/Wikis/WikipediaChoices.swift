/// What a person chose in the Wikipedia pane, and finds again at the next start.
public struct WikipediaChoices: Sendable, Hashable {
  public var wikis: Override<WikiSelection>?
  /// Which edits are shown.
  public var shown: Override<ShownEdits>?
  /// The chart has a line for each kind of editor.
  public var hasLinesApart: Bool

  public init(
    wikis: Override<WikiSelection>? = nil, shown: Override<ShownEdits>? = nil, hasLinesApart: Bool = false
  ) {
    self.wikis = wikis
    self.shown = shown
    self.hasLinesApart = hasLinesApart
  }
}
