import Assembly
import Foundation
import Model
import ModelTesting
import News
import Screen
import Signals
import Testing
import Text

@testable import Panes
@testable import SettingsFile

/// What the service of the tests answers.
private final class ScriptedNews: NewsService {
  let answers = MutableProperty<[Result<[NewsItem], ServiceError>]>([])
  let count = MutableProperty(0)

  func items() -> SignalProducer<[NewsItem], ServiceError> {
    SignalProducer { [answers, count] () -> Result<[NewsItem], ServiceError> in
      count.modify { $0 += 1 }
      return answers.modify { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }
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
    commands: CommandCatalog(Features.panes + [.news]).names, features: .standard + [.news])

  @UI private static func story(
    _ service: ScriptedNews, yaml: String = "", store: (any StateStore)? = nil
  ) throws -> ShellStory {
    let settings = try SettingsText.decode(yaml, vocabulary: vocabulary)
      .flatMap { Settings.resolve(file: $0, vocabulary: vocabulary) }.get().settings
    if service.answers.value.isEmpty { service.answers.value = [.success(items)] }
    let story = ShellStory(features: [.news(of: service)], settings: settings, store: store)
    story.answers()
    story.type(.backTab)
    return story
  }

  /// The rows of the news, without the border.
  @UI private static func rows(_ story: ShellStory) -> [String] {
    story.look().split(separator: "\n").map(String.init)
      .compactMap { line in line.firstMatch(of: /│ {1,2}(\d+ {2}[^│]*?) *│/).map { String($0.output.1) } }
  }

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
}
