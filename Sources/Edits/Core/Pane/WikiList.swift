import Model
import PaneKit
import Screen
import Signals
import Text

/// The wikis that can be shown, as a list to choose from. It completes codes and languages while a person types.
struct WikiList {
  /// The wikis that are currently shown.
  let current: WikiSelection
  let directory: WikiDirectory
  let choose: @UI @Sendable (WikiSelection) -> Void

  var list: ChoiceList {
    let (current, choose, directory) = (current, choose, directory)
    var list = ChoiceList(
      "Wikis", field: "Wikis", verb: "show", whenEmpty: Self.hint, openedBy: .wikipedia.chooseWikis,
      following: { text in
        text.combineLatest(with: directory.state.map(\.wikis).skipRepeats())
          .map { Self.choices(WikiWords($0, among: $1), current) }.skipRepeats()
      },
      choose: { choice in
        withExtendedLifetime(directory) { choose(WikiSelection(choice.id.split(separator: ",").map(String.init))) }
      })
    list.note = { text in text.combineLatest(with: directory.state).map { Self.note($0, $1) }.skipRepeats() }
    return list
  }

  /// What can be written, where nothing that was written names a wiki.
  @Sendable private static func hint(_ text: SafeText) -> SafeText {
    let examples: SafeText = "de; en, fr; dewiktionary; all"
    return text.isEmpty ? examples : "No wiki is known by “\(SafeText(label: text.string))”. Examples: \(examples)"
  }

  /// The mistake in the text, or why only the largest wikis are offered.
  private static func note(_ text: SafeText, _ state: WikiDirectory.State) -> SafeText? {
    if let mistake = WikiWords(text, among: state.wikis).mistake { return mistake }
    if state.isLoading { return "loading all wikis…" }
    return state.trouble.map { "the largest only: \($0.sentence)" }
  }

  private static func choices(_ words: WikiWords, _ current: WikiSelection) -> [Choice] {
    words.suggestions(current: current).map { suggestion in
      let names = suggestion.selection.names
      // If there are other words before it, a wiki is shown together with them.
      let title = names.count == 1 ? SafeText(oneLine: names[0]) : suggestion.selection.label
      let language = suggestion.wiki.map { wiki in
        wiki.nativeLanguage.map { "\(wiki.language), \($0)" } ?? wiki.language
      }
      return Choice(
        id: names.joined(separator: ","), title: title, detail: language ?? suggestion.domain ?? "",
        completion: suggestion.completion, isCurrent: suggestion.selection == current)
    }
  }
}
