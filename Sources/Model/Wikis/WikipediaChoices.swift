/// What a person chose in the Wikipedia pane, and finds again at the next start.
public struct WikipediaChoices: Sendable, Hashable {
  public var wikis: Override<WikiSelection>?

  public init(wikis: Override<WikiSelection>? = nil) { self.wikis = wikis }
}
