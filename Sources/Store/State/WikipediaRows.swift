import Foundation
import Model
import Text

// A person's choices in the Wikipedia pane, each as a value with a name. Stored values are read by later versions: names and
// forms stay.

extension WikipediaChoices.Kind {
  /// The name of the stored value; of a watched page or user its beginning.
  fileprivate var name: String {
    switch self {
    case .wikis: "wikis"
    case .shown: "shown-edits"
    case .hasLinesApart: "rates-apart"
    case .span: "edits-span"
    case .order: "edits-order"
    case .watched: "watched "
    case .listShare: "edits-list-share"
    }
  }
}

extension WatchedSubject {
  /// `["enwiki","page","Saturn"]`
  fileprivate var text: String {
    let parts = [wiki, kind.rawValue, name.string]
    // Only texts, which can always be encoded.
    return (try? JSONEncoder().encode(parts)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// - Returns: `nil` for a text that names no page and no user of a wiki.
  fileprivate init?(text: Substring) {
    guard let parts = try? JSONDecoder().decode([String].self, from: Data(text.utf8)), parts.count == 3,
      WikiDomain.isName(parts[0]), let kind = Kind(rawValue: parts[1]), !parts[2].isEmpty
    else { return nil }
    self.init(kind, SafeText(oneLine: parts[2]), on: parts[0])
  }
}

extension WikipediaChoices.Change {
  /// The name of the stored value. Each watched page or user is a value of its own, so that programs that run at the same
  /// time do not undo each other's choices.
  var name: String {
    if case .watch(let subject, _) = self { kind.name + subject.text } else { kind.name }
  }

  /// The stored value; `nil` where nothing is stored, because nothing is chosen.
  var text: String? {
    switch self {
    case .wikis(let choice): choice?.text
    case .shown(let choice): choice?.text
    case .hasLinesApart(let areApart): areApart ? "1" : "0"
    case .span(let seconds): "\(seconds)"
    case .order(let order): order.rawValue
    case .watch(_, let isWatched): isWatched ? "1" : nil
    case .listShare(let share): "\(share)"
    }
  }

  /// Reads a stored value.
  ///
  /// - Returns: `nil` for a name that is no choice's, and for a text that is no choice.
  init?(name: String, text: String) {
    let watched = WikipediaChoices.Kind.watched.name
    if name.begins(with: watched) {
      guard let subject = WatchedSubject(text: name.dropFirst(watched.count)) else { return nil }
      self = .watch(subject, true)
      return
    }
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
    case .listShare:
      guard let share = Int(text), WikipediaChoices.listShares.contains(share) else { return nil }
      self = .listShare(share)
    case .watched, nil: return nil
    }
  }
}
