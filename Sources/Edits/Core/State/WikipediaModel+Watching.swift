import PaneKit
import Text

// Pages and users that are watched by key, besides those of the settings, and those that are ignored.

extension WikipediaModel {
  /// What is watched and what is ignored.
  var watched: WatchedEdits { list.watched }

  /// Watches the page or the user of an edit, or no longer if a person watches it already.
  ///
  /// - Parameter event: The open edit, else the selected one, if `nil`.
  mutating func watch(_ kind: WatchedSubject.Kind, of event: RecentEvent?) -> [Effect] {
    guard let event = event ?? chosenEdit?.event else { return [] }
    guard let subject = WatchedSubject(kind, of: event.event) else {
      return [.tell(kind == .page ? "This event has no page to watch" : "The user of this edit is unknown")]
    }
    if watched.byHand.contains(subject) { return unwatch(.byHand(subject)) }
    if watched.hasSetting(for: subject) { return [.tell("The settings watch \(subject.words): see wikipedia.watch")] }
    guard watched.byHand.count < WikipediaChoices.watchLimit else {
      return [.tell("\(WikipediaChoices.watchLimit) pages and users are watched: remove some first")]
    }
    return watch(subject, true) + [.tell("Watching \(subject.words); again: no longer")]
  }

  /// Stops watching; what the settings watch is only reported.
  mutating func unwatch(_ entry: WatchedEdits.Entry) -> [Effect] {
    switch entry {
    case .setting: return [.tell("The settings watch that: remove it from wikipedia.watch")]
    case .byHand(let subject):
      let isSet = watched.hasSetting(for: subject)
      let sentence: SafeText =
        isSet ? "The settings still watch \(subject.words): see wikipedia.watch" : "No longer watching \(subject.words)"
      return watch(subject, false) + [.tell(sentence)]
    }
  }

  /// Leaves out the edits of a page or a user, or no longer.
  mutating func ignore(_ subject: WatchedSubject, _ isIgnored: Bool) -> [Effect] {
    guard isIgnored != watched.ignored.contains(subject) else { return [] }
    if isIgnored {
      guard !watched.byHand.contains(subject), !watched.hasSetting(for: subject) else {
        return [.tell("It is watched, so it is not ignored: first stop watching \(subject.words)")]
      }
      guard watched.ignored.count < WikipediaChoices.watchLimit else {
        return [.tell("\(WikipediaChoices.watchLimit) pages and users are ignored: remove some first")]
      }
    }
    let effects = keep(.ignore(subject, isIgnored))
    showWatched()
    let sentence: SafeText =
      isIgnored
      ? "Ignored; the command “what is ignored” takes back \(subject.words)" : "No longer ignoring \(subject.words)"
    return effects + [.tell(sentence)]
  }

  private mutating func watch(_ subject: WatchedSubject, _ isWatched: Bool) -> [Effect] {
    let effects = keep(.watch(subject, isWatched))
    showWatched()
    return effects
  }

  /// Marks the edits that the settings or a person watch, and leaves out those that are ignored.
  mutating func showWatched() {
    let choices = choices.value
    let watched = WatchedEdits(settings: settings.watch, byHand: choices.watched, ignored: choices.ignored)
    guard watched != list.watched else { return }
    list.watch(watched, holding: edit.edit?.event.id)
    showLatest()
  }
}

extension WatchedSubject {
  /// `“Saturn” on enwiki`
  fileprivate var words: SafeText { "“\(name)” on \(SafeText(oneLine: wiki))" }
}
