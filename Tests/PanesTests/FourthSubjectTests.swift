import Model
import ModelTesting
import Screen
import SettingsFile
import Signals
import SignalsTesting
import Simulation
import Testing
import Text
import ViewModels

@testable import Panes

// A kind of subject that nothing else knows of, as a feature declares it: headlines, with their points.

private struct Headline: Hashable, Sendable {
  var id: Int
  var title: SafeText
  var points: Int
}

extension SubjectKind {
  fileprivate static let headlines = SubjectKind("headlines", noun: "headline", values: [.title, .points])
}

extension ProgramValue {
  fileprivate static let points = ProgramValue("points")
}

extension ProgramSubject {
  fileprivate init(_ headline: Headline) {
    self.init(.headlines, [.title: headline.title, .points: "\(headline.points)"])
  }
}

private struct LeastPoints: Hashable, Sendable {
  var points: Int
}

extension SubjectDescription {
  fileprivate static let headlines = SubjectDescription(
    .headlines, meaning: "a least number of points", examples: ["100 points"]
  ) { text throws(ConditionMistake) in
    guard text.ends(with: " points"), let points = Int(text.dropLast(" points".count)) else {
      throw ConditionMistake("give a number of points")
    }
    return RuleCondition(.headlines, LeastPoints(points: points))
  }
}

private struct HeadlineRules: RuleEvaluator {
  private var rules: [TypedRule<LeastPoints>] = []
  private var headlines: [Headline] = []

  mutating func use(_ rules: [TypedRule<LeastPoints>], new: [TypedRule<LeastPoints>]) -> [RuleNews] {
    self.rules = rules
    return news(of: new)
  }

  mutating func take(_ headlines: [Headline]) -> [RuleNews] {
    self.headlines = headlines
    return news(of: rules)
  }

  private func news(of rules: [TypedRule<LeastPoints>]) -> [RuleNews] {
    rules.flatMap { rule in
      headlines.filter { $0.points >= rule.condition.points }.map { headline in
        .met(RuleSubject(.headlines, headline.id, text: "\(headline.id)"), by: rule.rule) { ProgramSubject(headline) }
      }
    }
  }
}

extension RuleMatches {
  fileprivate var headlines: [Int: SafeText] { names(of: .headlines) }
}

@UI
private final class HeadlinesPane: Pane {
  let id: PaneID = "headlines"
  let title: SafeText = "Headlines"
  let leastSize = Size(width: 20, height: 5)
  let commands: [Panes.Command] = []
  var changes: Signal<Void, Never> { .never }
  var subject: PaneSubject? {
    PaneSubject(.headlines, isThere: true) { ProgramSubject(Headline(id: 1, title: "Swift on Mars", points: 120)) }
  }

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    PaneBorder(title: title, status: [], isBusy: false).draw(context, into: &canvas)
  }

  func point(_ event: MouseEvent) -> Bool { false }
}

/// A feature's kind of subjects has own commands and rules, without a change of anything that exists.
@Suite(.serialized) struct FourthSubjectTests {
  private static let yaml = """
    commands: [{ name: post it, key: P, in: headlines, run: [post, --, "{title}", "{points}"] }]
    rules: [{ in: headlines, when: 100 points, command: post it, bell: true }]
    """

  private static func settings(_ yaml: String) throws -> Settings {
    let vocabulary = SettingsVocabulary(commands: [], features: .standard + [SettingsFeature(subject: .headlines)])
    return try SettingsText.decode(yaml, vocabulary: vocabulary)
      .flatMap { Settings.resolve(file: $0, vocabulary: vocabulary) }.get().settings
  }

  @Test func theSettingsKnowIt() throws {
    let settings = try Self.settings(Self.yaml)
    #expect(settings.commands[0].kinds == [.headlines] && settings.rules[0].id == "headlines 100 points post it")
    for (yaml, sentence) in [
      ("rules: [{ in: headlines, when: many }]", "when: give a number of points"),
      ("rules: [{ in: headline, when: 1 points }]", "give questions, edits, rooms or headlines"),
      ("commands: [{ name: x, in: headlines, run: [a, \"{url}\"] }]", "headlines have no url; they have title, points"),
      ("commands: [{ name: x, in: edits, run: [a, \"{points}\"] }]", "edits have no points"),
    ] {
      let mistakes = #expect(throws: SettingsMistakes.self) { try Self.settings(yaml) }
      #expect(mistakes?.all.first?.description.contains(sentence) == true, "\(mistakes?.all ?? [])")
    }
  }

  @Test func aRuleMeetsClaimsAndMarksItsSubjectsOnceAlsoAfterARestart() throws {
    let settings = try Self.settings(Self.yaml)
    let store = MemoryStateStore(RememberedState())
    let calls = MutableProperty<[ProgramCall]>([])
    for run in 1...2 {
      let scheduler = TestScheduler()
      let headlines = MutableProperty<[Headline]>([])
      let programs = ProgramsViewModel(
        commands: Property(value: settings.commands),
        run: { call in
          calls.modify { $0.append(call) }
          return SignalProducer(value: ProgramEnd(failure: nil))
        }, scheduler: scheduler)
      let memory = Memory(in: store, on: scheduler)
      let source = RuleSource(.headlines, HeadlineRules(), inputs: headlines.producer) { text in
        Int(text).map { RuleSubject(.headlines, $0, text: text) }
      }
      let rules = RulesViewModel(
        Property(value: settings.rules), of: [source], programs: programs, memory: memory, scheduler: scheduler)
      let bells = rules.bells.record()
      scheduler.perform { memory.start() }
      scheduler.advance()
      #expect(rules.matches.value.headlines == (run == 1 ? [:] : [1: "post it"]))
      scheduler.perform {
        headlines.value = [
          Headline(id: 1, title: "Swift on Mars", points: 120), Headline(id: 2, title: "A quiet day", points: 3),
        ]
      }
      scheduler.advance()
      #expect(rules.matches.value.headlines == [1: "post it"])
      #expect(store.claims.value == [["headlines 100 points post it", "1"]])
      #expect(calls.value.map(\.words) == [["post", "--", "Swift on Mars", "120"]])
      #expect(bells.values.count == (run == 1 ? 1 : 0))
    }
  }

  @Test func anOwnCommandRunsInItsPane() async throws {
    let commands = try Self.settings(Self.yaml).commands
    let calls = MutableProperty<[ProgramCall]>([])
    await ShellStory.tell {
      let story = ShellStory(others: [HeadlinesPane()], commands: commands) { call in
        calls.modify { $0.append(call) }
        return SignalProducer(value: ProgramEnd(failure: nil, lastLine: "posted"))
      }
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
}
