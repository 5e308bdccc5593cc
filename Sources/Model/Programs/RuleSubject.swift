/// A question or an edit that a rule has met, or a room whose alarm it has met.
public enum RuleSubject: Sendable, Hashable {
  case question(QuestionKey)
  case edit(EditAnnotation.Key)
  case room(Room.Mark)

  /// The subject in the state. A rule leaves the demonstration's questions alone, so these have no text.
  public var text: String {
    switch self {
    case .question(let key): "\(key.provenance.server?.address ?? "") \(key.site) \(key.id)"
    case .edit(let key): "\(key.wiki) \(key.revision)"
    case .room(let mark): mark
    }
  }

  /// - Parameter text: A ``text`` that was stored. One that is not understood is none.
  public init?(_ text: String, of kind: SubjectKind) {
    if kind == .rooms {
      self = .room(text)
      return
    }
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard let number = words.last.flatMap({ Int($0) }) else { return nil }
    switch kind {
    case .questions where words.count == 3:
      self = .question(QuestionKey(.server(QuestionServer(kept: words[0])), site: words[1], id: number))
    case .edits where words.count == 2: self = .edit(EditAnnotation.Key(wiki: words[0], revision: number))
    default: return nil
    }
  }
}
