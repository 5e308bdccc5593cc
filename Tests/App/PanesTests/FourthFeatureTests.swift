import Assembly
import Foundation
import Model
import ModelTesting
import Screen
import Signals
import SignalsTesting
import Storage
import Testing
import Text

@testable import News
@testable import PaneKit
@testable import SettingsFile
@testable import Simulation

/// What the service of the tests answers.
private final class ScriptedNews: NewsService {
  let answers = MutableProperty<[Result<[NewsItem], ServiceError>]>([])
  let count = MutableProperty(0)

  func items() -> SignalProducer<NewsAnswer, ServiceError> {
    SignalProducer<[NewsItem], ServiceError> { [answers, count] () -> Result<[NewsItem], ServiceError> in
      count.modify { $0 += 1 }
      return answers.modify { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }
    .map { NewsAnswer($0) }
  }
}

/// A feature with everything that the program's own have, of which nothing of the program knows: it is listed, and no file of the
/// program is changed.
@Suite(.serialized) struct FourthFeatureTests {
  private static let items = [
    NewsItem(id: 3, title: "Swift on Mars", points: 120), NewsItem(id: 2, title: "A quiet day", points: 3),
    NewsItem(id: 1, title: "Zürich by night", points: 40),
  ]
  private static let vocabulary = SettingsVocabulary(
    commands: CommandCatalog(Features.panes + [.news]).names, features: Features.settings + [.news])

  @UI private static func story(
    _ service: ScriptedNews, yaml: String = "", store: (any StateStore)? = nil
  ) throws -> ShellStory {
    if service.answers.value.isEmpty { service.answers.value = [.success(items)] }
    return try story(of: service, yaml: yaml, store: store)
  }

  @UI private static func story(
    of service: any NewsService, origin: Origin = .live, yaml: String = "", store: (any StateStore)? = nil
  ) throws -> ShellStory {
    let settings = try settings(yaml)
    let story = ShellStory(
      origin: origin, feedOrigin: origin, features: [.news(of: service)], settings: settings, store: store)
    story.answers()
    story.type(.backTab)
    return story
  }

  /// The rows of the news, without the border.
  @UI private static func rows(_ story: ShellStory) -> [String] {
    story.look().split(separator: "\n").map(String.init)
      .compactMap { line in line.firstMatch(of: /│ {1,2}(\d+ {2}[^│]*?) *│/).map { String($0.output.1) } }
  }

  /// The line with the upper border of the news.
  @UI private static func border(_ story: ShellStory) -> Substring? { story.lines.first { $0.contains("─ News") } }

  @Test func itsItemsAreShownFilteredRefreshedAndSorted() async throws {
    try await ShellStory.tell {
      let service = ScriptedNews()
      let story = try Self.story(service)
      #expect(Self.rows(story) == ["120  Swift on Mars", "3  A quiet day", "40  Zürich by night"])
      story.type("/")
      story.type("zur")
      story.turn(seconds: 1)
      #expect(Self.rows(story) == ["40  Zürich by night"])
      story.type(.escape)
      story.type("s")
      #expect(Self.rows(story) == ["120  Swift on Mars", "40  Zürich by night", "3  A quiet day"])
      service.answers.value = [.success([NewsItem(id: 4, title: "New", points: 1)])]
      story.type("r")
      story.answers()
      #expect(Self.rows(story) == ["1  New"] && service.count.value == 2)
      service.answers.value = [.failure(.notFound("news"))]
      story.type("r")
      story.answers()
      #expect(story.look().contains(ServiceError.notFound("news").sentence.string))
    }
  }

  @Test func anotherOrderBeginsWithItsFirstItem() async throws {
    try await ShellStory.tell {
      let story = try Self.story(ScriptedNews())
      story.type("j", "j", "s", .enter)
      #expect(story.look().contains("News › Item") && story.screen.contains("Swift on Mars"))
      #expect(!story.screen.contains("Zürich by night"))
    }
  }

  @Test func itsItemIsOpenedReadAndClosed() async throws {
    try await ShellStory.tell {
      let service = ScriptedNews()
      let long = NewsItem(id: 1, title: "A long one", points: 2, text: (1...60).map { "Line \($0)." })
      service.answers.value = [.success([long])]
      let story = try Self.story(service)
      #expect(story.look().contains("⏎ read"))
      // The key after the one that opens it is the item's, also before a frame shows it.
      story.type(.enter, "G")
      #expect(story.look().contains("News › Item") && story.screen.contains("Line 60."))
      #expect(story.shell.scope.context == .newsItem && story.footer.contains("back"))
      story.type("g")
      #expect(story.look().contains("A long one") && story.screen.contains("Line 1."))
      #expect(!story.screen.contains("Line 60."))
      // What is open stays as it was.
      service.answers.value = [.success([NewsItem(id: 1, title: "Another one", points: 3)])]
      story.type("R")
      story.answers()
      #expect(service.count.value == 2 && story.screen.contains("A long one"))
      story.type(.escape)
      story.look()
      #expect(Self.rows(story) == ["3  Another one"] && story.shell.scope.context == .news)
      let names = Set(story.shell.allCommands.map(\.id.name))
      #expect(names.isSuperset(of: ["news.open", "news.close"]))
      #expect(Self.vocabulary.commands.contains("news.open") && Self.vocabulary.commands.contains("news.close"))
    }
  }

  @Test func madeUpItemsAreShownAsSuch() async throws {
    try await ShellStory.tell {
      let story = try Self.story(of: DemoNews())
      story.look()
      #expect(Self.rows(story).count == 3 && Self.border(story)?.contains("demo") == true)
      story.type(.enter)
      story.look()
      #expect(Self.border(story)?.contains("demo") == true)
      let live = try Self.story(ScriptedNews())
      live.look()
      #expect(Self.border(live)?.contains("demo") == false)
      // Where the header says it, the border need not.
      let all = try Self.story(of: DemoNews(), origin: .demo)
      #expect(all.look().contains("DEMO") && Self.border(all)?.contains("demo") == false)
    }
  }

  @Test func madeUpItemsMeetNoRule() async throws {
    try await ShellStory.tell {
      let story = try Self.story(
        of: DemoNews(), yaml: "rules: [{ in: news, when: 100 points, bell: true }]",
        store: MemoryStateStore(RememberedState()))
      story.turn(seconds: 1)
      #expect(story.display.rings == 0)
    }
  }

  @Test func itsKeysSayWhereTheyCanBeUsedAndSettingsMayChangeThem() async throws {
    try await ShellStory.tell {
      let story = try Self.story(ScriptedNews(), yaml: "keys: { news.sort: F6 }")
      story.type(.function(6))
      #expect(Self.rows(story).last == "3  A quiet day")
      story.type("t")
      story.look()
      #expect(story.footer.contains("t: open a tab (in the list of questions)"))
      #expect(Self.vocabulary.commands.contains("news.sort"))
    }
  }

  @Test func itsSettingIsReadAndCheckedAndInTheReference() async throws {
    try await ShellStory.tell {
      let story = try Self.story(ScriptedNews(), yaml: "news: { least-points: 40 }")
      #expect(Self.rows(story) == ["120  Swift on Mars", "40  Zürich by night"])
    }
    let mistakes = SettingsText.decode("news: { least-points: many }", vocabulary: Self.vocabulary)
    #expect(throws: SettingsMistakes.self) { try mistakes.get() }
    #expect(SettingsText.reference(vocabulary: Self.vocabulary).contains("`least-points`"))
  }

  @Test func itsChoiceIsThereAfterARestart() async throws {
    try await ShellStory.tell {
      let store = MemoryStateStore(RememberedState())
      let story = try Self.story(ScriptedNews(), store: store)
      story.type("s")
      #expect(store.changes(of: NewsChange.self) == [.order(.points)])
      var state = RememberedState()
      state[NewsMemory.self].order = .points
      let next = try Self.story(ScriptedNews(), store: MemoryStateStore(state))
      #expect(Self.rows(next).last == "3  A quiet day")
    }
  }

  /// The store knows neither the part nor its change: it gets them as those of the program's features.
  @Test func itsChoiceIsKeptInTheDatabase() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reactui-news-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let disk = TestScheduler(startDate: Date(timeIntervalSince1970: 1_795_200_000))
    try await ShellStory.tell {
      let story = try Self.story(ScriptedNews(), store: Self.database(in: folder, on: disk))
      disk.advance()
      story.answers()
      #expect(Self.rows(story).last == "40  Zürich by night")
      story.type("s")
      disk.advance()
      let next = try Self.story(ScriptedNews(), store: Self.database(in: folder, on: disk))
      disk.advance()
      next.answers()
      #expect(Self.rows(next).last == "3  A quiet day")
    }
  }

  private static func database(in folder: URL, on disk: TestScheduler) -> StateDatabase {
    let parts: [any RememberedPart.Type] = Features.remembered + [NewsMemory.self]
    return StateDatabase(folder.appending(path: "state.sqlite"), of: parts, inPlaceOn: disk, waiting: { _ in })
  }

  @Test func itsRuleMarksItsItem() async throws {
    try await ShellStory.tell {
      let story = try Self.story(
        ScriptedNews(), yaml: "rules: [{ in: news, when: 100 points, bell: true }]",
        store: MemoryStateStore(RememberedState()))
      story.turn(seconds: 1)
      #expect(Self.rows(story).first == "120  Swift on Mars  100 points")
      #expect(story.display.rings == 1)
    }
  }

  /// The simulation restarts it as it does the program's own, with a store in memory and with databases, and sees what is lost.
  @Test(arguments: ["", "databases"]) func itsChoiceIsThereAfterASimulatedRestart(head: String) async throws {
    let script = try Script(text: "\(head)\npass 1000\nkey Shift-Tab\npass 100\nkey s\npass 500\nrestart\npass 1000")
    let service = ScriptedNews()
    service.answers.value = [.success(Self.items)]
    UI.runInBackground()
    func play(remembering parts: [any RememberedPart.Type]) async -> Simulation.Failure? {
      await Task { @UI in
        let news = SimulatedFeature(.news(of: service), remembered: parts) { pane in
          (pane as? NewsPane).map { ["order of news": $0.viewModel.state.value.order.rawValue] } ?? [:]
        }
        return Simulation.play(script, with: [news], heals: false).failure
      }.value
    }
    #expect(await play(remembering: [NewsMemory.self]) == nil)
    #expect(await play(remembering: [])?.sentence == "the order of news is another one after a start")
  }

  // MARK: Own commands and rules

  private static let commandAndRule = """
    commands: [{ name: post it, key: P, in: news, run: [post, --, "{title}", "{points}"] }]
    rules: [{ in: news, when: 100 points, command: post it, bell: true }]
    """

  private static func settings(_ yaml: String) throws -> Settings {
    try SettingsText.decode(yaml, vocabulary: vocabulary)
      .flatMap { Settings.resolve(file: $0, vocabulary: vocabulary) }.get().settings
  }

  @Test func theSettingsKnowItsSubject() throws {
    let settings = try Self.settings(Self.commandAndRule)
    #expect(settings.commands[0].kinds == [.news] && settings.rules[0].id == "news 100 points post it")
    for (yaml, sentence) in [
      ("rules: [{ in: news, when: many }]", "when: give a number of points"),
      ("rules: [{ in: headline, when: 1 points }]", "give questions, edits, rooms or news"),
      ("commands: [{ name: x, in: news, run: [a, \"{url}\"] }]", "news have no url; they have title, points"),
      ("commands: [{ name: x, in: edits, run: [a, \"{points}\"] }]", "edits have no points"),
    ] {
      let mistakes = #expect(throws: SettingsMistakes.self) { try Self.settings(yaml) }
      #expect(mistakes?.all.first?.description.contains(sentence) == true, "\(mistakes?.all ?? [])")
    }
  }

  @Test func aRuleMeetsClaimsAndMarksItsSubjectsOnceAlsoAfterARestart() throws {
    let settings = try Self.settings(Self.commandAndRule)
    let store = MemoryStateStore(RememberedState())
    let calls = MutableProperty<[ProgramCall]>([])
    for run in 1...2 {
      let scheduler = TestScheduler()
      let items = MutableProperty<[NewsItem]>([])
      let programs = ProgramsViewModel(
        commands: Property(value: settings.commands),
        run: { call in
          calls.modify { $0.append(call) }
          return SignalProducer(value: ProgramEnd(failure: nil))
        }, scheduler: scheduler)
      let memory = Memory(in: store, on: scheduler)
      let rules = RulesViewModel(
        Property(value: settings.rules), of: [.news(items.producer)], programs: programs, memory: memory,
        scheduler: scheduler)
      let bells = rules.bells.record()
      scheduler.perform { memory.start() }
      scheduler.advance()
      #expect(rules.matches.value.news == (run == 1 ? [:] : [3: "post it"]))
      scheduler.perform { items.value = Self.items }
      scheduler.advance()
      #expect(rules.matches.value.news == [3: "post it"])
      #expect(store.claims.value == [["news 100 points post it", "3"]])
      #expect(calls.value.map(\.words) == [["post", "--", "Swift on Mars", "120"]])
      #expect(bells.values.count == (run == 1 ? 1 : 0))
    }
  }

  @Test func anOwnCommandRunsInItsPane() async throws {
    let settings = try Self.settings(Self.commandAndRule)
    let service = ScriptedNews()
    service.answers.value = [.success(Self.items)]
    let calls = MutableProperty<[ProgramCall]>([])
    await ShellStory.tell {
      let story = ShellStory(features: [.news(of: service)], commands: settings.commands) { call in
        calls.modify { $0.append(call) }
        return SignalProducer(value: ProgramEnd(failure: nil, lastLine: "posted"))
      }
      story.answers()
      story.type("P")
      #expect(calls.value.isEmpty, "it is not for questions")
      story.type(.backTab)
      #expect(story.look().contains("P post it"))
      story.type("P")
      story.answers()
      #expect(calls.value.map(\.words) == [["post", "--", "Swift on Mars", "120"]])
      #expect(story.footer == " post it: posted")
    }
  }

  /// As of a pane that has no context of its own.
  @Test func anOwnCommandForAKindOfWhichNoContextTellsIsInThePanes() {
    let headlines = SubjectKind("headlines", noun: "headline", values: [.title])
    let contexts = Features.catalog.contexts
    #expect(CommandSpec.Contexts.of([headlines], among: contexts) == .panes)
    #expect(!CommandSpec.Contexts.of([.questions], among: contexts).contains(.pane))
  }
}
