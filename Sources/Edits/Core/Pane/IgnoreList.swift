import PaneKit
import Screen
import Signals
import Text

extension WikipediaViewModel {
  /// The page and the user of the open or selected edit, as far as they are known.
  fileprivate var ignorable: [WatchedSubject] {
    guard let event = model.value.chosenEdit?.event.event else { return [] }
    return WatchedSubject.Kind.allCases.compactMap { WatchedSubject($0, of: event) }
  }

  /// The page and the user of the open or selected edit, to ignore one of them or to show it again.
  @UI fileprivate var toIgnore: ChoiceList {
    let (subjects, ignored) = (ignorable, watched.value.ignored)
    let choices = subjects.map { subject in
      var choice = subject.choice
      let verb: SafeText = ignored.contains(subject) ? "stop ignoring" : "ignore"
      choice.title = "\(verb) the \(SafeText(oneLine: subject.kind.rawValue)) \(subject.name)"
      choice.detail = SafeText(oneLine: subject.wiki)
      return choice
    }
    return ChoiceList("Ignore", choices, openedBy: .wikipedia.ignore) { [self] choice in
      guard let subject = subjects.first(where: { $0.choice.id == choice.id }) else { return }
      send(.ignore(subject, !ignored.contains(subject)))
    }
  }

  /// What is ignored, as a list from which a person removes pages and users.
  @UI var ignoredList: ChoiceList {
    ChoiceList(
      "Ignored", watched.map { $0.ignored.inOrder.map(\.choice) }, verb: "stop ignoring",
      whenEmpty: "Nothing is ignored: select an edit, then ignore its page or its user",
      openedBy: .wikipedia.ignored
    ) { [self] choice in
      guard let subject = watched.value.ignored.first(where: { $0.choice.id == choice.id }) else { return }
      send(.ignore(subject, false))
    }
  }
}

extension Command {
  /// The command that ignores the page or the user of the open or selected edit.
  @UI static func ignoring(
    _ viewModel: WikipediaViewModel, layers: Signal<LayerRequest, Never>.Observer,
    disabled: @escaping @UI @Sendable () -> SafeText? = { nil }
  ) -> Command {
    Command(
      .wikipedia.ignore,
      disabled: disabled() ?? (viewModel.ignorable.isEmpty ? "This event has no page or user to ignore" : nil)
    ) { layers.send(value: LayerRequest(viewModel.toIgnore)) }
  }
}
