import Model
import Screen
import Signals
import Text
import ViewModels

/// The wikis that can be shown, as a list to choose from. It completes codes and languages while a person types.
struct WikiList {
  /// The wikis that are currently shown.
  let current: WikiSelection
  let choose: @UI @Sendable (WikiSelection) -> Void

  var list: ChoiceList {
    let (current, choose) = (current, choose)
    var list = ChoiceList(
      "wikis", field: "Wikis", verb: "show", whenEmpty: { _ in "de; en, fr; dewiktionary; all" },
      openedBy: "wikis.choose",
      following: { text in text.map { text in Self.choices(WikiWords(text), current) }.skipRepeats() },
      choose: { choice in choose(WikiSelection(choice.id.split(separator: ",").map(String.init))) })
    list.note = { text in text.map { WikiWords($0).mistake }.skipRepeats() }
    return list
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
