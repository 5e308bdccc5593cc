import Assembly
import Foundation
import Locks
import Model
import ModelTesting
import Screen
import Signals
import SignalsTesting
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions

/// What comes between two keys may be late by chance: the answers of the services, the rest before a request, the frames and
/// the layout of a screen that has changed. The same keys lead to the same place as if all of it had been there at once.
@Suite(.serialized) struct LateKeyTests {
  private static let sizes = [
    Size(width: 200, height: 50), Size(width: 160, height: 45), Size(width: 120, height: 36),
    Size(width: 80, height: 16),
  ]

  @Test func keysInAQuestionThatIsOpened() async {
    await Self.compare(1...60, opening: [.enter], from: Self.textKeys + [["n"], ["n"], ["N"], [.right], [.left]])
  }

  @Test func keysInAnEditThatIsOpened() async {
    await Self.compare(1...40, opening: [.tab, .enter], from: Self.textKeys)
  }

  @Test func keysInAListBeforeItsRows() async {
    let moves: [[KeyEvent]] = [
      ["j"], ["k"], ["G"], ["g"], [.pageDown], [.pageUp], [.control("d")], ["/", "a", .enter],
    ]
    await Self.compare(1...40, opening: [], from: moves, closing: [.enter], isListLate: true)
  }

  /// A place in the text, a search, and the next match, in any open text.
  private static let textKeys: [[KeyEvent]] = [
    [" "], ["j"], ["k"], ["G"], ["g"], [.pageUp], [.pageDown], [.control("d")], ["/", "m", "a", "i", "n", .enter],
    ["/", "4", .enter, "n"], ["n"],
  ]

  /// Types keys twice for each seed: with all that they ask for there at once, and with what is between them late.
  private static func compare(
    _ seeds: ClosedRange<UInt64>, opening: [KeyEvent], from pool: [[KeyEvent]], closing: [KeyEvent] = [],
    isListLate: Bool = false
  ) async {
    for seed in seeds {
      var chance = SeededGenerator(seed: seed)
      let size = sizes[Int.random(in: sizes.indices, using: &chance)]
      let chosen = (0..<Int.random(in: 1...5, using: &chance)).flatMap { _ in
        pool[Int.random(in: pool.indices, using: &chance)]
      }
      let keys = opening + chosen + closing
      await ShellStory.tell {
        let atOnce = LateHouse(nil, size, isListLate: isListLate).end(of: keys)
        let late = LateHouse(seed, size, isListLate: isListLate).end(of: keys)
        #expect(late == atOnce, "seed \(seed), \(size), \(keys.map { $0.name ?? "?" })\n\(atOnce)\n\(late)")
      }
    }
  }
}

/// The whole interface with services that are late by chance.
@UI
private final class LateHouse {
  private let scheduler = TestScheduler(startDate: Sample.now)
  private let program: SimulatedProgram
  private let feed: ScriptedFeed
  private let isLate: Bool
  private let isListLate: Bool
  private let size: Size
  private let chance: Chance

  /// Services are asked on any thread.
  private final class Chance: Sendable {
    private let generator: LockedState<SeededGenerator>

    init(_ seed: UInt64) { generator = LockedState(SeededGenerator(seed: seed)) }

    func seconds(upTo most: Double) -> Double { generator.withLock { Double.random(in: 0...most, using: &$0) } }
    func number(below count: Int) -> Int { generator.withLock { Int.random(in: 0..<count, using: &$0) } }
  }

  private struct Questions: QuestionDoubled {
    var double: QuestionDouble
  }

  /// - Parameter seed: Of what is late; `nil` if nothing is.
  init(_ seed: UInt64?, _ size: Size, isListLate: Bool) {
    isLate = seed != nil
    self.isListLate = isListLate
    self.size = size
    let chance = Chance(seed ?? 0)
    self.chance = chance
    let scheduler = scheduler
    @Sendable func late<Value: Sendable>(_ value: Value) -> SignalProducer<Value, ServiceError> {
      let seconds = seed == nil ? 0 : chance.seconds(upTo: 2)
      return SignalProducer(value: value).promoteError(ServiceError.self).delay(seconds, on: scheduler)
    }
    var double = QuestionDouble()
    double.questions = { _ in isListLate ? late(StoryMaterial.page(1...40)) : SignalProducer(value: StoryMaterial.page)
    }
    double.detail = { late(Self.detail($0)) }
    feed = ScriptedFeed(edit: { _ in late(.diff(Self.diff)) })
    var dependencies = InterfaceDependencies(
      questions: Questions(double: double), feed: feed, rooms: Property(value: []))
    dependencies.time = .utc
    // What is seen first has another size than what is typed into.
    program = SimulatedProgram(
      dependencies, size: Size(width: 100, height: 30), on: scheduler, perform: { scheduler.perform($0) })
  }

  /// Returns what is seen when all has come.
  func end(of keys: [KeyEvent]) -> String {
    draw()
    scheduler.perform { program.start() }
    scheduler.perform { feed.connect() }
    for number in 1...3 {
      scheduler.perform {
        feed.send(StoryMaterial.edit("Article \(number)", 7, revision: 100 + number, by: "Marta K.", at: Sample.now))
      }
    }
    scheduler.advance(by: 0.1)
    scheduler.perform { program.display.resize(to: size) }
    passSomeTime()
    for key in keys {
      scheduler.perform { program.display.type(key) }
      passSomeTime()
    }
    scheduler.advance(to: Sample.now.addingTimeInterval(30))
    draw()
    guard isListLate else { return program.display.frames.last?.text ?? "" }
    // How far a list is scrolled depends on the rows between which a frame was drawn.
    let state = program.stackOverflow.state.value
    return "\(state.list.selection.map { "\($0)" } ?? "none") \(state.reading?.question.id ?? 0)"
  }

  private func draw() { scheduler.perform { UI.frames.drawNow() } }

  /// What is between two keys: all that is under way, or a part of it.
  private func passSomeTime() {
    guard isLate else {
      scheduler.advance(by: 0.5)
      return draw()
    }
    switch chance.number(below: 6) {
    case 0: draw()
    case 1: scheduler.advance(by: chance.seconds(upTo: 0.6))
    case 2: scheduler.advance()
    default: break
    }
  }

  private nonisolated static func detail(_ id: Question.ID) -> QuestionDetail {
    var detail = StoryMaterial.detail(of: Sample.questions.first { $0.id == id } ?? StoryMaterial.question(id))
    detail.question.body = text(60)
    for index in detail.answers.indices { detail.answers[index].body = text(30) }
    return detail
  }

  private nonisolated static func text(_ count: Int) -> RichText {
    let wide = SafeText(oneLine: String(repeating: "wide ", count: 60))
    return RichText(
      blocks: (1...count).map { .paragraph([.init("Paragraph \($0) of the main text")]) } + [.code([wide])])
  }

  private nonisolated static let diff = EditDiff(hunks: [
    EditDiff.Hunk(
      section: "History",
      lines: (1...120).map {
        EditDiff.Line(.context, old: $0, new: $0, [EditDiff.Piece("Line \($0) of the main text")])
      })
  ])
}
