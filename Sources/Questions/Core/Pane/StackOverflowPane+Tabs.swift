import Foundation
import Model
import PaneKit
import Screen
import Signals
import Text

// Commands for tabs, and for marking questions.

extension StackOverflowPane {
  var tabCommands: [Command] {
    let (viewModel, state) = (viewModel, state)
    return [
      Command(.tabs.new) { [weak self] in self?.offerTabs() },
      Command(.tabs.close, disabled: state.value.canClose ? nil : "The last tab stays open") {
        viewModel.send(.closeTab)
      },
      Command(.tabs.reopen, disabled: state.value.canReopen ? nil : "No tab was closed") {
        viewModel.send(.reopenTab)
      },
      Command(.tabs.kept) { viewModel.send(.openTab(state.value.list.feed.keptOfSites)) },
      Command(.tabs.unread) { viewModel.send(.openTab(.loaded())) },
      Command(.tabs.moveLeft) { viewModel.send(.moveTab(-1)) },
      Command(.tabs.moveRight) { viewModel.send(.moveTab(1)) },
      Command(.tabs.search, hint: Command.Hint("search", rank: 4)) { [weak self] in self?.offerSearch() },
    ]
  }

  var markCommands: [Command] {
    let (viewModel, state) = (viewModel, state)
    let noQuestion = { @UI @Sendable () -> SafeText? in
      state.hasQuestion ? nil : "There is no question to mark"
    }
    let refusal = { @UI @Sendable [weak self] () -> SafeText? in self?.noPlaceBelow }
    return [
      Command(
        .questions.unread, hint: Command.Hint("unread", rank: 10),
        disabled: noQuestion()
          ?? (state.value.hasPicks || state.value.question.map { state.value.mark(of: $0).isRead } == true
            ? nil : "The question is unread")
      ) { viewModel.send(.markUnread) },
      Command(.questions.keep, hint: Command.Hint("keep", rank: 5), disabled: noQuestion()) {
        viewModel.send(.toggleKept)
      },
      Command(.questions.nextUnread) { viewModel.send(.goToUnread(1)) },
      Command(.questions.previousUnread) { viewModel.send(.goToUnread(-1)) },
      Command(.questions.allRead) { viewModel.send(.toggleAllRead) },
      Command(
        .questions.dense, hint: Command.Hint("dense", rank: 9),
        disabled: state.value.list.questions.isEmpty ? "There are no questions" : nil
      ) { viewModel.send(.toggleDensity) },
      Command(.questions.below, disabled: refusal()) { viewModel.send(.toggleBelow) },
    ]
  }

  /// Why the question cannot be shown below its list; `nil` if it can.
  private var noPlaceBelow: SafeText? {
    let least = StackOverflowPlaces.leastScreenWidth
    return switch room {
    case .below?: nil
    case .beside?: "The question stands beside the list here"
    case nil where screenWidth < least: "A question is shown below its list from \(least) columns on"
    case nil: "There are not enough lines for a question below its list"
    }
  }

  // MARK: - Opening a tab

  fileprivate nonisolated static let keptChoice = "kept"

  /// Offers a field for tags, completed during typing.
  private func offerTabs() {
    let suggestions = KeptProperty<FeedSuggestions>()
    let viewModel = viewModel
    var list = ChoiceList(
      "Open a tab", field: "Tags", verb: "open",
      whenEmpty: {
        $0.isEmpty ? "swift ios: both tags; swift|ios: either; site:unix bash; kept" : FeedWords($0).mistake ?? ""
      },
      openedBy: .tabs.new,
      following: { text in suggestions.following(text, viewModel.suggestions).map(\.choices).skipRepeats() },
      choose: { choice in
        let words = FeedWords(choice.completion ?? "")
        let feed = choice.id == Self.keptChoice ? words.kept : words.feed
        feed.map { viewModel.send(.openTab($0)) }
      })
    list.note = { text in
      suggestions.following(text, viewModel.suggestions).combineLatest(
        with: viewModel.state.map(\.lowQuota).skipRepeats()
      )
      .map { $0.note(lowQuota: $1) }.skipRepeats()
    }
    layerInput.send(value: LayerRequest(list))
  }

  // MARK: - Searching

  /// Offers a field for the words of a search, and shows its results.
  private func offerSearch() {
    let findings = KeptProperty<SearchFindings>()
    let viewModel = viewModel
    let site = viewModel.state.value.list.feed.siteName
    // What the filter did not find in the list is searched for on the site.
    let filtered = viewModel.state.value.list
    let words = filtered.questions.isEmpty && filtered.filter.isShown ? filtered.filter.field.text : ""
    var list = ChoiceList(
      "Search \(site)", field: "Search", verb: "open",
      whenEmpty: {
        $0.isEmpty
          ? "Words, [swift], user:1234, is:accepted, score:5, title:\"web socket\""
          : QuestionSearch($0.string).mistakes.first ?? "Nothing to search for"
      },
      openedBy: .tabs.search,
      following: { text in findings.following(text, viewModel.findings).map { $0.choices(site: site) }.skipRepeats() },
      choose: { choice in
        guard let feed = findings.property?.value.feed else { return }
        viewModel.send(.openTab(feed))
        // The found page is there immediately, because the tab uses it.
        findings.property?.value.questions.first { $0.choiceID == choice.id }
          .map { viewModel.send(.inTab(.openListed($0.identity))) }
      })
    list.text = words
    list.note = { text in findings.following(text, viewModel.findings).map(\.note).skipRepeats() }
    layerInput.send(value: LayerRequest(list))
  }
}

/// A property that an overlay's list and its note share, created by the first of them.
@UI
final class KeptProperty<Value: Sendable> {
  private(set) var property: Property<Value>?

  nonisolated init() {}

  func following(_ text: Property<SafeText>, _ make: (Property<SafeText>) -> Property<Value>) -> Property<Value> {
    if let property { return property }
    let made = make(text)
    property = made
    return made
  }
}

extension FeedSuggestions {
  /// What the last word may be meant for, then what is typed as it stands; what is typed comes first where it is a tag
  /// itself, and while the service has not said what it knows.
  fileprivate var choices: [Choice] {
    let words = FeedWords(text)
    // What was found for the letters so far stands until the next answer, as far as it still fits.
    let known = words.last.map { last in self.words.filter { last.isSite || $0.word.string.contains(last.word) } } ?? []
    let same = known.first { $0.word.string == words.last?.word }
    let typed = words.feed.map {
      Choice(
        id: "typed", title: $0.description(in: $0.knownOrder),
        detail: isUnknown ? words.last?.unknown ?? "" : same?.detail ?? "",
        completion: text)
    }
    let kept = words.kept.map { feed in
      Choice(
        id: StackOverflowPane.keptChoice, title: feed.description(in: feed.order), detail: "also offline",
        completion: FeedWords.completing(text, with: SafeText(oneLine: FeedWords.keptWord)))
    }
    let completed = known.filter { $0 != same }.map {
      Choice(
        id: "word \($0.word.string)", title: $0.word, detail: $0.detail,
        completion: FeedWords.completing(text, with: $0.word))
    }
    // The whole word means what is kept.
    if words.nameKept { return [kept, typed].compactMap { $0 } + completed }
    if same != nil || completed.isEmpty { return [typed, kept].compactMap { $0 } + completed }
    return completed + [typed, kept].compactMap { $0 }
  }

  fileprivate func note(lowQuota: Int?) -> SafeText? {
    if let lowQuota { return "\(SafeText(lowQuota, "request", "requests")) left: no completion" }
    if isLoading { return "completing…" }
    return trouble.map { "no completion: \($0.sentence)" }
  }
}

extension FeedWords.Last {
  fileprivate var isSite: Bool { if case .site = self { true } else { false } }
  fileprivate var unknown: SafeText { isSite ? "no such site" : "no such tag" }
}

extension Question {
  fileprivate var choiceID: Choice.ID { "\(site)/\(id)" }
}

extension SearchFindings {
  /// The search as typed, then the questions found.
  fileprivate func choices(site: SafeText) -> [Choice] {
    guard let feed, mistake == nil else { return [] }
    let search = Choice(id: "search", title: "Search \(site) for \(SafeText(oneLine: feed.search ?? ""))")
    return [search]
      + questions.map {
        Choice(
          id: $0.choiceID, title: $0.title,
          detail:
            "\(feed.isJoined ? "\(SafeText(oneLine: $0.site)) · " : "")\(SafeText(known: $0.score)) · \(SafeText(answers: $0.answerCount))"
        )
      }
  }

  fileprivate var note: SafeText? {
    if isPaused, !isCurrent { return "few requests left today: Enter searches" }
    if isLoading { return "searching…" }
    if let trouble { return trouble.sentence }
    guard isCurrent else { return nil }
    let count: SafeText = "\(questions.count)\(hasMore ? "+" : "")"
    let failed: SafeText =
      failedSites.isEmpty ? "" : "; no answer of \(failedSites.map { SafeText(oneLine: $0) }.joined(separator: ", "))"
    return questions.isEmpty ? "nothing found\(failed)" : "\(count) found\(failed)"
  }
}

extension QuestionFeed {
  /// `Stack Overflow`, or another site's name in addresses; of several their names.
  var siteName: SafeText {
    sites == [Self.standardSite] ? "Stack Overflow" : sites.map { SafeText(oneLine: $0) }.joined(separator: ", ")
  }
}
