import PaneKit
import Signals
import Text

// Finding in everything that was loaded, from whichever pane has the focus.

extension StackOverflowPane {
  func makeCommonCommands() -> [Command] {
    [Command(.everywhere.find) { [weak self] in self?.offerFound() }]
  }

  /// Offers a field for words, and shows the questions that contain them. Choosing one opens it above what the pane shows.
  private func offerFound() {
    let findings = KeptProperty<LoadedFindings>()
    let viewModel = viewModel
    var list = ChoiceList(
      "Find in what was loaded", field: "Words", verb: "open",
      whenEmpty: { $0.isEmpty ? "Words of a question, its answers or comments; also without a network" : "" },
      openedBy: .everywhere.find,
      following: { text in findings.following(text, viewModel.loadedFindings).map(\.choices).skipRepeats() },
      choose: { [weak self] choice in
        guard let found = findings.property?.value.found?.questions,
          let index = found.firstIndex(where: { $0.choiceID == choice.id })
        else { return }
        viewModel.send(.inTab(.openFound(found, at: index)))
        self?.focusRequest.send(value: ())
      })
    list.rowHeight = 2
    list.note = { text in findings.following(text, viewModel.loadedFindings).map(\.note).skipRepeats() }
    list.isAwaited = { text in findings.following(text, viewModel.loadedFindings).map(\.isAwaited).skipRepeats() }
    layerInput.send(value: LayerRequest(list))
  }
}

extension LoadedFindings {
  fileprivate var choices: [Choice] {
    (found?.questions ?? []).map { found in
      let question = found.question
      var choice = Choice(
        id: found.choiceID, title: question.title,
        detail: found.key.site == QuestionFeed.standardSite ? "" : SafeText(oneLine: found.key.site))
      choice.words = words
      choice.line = found.line.map { "\(found.place.label)\($0)" } ?? question.summary
      return choice
    }
  }

  fileprivate var note: SafeText? {
    switch hindrance {
    case .demonstration: return "nothing is kept of the demonstration"
    case .noIndex: return "nothing that was kept can be searched"
    case nil: break
    }
    if isSearching, found == nil || found?.questions.isEmpty == true { return "searching…" }
    guard let found, !words.isEmpty else { return nil }
    if found.questions.isEmpty { return "nothing found" }
    let count: SafeText = "\(found.questions.count)\(found.hasMore ? "+" : "") found"
    return found.isComplete ? count : "\(count), still reading"
  }
}

extension FoundQuestion {
  fileprivate var choiceID: Choice.ID { "\(key.site)/\(key.id)" }
}

extension FoundQuestion.Place {
  /// What stands before the line.
  fileprivate var label: SafeText {
    switch self {
    case .title, .question: ""
    case .answer: "answer: "
    case .comment: "comment: "
    }
  }
}

extension Question {
  /// Tags and asker.
  fileprivate var summary: SafeText {
    ([tags.joined(separator: " · ")] + [asker].compactMap { $0 }).filter { !$0.isEmpty }.joined(separator: "   ")
  }
}
