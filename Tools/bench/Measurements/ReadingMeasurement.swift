import Assembly
import Foundation
import Model
import ModelTesting
import PaneKit
import Questions
import Rooms
import Screen
import Signals
import SignalsTesting
import Text

/// Reading a question of a megabyte: the time from a key, or a resize, to its frame.
struct ReadingMeasurement: Measurement {
  let name = "reading"

  private static let size = 1_000_000
  private static let repetitions = 20
  /// A frame, in milliseconds.
  private static let goal = 16.0

  /// The content of the question's megabyte.
  private enum Form: String, CaseIterable {
    case paragraphs
    case paragraph = "one paragraph"
    case code, list, table

    func body(_ size: Int) -> RichText {
      let words = InventedQuestions.make(200).map(\.title.string)
      let count = size / (words.reduce(0) { $0 + $1.utf8.count + 1 } / words.count)
      let sentences = (0..<count).map { SafeText(oneLine: words[$0 % words.count] + " ") }
      let runs = sentences.map { RichText.Run($0) }
      return switch self {
      case .paragraphs:
        RichText(blocks: stride(from: 0, to: count, by: 8).map { .paragraph(Array(runs[$0..<min($0 + 8, count)])) })
      case .paragraph: RichText(blocks: [.paragraph([.init(sentences.joined())])])
      case .code: RichText(blocks: [.code(sentences)])
      case .list: RichText(blocks: [.list(ordered: true, start: 1, items: runs.map { [.paragraph([$0])] })])
      case .table: RichText(blocks: [.table(rows: runs.map { [[$0], [.init("67")]] }, hasHead: true)])
      }
    }
  }

  /// An action of a person, and its goal.
  private struct Deed {
    var what: String
    var hasGoal = true
    /// Milliseconds, by form.
    var times: [Sample] = []
  }

  func measure() throws -> [Figure] {
    var figures: [Figure] = []
    try UI.run {
      figures = try Self.figures()
      UI.stop()
    }
    return figures
  }

  @UI private static func figures() throws -> [Figure] {
    var deeds = [
      Deed(what: "opening a question of 1 MB: the first screen"),
      Deed(what: "  after a resize"),
      Deed(what: "  a key in it"),
      Deed(what: "  to its end, and back", hasGoal: false),
      Deed(what: "  the first letter of a search", hasGoal: false),
    ]
    for form in Form.allCases {
      let desk = try Desk(form.body(size))
      var times = Array(repeating: [Double](), count: deeds.count)
      // The first time has cold memory.
      for round in 0...repetitions {
        let taken = try desk.read()
        if round > 0 { for (deed, time) in taken.enumerated() { times[deed].append(time.milliseconds) } }
      }
      for deed in deeds.indices { deeds[deed].times.append(Sample(times[deed])) }
    }
    return deeds.map { deed in
      let medians = deed.times.map(\.median)
      let slowest = medians.max() ?? 0
      return Figure(
        what: deed.what, goal: deed.hasGoal ? "≤ \(goal.text(0)) ms" : "", measured: "\(slowest.text(2)) ms",
        repetitions: "\(repetitions) each", isMet: deed.hasGoal ? slowest <= goal : nil,
        note: zip(Form.allCases, medians).map { "\($0.rawValue) \($1.text(2))" }.joined(separator: ", "))
    }
  }

  /// The complete interface with one long question.
  @UI private final class Desk {
    private let scheduler = TestScheduler()
    private let screen = MemoryScreen(size: Size(width: 120, height: 36))
    private let interface: Interface
    private var stackOverflow: StackOverflowViewModel { interface.stackOverflow }

    init(_ body: RichText) throws {
      let scheduler = scheduler
      var dependencies = InterfaceDependencies(
        questions: QuestionDouble.oneQuestion(body: body), feed: ScriptedFeed(),
        rooms: Property(value: [RoomSourceEntry(Silence())]))
      dependencies.time = .utc
      interface = scheduler.perform { [screen] in
        Interface(dependencies, display: screen, on: scheduler, quit: {})
      }
      scheduler.perform { interface.start() }
      scheduler.advance(by: .seconds(1))
      guard stackOverflow.state.value.list.total == 1 else { throw Failure("the question is not in its list") }
    }

    /// Opens, reads and closes the question, and returns the times of the actions.
    func read() throws -> [Duration] {
      let opening = frame(after: .enter)
      guard stackOverflow.state.value.reading?.detail != nil else { throw Failure("the question did not open") }
      let first = screen.text
      let resize = frame { screen.resize(to: Size(width: 100, height: 30)) }
      guard screen.text != first else { throw Failure("the resize changed nothing on the screen") }
      let key = frame(after: .character("j"))
      let end = frame(after: .character("G")) + frame(after: .character("g"))
      _ = frame(after: .character("/"))
      let letter = frame(after: .character("e"))
      for _ in 0..<3 { _ = frame(after: .escape) }
      screen.resize(to: Size(width: 120, height: 36))
      guard stackOverflow.state.value.reading == nil else { throw Failure("the question did not close") }
      return [opening, resize, key, end, letter]
    }

    private func frame(after key: KeyEvent) -> Duration { frame { screen.type(key) } }

    /// Returns the processor time from an action to the frame, including everything that is due in between.
    private func frame(after deed: () -> Void) -> Duration {
      processorTime {
        scheduler.perform { deed() }
        scheduler.advance(by: .milliseconds(200))
        scheduler.perform { UI.frames.drawNow() }
      }
    }
  }
}

extension QuestionDouble {
  /// A service with one question.
  fileprivate static func oneQuestion(body: RichText) -> QuestionDouble {
    var double = QuestionDouble()
    double.questions = { _ in
      SignalProducer(value: QuestionPage(questions: [Question(id: 1, title: "A long question")]))
    }
    double.detail = { _ in
      let question = Question(id: 1, title: "A long question", body: body)
      return SignalProducer(value: QuestionDetail(question: question, answers: []))
    }
    return double
  }
}

/// Sends nothing.
private struct Silence: RoomSource {
  let origin = Origin.live

  func readings(
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, ServiceError> { .never }
}
