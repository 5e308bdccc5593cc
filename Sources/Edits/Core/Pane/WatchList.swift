import PaneKit
import Screen
import Signals
import Text

/// What is watched, as a list from which a person removes pages and users.
///
///     Saturn            page of enwiki, by key
///     Talk:Main Page    page, settings
struct WatchList {
  let watched: Property<WatchedEdits>
  /// Stops watching.
  let remove: @UI @Sendable (WatchedEdits.Entry) -> Void

  var list: ChoiceList {
    let (watched, remove) = (watched, remove)
    return ChoiceList(
      "Watched", watched.map { Self.choices($0.entries) }, verb: "stop watching",
      whenEmpty: "Nothing is watched: select an edit, then watch its page or its user",
      openedBy: .wikipedia.watched
    ) { choice in
      let entries = watched.value.entries
      if let entry = zip(Self.choices(entries), entries).first(where: { $0.0.id == choice.id })?.1 { remove(entry) }
    }
  }

  private static func choices(_ entries: [WatchedEdits.Entry]) -> [Choice] {
    entries.enumerated().map { index, entry in
      switch entry {
      case .setting(let watch):
        let (title, kind) = watch.subject.words
        // The settings may name the same twice.
        return Choice(id: "setting \(index)", title: title, detail: "\(kind), settings")
      case .byHand(let subject):
        var choice = subject.choice
        choice.detail = "\(choice.detail), by key"
        return choice
      }
    }
  }
}

extension Command {
  /// The commands that watch the page and the user of the open or selected edit, or stop watching them.
  @UI static func watching(
    _ viewModel: WikipediaViewModel, disabled: @escaping @UI @Sendable () -> SafeText? = { nil }
  ) -> [Command] {
    [
      Command(.wikipedia.watchPage, disabled: disabled()) { viewModel.send(.watchPage()) },
      Command(.wikipedia.watchUser, disabled: disabled()) { viewModel.send(.watchUser()) },
    ]
  }
}

extension WatchedSubject {
  /// `Saturn   page of enwiki`
  var choice: Choice {
    let (kind, wiki) = (SafeText(oneLine: kind.rawValue), SafeText(oneLine: wiki))
    return Choice(
      id: "\(self.wiki) \(self.kind.rawValue) \(name.string)", title: name, detail: "\(kind) of \(wiki)")
  }
}

extension EditWatch.Subject {
  fileprivate var words: (title: SafeText, kind: SafeText) {
    switch self {
    case .title(let name): (SafeText(label: name), "page")
    case .user(let name): (SafeText(label: name), "user")
    case .matches(let words): (SafeText(label: words), "words")
    }
  }
}
