import Station

/// The events that are emitted one after another in a measurement, in roughly the proportions of the real wikis.
struct EventMix: Sendable {
  /// The wikis in turn.
  var wikis = ["enwiki"]
  /// Whether other streams report facts about the edits, as often as Wikimedia's do: of three edits the author of two and the
  /// tags of one, and of six the risk of one.
  var hasFacts = false

  /// The fraction of the events that are edits of articles, which the rate counts.
  static let editShare = 0.7

  /// Names as Wikimedia's streams have them; one in 20 is the English Wikipedia.
  static let allWikis =
    ["enwiki", "wikidatawiki", "commonswiki"]
    + ["de", "fr", "es", "ru", "ja", "zh", "it", "pt", "pl", "nl", "ar", "fa", "uk", "vi", "sv", "he", "tr"].map {
      $0 + "wiki"
    }

  /// Returns an event with its facts.
  ///
  /// - Parameter number: Counts the events from 0.
  func events(_ number: Int) -> [RecentChange] {
    guard hasFacts else { return [change(number)] }
    return [change(number)] + facts(before: number)
  }

  /// Of 200 events one is a sign-up and 140 are edits of articles.
  private func change(_ number: Int) -> RecentChange {
    var change: RecentChange
    switch number % 200 {
    case 0: change = .signUp("Newcomer \(number)")
    case 1..<141:
      change = .edit(
        "Article \(number % 7_919) of the river Łyna", user: "User \(number % 4_999)", by: number % 401 - 200)
      change.comment = "/* History */ the year in which the bridge was built, with its source"
      change.isBot = number % 4 == 0
    case 141..<170:
      change = RecentChange(
        .edit(oldLength: 100, newLength: 120), title: "Talk:Article \(number % 7_919)", namespace: 1)
    case 170..<190:
      change = RecentChange(
        .edit(oldLength: 100, newLength: 120), title: "User talk:Somebody \(number)", namespace: 3)
    default: change = RecentChange(.log(type: "move", action: "move"), title: "Article \(number % 7_919)")
    }
    change.wiki = wikis[number % wikis.count]
    return change
  }

  /// Facts about an edit of some seconds ago, which is when they come.
  private func facts(before number: Int) -> [RecentChange] {
    let earlier = max(0, number - Self.delay)
    let revision = WikipediaFeed.revision(ofEvent: Self.position(earlier))
    var notes: [EditNote] = []
    if number % 3 == 0 {
      notes.append(EditNote(.tags(["mobile edit", "visualeditor"], before: []), of: revision))
    } else {
      notes.append(EditNote(.author(edits: number % 5_000, age: Double(number % 900) * 86_400), of: revision))
    }
    if number % 6 == 1 { notes.append(EditNote(.risk(Double(number % 1_000) / 1_000), of: revision)) }
    return notes.map { note in
      var change = change(earlier)
      change.kind = .note(note)
      return change
    }
  }

  /// The number of events between an edit and the facts about it: five seconds at 400 events a second.
  private static let delay = 2_000

  /// The position of an event among all that are emitted before it, facts included.
  private static func position(_ number: Int) -> Int { 2 * number + (number + 4) / 6 }
}
