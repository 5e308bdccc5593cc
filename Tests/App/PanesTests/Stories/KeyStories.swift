import Foundation
import Model
import Screen
import Simulation
import Testing

/// Keys that are typed faster than anything is drawn or comes to pass: the clock stands still, no frame is drawn between
/// two keys, and nothing that is scheduled runs but where an answer comes. Each key has to mean what it means after the
/// ones before it.
@Suite struct KeyStories {
  /// What is typed, and what is seen after it.
  struct Line: Sendable, CustomTestStringConvertible {
    /// As ``Screen/KeyEvent/keys(_:)`` reads them; `①` answers the latest request for questions with the sample's, `②`
    /// that for an open question, and `③` looks.
    var keys: String
    /// What must be on the screen.
    var sees: [String]
    /// What must not.
    var lacks: [String] = []
    /// What must be in the last line.
    var footer: String
    var quits = false

    var testDescription: String { keys }
  }

  private static let listFooter = " ↑↓ move   ⏎ open"
  private static let filterFooter = " ↑↓ move   ⏎ keep   Esc clear"
  private static let readingFooter = " ↑↓ scroll   "
  private static let searchFooter = " ↑↓ scroll   ⏎ keep   Esc clear"
  private static let searchedFooter = "n N match   ⇥ next pane   Esc clear search"
  private static let wikipediaFooter = " ↑↓ move   ←→ pan"
  private static let helpFooter = " ↑↓ scroll   Esc close"

  /// From a dashboard in which all is loaded, the first of six questions selected.
  static let lines = [
    // A filter takes letters as text, from the first one on.
    Line(keys: "/quit", sees: ["Filter  quit"], footer: filterFooter),
    Line(
      keys: "/quit⏎", sees: ["Filter  quit", "None of 6 questions matches"],
      footer: "⇥ next pane   Esc clear filter   S search"),
    Line(keys: "/q⎋", sees: ["─ 6 ·", "s hot ─", "Debouncing"], lacks: ["Filter"], footer: listFooter),
    Line(keys: "/q⌫⎋q", sees: [], footer: "", quits: true),
    Line(keys: "/conc⏎", sees: ["Filter  conc", "5 of 6", "▌  42"], lacks: ["Windows Phone? "], footer: listFooter),
    Line(keys: "/conc⏎j", sees: ["▌  17"], footer: listFooter),
    Line(keys: "/rails⏎⏎", sees: ["Top › Question", "Structured concurrency in a Rails"], footer: readingFooter),
    Line(keys: "/conc⏎⏎", sees: ["Top › Question", "Why does Swift"], lacks: ["Filter"], footer: readingFooter),
    Line(keys: "/conc⏎jj⏎", sees: ["Top › Question", "ConcurrentHashMap"], footer: readingFooter),
    Line(keys: "/conc↓↓⏎⏎", sees: ["Top › Question", "ConcurrentHashMap"], footer: readingFooter),
    Line(keys: "/rails⏎⏎⎋", sees: ["Filter  rails", "1 of 6", "▌   0"], footer: listFooter),
    Line(keys: "/rails⏎⎋", sees: ["─ 6 ·", "s hot ─", "▌  42"], lacks: ["Filter"], footer: listFooter),
    Line(keys: "/c++⏎⏎", sees: ["Top › Question", "concurrency?"], footer: readingFooter),
    Line(keys: "/con⎋/rails⏎", sees: ["Filter  rails", "1 of 6"], footer: listFooter),
    Line(keys: "/con⏎/c⏎", sees: ["Filter  conc", "5 of 6"], footer: listFooter),
    Line(keys: "/jjj⌃u12⌫⏎⎋j", sees: ["─ 6 ·", "s hot ─", "▌  17"], footer: listFooter),
    Line(keys: "/rR?z⎋", sees: ["─ 6 ·", "s hot ─", "reactui"], lacks: ["╭─ Keys"], footer: listFooter),
    Line(keys: "/⌃c", sees: [], footer: "", quits: true),
    // Moving and reading.
    Line(keys: "jjj", sees: ["▌   0"], footer: listFooter),
    Line(keys: "jjjkk", sees: ["▌  17"], footer: listFooter),
    Line(keys: "Gkg", sees: ["▌  42"], footer: listFooter),
    Line(keys: "jjj⏎nn⎋", sees: ["─ 6 ·", "s hot ─", "▌   0"], footer: listFooter),
    Line(keys: "jjj⏎nn⎋k⏎", sees: ["Top › Question", "ConcurrentHashMap"], footer: readingFooter),
    Line(keys: "⏎⎋⏎⎋⏎⎋", sees: ["─ 6 ·", "s hot ─", "▌  42"], footer: listFooter),
    Line(keys: "⏎②③n", sees: ["✓ accepted"], footer: readingFooter),
    Line(keys: "⏎n②", sees: ["Top › Question", "✓ accepted"], footer: readingFooter),
    Line(keys: "⏎②③G⎋⏎", sees: ["Top › Question", "breakpoint", "I call an async"], footer: readingFooter),
    Line(keys: "⏎②j⎋j⏎②", sees: ["Debouncing"], lacks: ["Top ›  "], footer: readingFooter),
    Line(keys: "⏎jq", sees: ["▌  42"], lacks: ["Top › Question"], footer: listFooter),
    Line(keys: "⏎jqq", sees: [], footer: "", quits: true),
    // An open question is searched.
    Line(keys: "⏎②/quit", sees: ["Top › Question", "Search  quit"], footer: searchFooter),
    Line(keys: "⏎②/quit⏎", sees: ["Search  quit", "no match"], footer: searchedFooter),
    Line(keys: "⏎/quit②⏎jqq", sees: [], footer: "", quits: true),
    Line(keys: "⏎②/documentation⏎", sees: ["Search  documentation", "1 of 3"], footer: searchedFooter),
    Line(keys: "⏎②/documentation⏎n", sees: ["Search  documentation", "2 of 3"], footer: searchedFooter),
    Line(keys: "⏎②/documentation⏎nnn", sees: ["1 of 3", "inherits its actor"], footer: searchedFooter),
    Line(keys: "⏎②/documentation⏎N", sees: ["3 of 3", "Then look at"], footer: searchedFooter),
    Line(keys: "⏎②/main⎋", sees: ["Top › Question"], lacks: ["Search"], footer: readingFooter),
    Line(keys: "⏎②/main⏎⎋", sees: ["Top › Question"], lacks: ["Search"], footer: readingFooter),
    Line(keys: "⏎②/main⏎⌫⌫", sees: ["─ 6 ·", "s hot ─"], lacks: ["Search", "Question ─"], footer: listFooter),
    Line(keys: "⏎②/main⏎⎋⎋", sees: ["─ 6 ·", "s hot ─"], lacks: ["Search", "Question ─"], footer: listFooter),
    Line(keys: "⏎②/n12⌫⌃unN⎋⎋⏎", sees: ["Top › Question"], lacks: ["Search"], footer: readingFooter),
    Line(keys: "/conc⏎⏎②/main⏎⎋⎋", sees: ["Filter  conc", "5 of 6"], lacks: ["Search"], footer: listFooter),
    Line(keys: "⏎②/main⏎/x⏎", sees: ["Search  mainx", "no match"], footer: searchedFooter),
    Line(keys: "⏎②nnN?q", sees: ["✓ accepted"], footer: readingFooter),
    Line(keys: "⏎②/main⏎2①1", sees: ["Top › Question", "Search  main"], footer: searchedFooter),
    Line(keys: "⏎②/main21", sees: ["Top › Question", "Search  main21"], footer: searchFooter),
    // Tabs.
    Line(keys: "2①j⏎⎋1", sees: ["─ 6 ·", "s hot ─", "▌  42"], footer: listFooter),
    Line(keys: "2⏎⎋1", sees: ["─ 6 ·", "s hot ─", "▌  42"], footer: listFooter),
    // What is typed before the rows have come is done when they are there.
    Line(keys: "2j⏎①", sees: ["Android › Question", "Debouncing"], footer: "Esc back"),
    Line(keys: "→→←2①/rails⏎1⏎", sees: ["Top › Question", "Why does Swift"], footer: readingFooter),
    Line(keys: "/ra2⎋", sees: ["─ 6 ·", "s hot ─"], lacks: ["Loading"], footer: listFooter),
    Line(keys: "/ruby⏎3①1", sees: ["Filter  ruby", "1 of 6"], footer: listFooter),
    Line(keys: "2①/ios⏎⏎1", sees: ["─ 6 ·", "s hot ─"], lacks: ["Question ─"], footer: listFooter),
    Line(keys: "2①/ios⏎⏎12", sees: ["Android › Question", "Debouncing"], footer: readingFooter),
    Line(keys: "llll", sees: ["Loading hot questions tagged windows-phone"], footer: "⇥ next pane   S search"),
    // Refreshing.
    Line(keys: "jrj", sees: ["▌   3"], footer: listFooter),
    Line(keys: "jr①j", sees: ["▌   3"], footer: listFooter),
    Line(keys: "r/ra⏎①⏎", sees: ["Top › Question", "Structured"], footer: readingFooter),
    // The focus.
    Line(keys: "⇥j", sees: ["╭─ Wikipedia", "▌ 14:"], footer: wikipediaFooter),
    Line(keys: "⇥jj/quit", sees: ["╭─ Wikipedia", "Filter  quit"], footer: filterFooter),
    Line(keys: "⇥/quit⏎", sees: ["Filter  quit", "None of 9 events matches"], footer: " ←→ pan"),
    Line(keys: "⇥/quit⏎q", sees: [], footer: "", quits: true),
    Line(keys: "⇥/7⏎", sees: ["Filter  7", "1 of 9", "Article 7"], lacks: ["Article 8  "], footer: wikipediaFooter),
    Line(keys: "⇥/7⏎j", sees: ["Filter  7", "▌ 14:"], footer: wikipediaFooter),
    Line(keys: "⇥/7⏎j⎋", sees: ["Article 8", "▌ 14:"], lacks: ["Filter"], footer: wikipediaFooter),
    Line(keys: "⇥/7⏎j⎋⎋", sees: ["Article 8"], lacks: ["Filter", "▌ 14:"], footer: wikipediaFooter),
    Line(keys: "⇥/7⎋", sees: ["Article 8"], lacks: ["Filter"], footer: wikipediaFooter),
    Line(keys: "⇥/ab←c⇱⌦⌃e", sees: ["Filter  cb"], footer: filterFooter),
    Line(keys: "⇥/art↓⏎", sees: ["Filter  art", "▌ 14:"], footer: wikipediaFooter),
    Line(keys: "⇥/p+0⎋", sees: ["╭─ Wikipedia"], lacks: ["paused"], footer: wikipediaFooter),
    Line(keys: "/con⇥/art⇤", sees: ["Filter  con"], footer: filterFooter),
    Line(keys: "/con⇥jj⇤a", sees: ["Filter  cona"], footer: " keep   Esc clear"),
    Line(keys: "⇥⇥p⇥j", sees: ["▌  17"], footer: listFooter),
    Line(keys: "⇥⇥+⇥⏎", sees: ["Top › Question"], footer: readingFooter),
    Line(keys: "⇤⇤⇤/q⎋", sees: ["─ 6 ·", "s hot ─"], footer: listFooter),
    Line(keys: "⇥jjj⎋", sees: ["╭─ Wikipedia"], lacks: ["▌ 14:"], footer: wikipediaFooter),
    // Help and zoom.
    Line(keys: "?q", sees: ["─ 6 ·", "s hot ─"], lacks: ["╭─ Keys"], footer: listFooter),
    Line(
      keys: "?j⇥2", sees: ["╭─ Keys"], lacks: ["Filter  ", "Loading"], footer: " 2: show tab 2 (in Stack Overflow)"),
    Line(
      keys: "?/r⇥2", sees: ["╭─ Keys", "Search  r2"], lacks: ["Filter  ", "Loading"], footer: "⏎ keep   Esc clear"),
    Line(keys: "?/q⏎n⎋", sees: ["╭─ Keys"], lacks: ["Search  "], footer: helpFooter),
    Line(keys: "?⎋j", sees: ["▌  17"], lacks: ["╭─ Keys"], footer: listFooter),
    Line(keys: "??j", sees: ["▌  17"], footer: listFooter),
    Line(keys: "?⏎⏎", sees: ["Top › Question"], lacks: ["╭─ Keys"], footer: readingFooter),
    Line(keys: "?qq", sees: [], footer: "", quits: true),
    Line(keys: "/?⎋?", sees: ["╭─ Keys"], lacks: ["Filter  ?"], footer: helpFooter),
    Line(keys: "zzk", sees: ["─ 6 ·", "s hot ─", "▌  42"], footer: listFooter),
    Line(keys: "z/zz⏎zk", sees: ["Filter  zz"], footer: "⇥ next pane   Esc clear filter   S search"),
    // Links and notices.
    Line(keys: "y", sees: [], footer: " Copied https://stackoverflow.com/q/1"),
    Line(keys: "jy", sees: [], footer: " There is no link here"),
    Line(keys: "/rails⏎y", sees: ["1 of 6"], footer: " There is no link here"),
    Line(keys: "j⏎⎋ky", sees: [], footer: " Copied https://stackoverflow.com/q/1"),
    Line(keys: "/y⎋o", sees: [], footer: " Opened https://stackoverflow.com/q/1"),
  ]

  @Test(arguments: lines, [Size(width: 80, height: 24), Size(width: 120, height: 36)])
  func keysMeanWhatTheyMeanAfterTheOnesBefore(line: Line, size: Size) async throws {
    try await StoryHouse.tell(at: size) { house in
      ScreenStories.load(house)
      house.glance("loaded")
      Self.type(line.keys, house)
      #expect(house.hasQuit == line.quits)
      guard !line.quits else { return }
      let screen = house.glance(line.keys)
      let footer = screen.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
      #expect(footer.contains(line.footer), "\(footer)")
      for fragment in line.sees { #expect(screen.contains(fragment), "\(fragment) in\n\(screen)") }
      for fragment in line.lacks { #expect(!screen.contains(fragment), "\(fragment) in\n\(screen)") }
    }
  }

  /// Before anything has been answered.
  static let early = [
    Line(keys: "/quit⏎", sees: ["Loading", "Filter  quit"], footer: "⇥ next pane   Esc clear filter   S search"),
    Line(keys: "/rails①⏎⏎", sees: ["Top › Question", "Structured"], footer: readingFooter),
    Line(keys: "/rails⏎①⏎", sees: ["Top › Question", "Structured"], footer: readingFooter),
    Line(keys: "⏎①", sees: ["Top › Question", "hop threads"], footer: "Esc back"),
    Line(keys: "jjG①j", sees: ["▌ 27k"], footer: listFooter),
    Line(keys: "⇥/quit⏎", sees: ["╭─ Wikipedia", "Filter  quit"], footer: " ⇥ next pane"),
    Line(keys: "⏎①⏎/quit⏎", sees: ["Top › Question", "Search  quit"], footer: searchedFooter),
    Line(keys: "⇥jjg⇥+p0⇥①", sees: ["─ 6 ·", "s hot ─"], footer: listFooter),
    // The rooms' own commands have the key too, and nothing to say.
    Line(keys: "⇤k", sees: [], footer: " The chart has no values yet"),
    Line(keys: "?q①?", sees: ["╭─ Keys"], footer: helpFooter),
    Line(keys: "rr①⏎", sees: ["Top › Question"], footer: readingFooter),
  ]

  @Test(arguments: early, [Size(width: 80, height: 24), Size(width: 120, height: 36)])
  func keysHaveAMeaningBeforeThereIsAnything(line: Line, size: Size) async throws {
    try await StoryHouse.tell(at: size) { house in
      house.start()
      Self.type(line.keys, house)
      #expect(!house.hasQuit)
      let screen = house.glance(line.keys)
      let footer = screen.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
      #expect(footer.contains(line.footer), "\(footer)")
      for fragment in line.sees { #expect(screen.contains(fragment), "\(fragment) in\n\(screen)") }
    }
  }

  @UI private static func type(_ keys: String, _ house: StoryHouse) {
    var typed = ""
    for sign in keys {
      guard "①②③".contains(sign) else {
        typed.append(sign)
        continue
      }
      house.type(typed)
      typed = ""
      switch sign {
      case "①": house.answerQuestions(StoryMaterial.page)
      case "②":
        let id = house.detailsAsked.last.flatMap { Int($0) } ?? 1
        house.answerDetail(StoryMaterial.detail(of: Sample.questions[id - 1]))
      default: house.glance("meanwhile")
      }
    }
    house.type(typed)
  }
}
