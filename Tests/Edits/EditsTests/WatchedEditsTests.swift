import Edits
import Model
import Testing
import Text

/// Pages and users that are watched by key, beside what the settings watch.
@Suite struct WatchedEditsTests {
  private static func edit(
    _ title: SafeText = "Saturn", by user: SafeText? = "Maria", on wiki: String? = "enwiki",
    kind: WikiEvent.Kind = .unspecified
  ) -> WikiEvent {
    let revision = wiki.map { WikiRevision(wiki: $0, old: nil, new: 7) }
    return WikiEvent(
      kind: kind, title: title, time: nil, wiki: wiki, edit: WikiEdit(revision: revision, user: user))
  }

  @Test func aPageIsThatOfItsWikiAlone() {
    let watched = WatchedEdits(byHand: [WatchedSubject(.page, "Saturn", on: "enwiki")])
    #expect(watched.matches(Self.edit()) && watched.matches(Self.edit(by: nil)))
    #expect(!watched.matches(Self.edit(on: "dewiki")), "a page of another wiki with the same title")
    #expect(!watched.matches(Self.edit("Saturn V")) && !watched.matches(Self.edit("Mars", by: "Saturn")))
  }

  @Test func aUserIsThatOfItsWikiAlone() {
    let watched = WatchedEdits(byHand: [WatchedSubject(.user, "Maria", on: "enwiki")])
    #expect(watched.matches(Self.edit()) && watched.matches(Self.edit("Mars")))
    #expect(!watched.matches(Self.edit(on: "dewiki")) && !watched.matches(Self.edit(by: nil)))
    #expect(!watched.matches(Self.edit("Maria", by: "Ingrid")))
  }

  /// Without a wiki, a user or a title there is nothing to watch, and a sign-up or a log entry is no edit.
  @Test func whatIsNotKnownCannotBeWatched() {
    #expect(WatchedSubject(.page, of: Self.edit()) == WatchedSubject(.page, "Saturn", on: "enwiki"))
    #expect(
      WatchedSubject(.page, of: Self.edit(on: nil)) == nil && WatchedSubject(.user, of: Self.edit(by: nil)) == nil)
    #expect(WatchedSubject(.page, of: Self.edit("")) == nil && WatchedSubject(.user, of: Self.edit(by: "")) == nil)
    #expect(WatchedSubject(.page, of: Self.edit(kind: .newuser)) == nil)
    #expect(WatchedSubject(.user, of: Self.edit(kind: .special)) == nil)
  }

  @Test func theSettingsHoldBesideIt() {
    let watched = WatchedEdits(
      settings: [
        EditWatch(.title("saturn"), ringsBell: true), EditWatch(.user("Vand77")), EditWatch(.matches("maria")),
      ],
      byHand: [WatchedSubject(.page, "Mars", on: "enwiki")])
    #expect(watched.matches(Self.edit(on: "dewiki")) && watched.ringBell(for: Self.edit()))
    #expect(watched.matches(Self.edit("Mars")) && !watched.ringBell(for: Self.edit("Mars")))
    #expect(watched.hasSetting(for: WatchedSubject(.page, "Saturn", on: "dewiki")))
    #expect(watched.hasSetting(for: WatchedSubject(.user, "Vand77", on: "enwiki")))
    #expect(!watched.hasSetting(for: WatchedSubject(.user, "Saturn", on: "enwiki")))
    #expect(!watched.hasSetting(for: WatchedSubject(.user, "Maria", on: "enwiki")), "words name no user")
  }

  @Test func whatIsIgnoredIsThatOfItsWikiAloneAndWatchingWins() {
    var watched = WatchedEdits(ignored: [
      WatchedSubject(.page, "Saturn", on: "enwiki"), WatchedSubject(.user, "Ingrid", on: "enwiki"),
    ])
    #expect(watched.ignores(Self.edit()) && watched.ignores(Self.edit("Mars", by: "Ingrid")))
    #expect(!watched.ignores(Self.edit(on: "dewiki")) && !watched.ignores(Self.edit("Mars")))
    #expect(!watched.ignores(Self.edit(kind: .newuser)) && !watched.matches(Self.edit()))
    watched.byHand = [WatchedSubject(.user, "Maria", on: "enwiki")]
    watched.settings = [EditWatch(.title("Mars"))]
    #expect(!watched.ignores(Self.edit()) && !watched.ignores(Self.edit("Mars", by: "Ingrid")))
    #expect(watched.ignores(Self.edit(by: "Ada")))
  }

  @Test func theListHasTheSettingsFirstAndIsAlwaysInTheSameOrder() {
    let subjects = [
      WatchedSubject(.page, "Mars", on: "dewiki"), WatchedSubject(.page, "Mars", on: "enwiki"),
      WatchedSubject(.page, "Saturn", on: "dewiki"), WatchedSubject(.user, "Ada", on: "enwiki"),
    ]
    let setting = EditWatch(.user("Vand77"))
    let watched = WatchedEdits(settings: [setting], byHand: Set(subjects.shuffled()))
    #expect(watched.entries == [.setting(setting)] + subjects.map(WatchedEdits.Entry.byHand))
  }
}
