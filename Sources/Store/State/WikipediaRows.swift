import Model

// A person's choices in the Wikipedia pane, each as a value with a name. Stored values are read by later versions: names and
// forms stay.

extension WikipediaChoices.Kind {
  /// The name of the stored value.
  var name: String {
    switch self {
    case .wikis: "wikis"
    case .shown: "shown-edits"
    case .hasLinesApart: "rates-apart"
    case .span: "edits-span"
    case .order: "edits-order"
    }
  }
}

extension WikipediaChoices.Change {
  /// The stored value; `nil` where nothing is stored, because nothing is chosen.
  var text: String? {
    switch self {
    case .wikis(let choice): choice?.text
    case .shown(let choice): choice?.text
    case .hasLinesApart(let areApart): areApart ? "1" : "0"
    case .span(let seconds): "\(seconds)"
    case .order(let order): order.rawValue
    }
  }

  /// Reads a stored value.
  ///
  /// - Returns: `nil` for a name that is no choice's, and for a text that is no choice.
  init?(name: String, text: String) {
    switch WikipediaChoices.Kind.allCases.first(where: { $0.name == name }) {
    case .wikis: self = .wikis(Override(text: text))
    case .shown: self = .shown(Override(text: text))
    case .hasLinesApart: self = .hasLinesApart(text == "1")
    case .span:
      guard let seconds = Double(text), WikipediaChoices.spans.contains(seconds) else { return nil }
      self = .span(seconds)
    case .order:
      guard let order = EventOrder(rawValue: text) else { return nil }
      self = .order(order)
    case nil: return nil
    }
  }
}
