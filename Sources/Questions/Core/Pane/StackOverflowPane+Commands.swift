import PaneKit
import Screen
import Signals
import Text

extension StackOverflowPane {
  /// In the order of the footer.
  func makeCommands() -> [Command] {
    let field = FieldCommands { [viewModel] in viewModel.send(.inTab(.field($0))) }
    return listCommands + textCommands + readingCommands + questionCommands(field) + tabCommands + markCommands
      + field.editing + [.refresh { [viewModel] in viewModel.send(.refresh) }, writing]
  }

  /// Writes the open question, or the one beside the list.
  private var writing: Command {
    let state = state
    return WriteField.command(
      disabled: state.value.text?.detail == nil && !state.value.hasPicks
        ? "Open a question first, and wait for its text" : nil,
      layers: layerInput
    ) { [request] in
      let marked = WriteField.marked(state.value.markedItems, name: "questions") { request.send(value: $0) }
      if let marked { return marked }
      guard let detail = state.value.text?.detail else { return nil }
      return WriteField(name: "question-\(detail.question.id)", suffix: ".md", isDated: false) {
        detail.markdown(in: $0.clock)
      } request: {
        request.send(value: $0)
      }
    }
  }

  // MARK: - Lists and texts

  private var listCommands: [Command] {
    ListCommands(
      specs: CommandSpec.list, label: "move", hasRows: { [state] in !state.value.list.questions.isEmpty },
      page: { [weak self] in self?.page ?? 1 }, move: { [viewModel] in viewModel.send(.inTab(.move($0))) }
    ).commands
  }

  private var textCommands: [Command] {
    ListCommands(
      specs: CommandSpec.text, label: "scroll", page: { [text] in text.value.page },
      move: { [weak self] in self?.scroll($0) }
    ).commands
  }

  // MARK: - An open question

  private var readingCommands: [Command] {
    let (viewModel, state, text) = (viewModel, state, presented)
    let code = Command.Hint("code", rank: 13, when: { text.value.hasWideCode })
    let question = Command.Hint("question", rank: 5)
    return [
      Command(.questions.codeLeft, hint: code) { [weak self] in self?.scroll(byColumns: -Self.codeStep) },
      Command(.questions.codeRight, hint: code) { [weak self] in self?.scroll(byColumns: Self.codeStep) },
      Command(
        .questions.next, hint: question,
        disabled: state.value.hasNextQuestion ? nil : "This is the last question of the list"
      ) { viewModel.send(.inTab(.stepQuestion(1))) },
      Command(
        .questions.previous, hint: question,
        disabled: state.value.hasPreviousQuestion ? nil : "This is the first question of the list"
      ) { viewModel.send(.inTab(.stepQuestion(-1))) },
      Command(
        .questions.comments,
        hint: Command.Hint("comments", rank: 6, when: { state.value.reading?.search.isShown == false }),
        disabled: state.value.reading?.detail != nil || state.value.reading?.load.isUnderWay == true
          ? nil : "There is no text that comments belong to"
      ) { viewModel.send(.inTab(.toggleComments)) },
      Command(
        .questions.parts, hint: Command.Hint("links", rank: 7, when: { text.value.document?.hasParts == true }),
        disabled: text.value.document?.hasParts == true || text.value.isAwaited
          ? nil : "There are no links and no code"
      ) { [weak self] in self?.offerParts() },
    ]
  }

  /// Lists the links and the blocks of code of the open question, as soon as its text is there; not those that come later.
  private func offerParts() {
    let first = text.value
    let content = Property(
      initial: first, then: text.signal.filter { !$0.isAwaited }.take(first: first.isAwaited ? 1 : 0))
    // A choice's identity is its distance from the part that is being read, which is known only with the text.
    let part = { @Sendable (choice: Choice) -> ReadingPart? in
      let (parts, read) = (content.value.parts, content.value.readPart)
      return Int(choice.id).flatMap { parts.indices.contains(read + $0) ? parts[read + $0] : nil }
    }
    var list = ChoiceList(
      "Links and code", field: nil, verb: "open or copy",
      whenEmpty: { _ in
        content.value.isAwaited ? "Loading the question and its answers" : "There are no links and no code"
      },
      openedBy: .questions.parts,
      following: { _ in
        content.map { text in
          let (read, glyphs) = (text.readPart, text.document?.source.theme.glyphs ?? Theme().glyphs)
          return text.parts.enumerated().map { $1.choice($0 - read, glyphs) }
        }
      },
      choose: { [request] choice in
        guard let part = part(choice) else { return }
        request.send(value: part.page.map(ProgramRequest.open) ?? .copy(part.text))
      })
    list.selected = "0"
    list.isAwaited = { _ in content.map(\.isAwaited).skipRepeats() }
    list.copy = { [request] choice in part(choice).map { request.send(value: .copy($0.text)) } }
    layerInput.send(value: LayerRequest(list))
  }

  /// The columns by which a key scrolls code.
  private static let codeStep = 8

  // MARK: - Questions

  private func questionCommands(_ field: FieldCommands) -> [Command] {
    let (viewModel, state) = (viewModel, state)
    let tabs = CommandSpec.tabs.show.enumerated().map { index, spec in
      Command(spec, disabled: state.value.tabs.count > index ? nil : "There is no such tab") {
        viewModel.send(.selectTab(index))
      }
    }
    let hasSelection: Command.Condition = { state.value.list.selection != nil }
    return [
      Command(
        .questions.open, hint: Command.Hint("open", rank: 2, when: hasSelection),
        disabled: hasSelection() || state.value.list.isAwaited ? nil : "There is no question to open"
      ) { viewModel.send(.inTab(.open)) },
      Command(
        .tabs.sort, disabled: state.value.list.feed.orders.isEmpty ? "Kept questions have no other order" : nil
      ) { [weak self] in self?.offerOrders() },
    ] + tabs + [
      tab(.tabs.previous, -1), tab(.tabs.next, 1), tab(.tabs.previousOfQuestion, -1), tab(.tabs.nextOfQuestion, 1),
      field.begin(.questions.filter),
      Command(
        .questions.pick,
        disabled: hasSelection() || state.value.list.isAwaited ? nil : "There is no question to mark"
      ) { viewModel.send(.inTab(.togglePick)) },
      // Esc clears marks first.
      Command(
        .questions.clearPicks, hint: Command.Hint("clear marks", rank: 3),
        disabled: state.value.list.picks.isEmpty ? "" : nil
      ) { viewModel.send(.inTab(.clearPicks)) },
      field.clear(.questions.clearFilter) { state.value.list.filter.isShown && state.value.list.picks.isEmpty },
      answer(.questions.nextAnswer, 1, "There is no answer below", isHinted: true) { $0.hasNextAnswer },
      answer(.questions.previousAnswer, -1, "There is no answer above", isHinted: false) { $0.hasPreviousAnswer },
      match(.search.next, 1), match(.search.previous, -1),
      field.clear(.search.clear) { true }, field.begin(.search.edit),
      // Esc ends a search first, q leads back at once.
      Command(
        .questions.close,
        hint: Command.Hint("back", rank: 2, when: { state.value.reading?.search.isShown == false })
      ) { viewModel.send(.inTab(.close)) },
    ]
  }

  /// Offers the orders of the tab's feed.
  private func offerOrders() {
    let (tab, feed) = (viewModel.state.value.tabID, viewModel.state.value.list.feed)
    let choices = feed.orders.map {
      Choice(
        id: $0.rawValue, title: $0.name, detail: $0.detail, isCurrent: $0 == feed.knownOrder)
    }
    let list = ChoiceList("Sort", choices, openedBy: .tabs.sort) { [viewModel] choice in
      // The settings may have removed the tab in the meantime.
      guard viewModel.state.value.tabID == tab else { return }
      QuestionOrder(rawValue: choice.id).map { viewModel.send(.sort($0)) }
    }
    layerInput.send(value: LayerRequest(list))
  }

  private func tab(_ spec: CommandSpec, _ step: Int) -> Command {
    Command(spec, hint: Command.Hint("tab", rank: 13)) { [viewModel] in viewModel.send(.stepTab(step)) }
  }

  private func match(_ spec: CommandSpec, _ step: Int) -> Command {
    Command(spec, hint: Command.Hint("match", rank: 2)) { [weak self] in self?.goToMatch(step) }
  }

  private func answer(
    _ spec: CommandSpec, _ step: Int, _ reason: SafeText, isHinted: Bool,
    isThere: @escaping @Sendable (QuestionScroll) -> Bool
  ) -> Command {
    let text = presented
    let hint = Command.Hint("next answer", rank: 4, when: { !text.value.isAwaited })
    return Command(
      spec, hint: isHinted ? hint : nil, disabled: isThere(text.value) || text.value.isAwaited ? nil : reason
    ) { [weak self] in self?.goToAnswer(step) }
  }
}
