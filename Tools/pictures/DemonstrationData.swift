import Clients
import Edits
import Foundation
import Model
import ModelTesting
import Questions
import Rooms
import Signals
import Simulation
import Station
import Text

// The station has one, too.
import struct Simulation.SeededGenerator

/// The demonstration's questions, which the station serves, answered at once.
final class PicturedQuestions: QuestionDoubled {
  let double: QuestionDouble

  /// - Parameter start: The time from which their ages count.
  init(start: Date) throws {
    let archive = try QuestionArchive.readDemo().map { (question: $0, hotness: $0.hotness()) }
      .sorted { ($1.hotness, $0.question.id) < ($0.hotness, $1.question.id) }.map(\.question)
    func date(_ age: Double) -> Date { start.addingTimeInterval(-60 * age) }
    let questions = archive.map { archived in
      Question(
        id: archived.id, title: SafeText(title: archived.title), tags: archived.tags.map { SafeText(label: $0) },
        score: archived.score, answerCount: archived.answers.count, viewCount: archived.views,
        acceptedAnswerID: archived.answers.first(where: \.accepted)?.id,
        asker: archived.asker.map { SafeText(label: $0) }, creationDate: date(archived.age),
        link: URL(string: "https://stackoverflow.com/q/\(archived.id)"), body: RichText(html: archived.body))
    }
    let answers = Dictionary(
      archive.map { archived in
        let answers = archived.answers.map { answer in
          Answer(
            id: answer.id, score: answer.score, isAccepted: answer.accepted,
            author: answer.author.map { SafeText(label: $0) }, creationDate: date(answer.age),
            body: RichText(html: answer.body))
        }
        return (archived.id, answers.inReadingOrder)
      }, uniquingKeysWith: { first, _ in first })
    var double = QuestionDouble(Provenance(.demo))
    double.questions = { query in
      let tags = query.feed.tags
      let fitting = questions.filter { $0.tags.map(\.string).contains(where: tags.contains) || tags.isEmpty }
      let page = fitting.prefix(query.pageSize)
      return SignalProducer(
        value: QuestionPage(questions: Array(page), hasMore: page.count < fitting.count, provenance: Provenance(.demo)))
    }
    double.detail = { id in
      guard let question = questions.first(where: { $0.id == id }) else { return .empty }
      return SignalProducer(
        value: QuestionDetail(question: question, answers: answers[id] ?? [], provenance: Provenance(.demo)))
    }
    double.commentsOfQuestion = { _ in SignalProducer(value: PostComments()) }
    double.commentsOfAnswers = { _ in SignalProducer(value: PostComments()) }
    double.tags = { _, _ in SignalProducer(value: []) }
    double.allSites = { .empty }
    self.double = double
  }
}

/// Edits by chance, of the pages and by the people of the demonstration.
struct PicturedEdits {
  private var chance: SeededGenerator
  private let words: EditWords
  private var revision = 1_200_000_000

  init(seed: UInt64) {
    chance = SeededGenerator(seed: seed)
    var words = EditWords.demo
    // Scripts that a reader's font may lack are for another picture.
    words.titles = words.titles.filter { $0.unicodeScalars.allSatisfy { $0.value < 0x250 } }
    words.users = words.users.filter { $0.unicodeScalars.allSatisfy { $0.value < 0x250 } }
    self.words = words
  }

  /// What happens in one second.
  mutating func next(at time: Date) -> [WikiFeedUpdate] {
    // More and less in turn, as over a real hour.
    let phase = sin(time.timeIntervalSince1970 / 23) + sin(time.timeIntervalSince1970 / 7)
    let count = Int((1.4 + 0.5 * phase + Double.random(in: 0..<1, using: &chance)).rounded(.down))
    return (0..<max(0, count)).map { _ in
      revision += Int.random(in: 1...90, using: &chance)
      let title = words.titles.randomElement(using: &chance) ?? ""
      let user = words.users.randomElement(using: &chance) ?? ""
      let comment = words.editComments.randomElement(using: &chance) ?? ""
      let change = Int.random(in: -120...400, using: &chance)
      return StoryMaterial.edit(
        SafeText(title: title), change == 0 ? 1 : change, revision: revision, by: SafeText(label: user),
        SafeText(oneLine: comment), isMinor: change.magnitude < 20, at: time)
    }
  }
}

extension ScriptedFeed {
  /// Returns a feed whose edits change what many pages have.
  static func pictured() -> ScriptedFeed {
    ScriptedFeed(origin: .demo, edit: { _ in SignalProducer(value: .diff(diff)) })
  }

  private static let diff = EditDiff(hunks: [
    EditDiff.Hunk(
      section: "Further reading",
      lines: [
        EditDiff.Line(.context, old: 61, new: 61, [EditDiff.Piece("== Further reading ==")]),
        EditDiff.Line(
          .changed, old: 62, new: 62,
          [
            EditDiff.Piece("* ''The Times'', 3 May "), EditDiff.Piece("1911", .removed), EditDiff.Piece("1909", .added),
            EditDiff.Piece(", page 4: a letter to the editor, with a reply of the week after."),
          ]),
        EditDiff.Line(
          .added, old: nil, new: 63, [EditDiff.Piece("* A catalogue of the exhibition, second edition, with a map.")]),
        EditDiff.Line(.context, old: 63, new: 64, []),
      ]),
    EditDiff.Hunk(
      section: "External links",
      lines: [
        EditDiff.Line(.context, old: 66, new: 67, [EditDiff.Piece("== External links ==")]),
        EditDiff.Line(.removed, old: 67, new: nil, [EditDiff.Piece("* [http://www.example.org/ A page that is gone]")]),
      ]),
  ])
}

/// A room whose temperature follows the hours of the day.
struct PicturedRoom: RoomSource {
  let origin = Origin.demo
  /// The mean, and how far the day goes up and down.
  var mean: Double
  var swing: Double
  /// Nothing is measured before its time.
  var currentDate: @Sendable () -> Date

  func readings(
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, ServiceError> {
    var readings: [Temperature] = []
    var time = (window.lowerBound.timeIntervalSince1970 / step).rounded(.up) * step
    while time < min(window.upperBound, currentDate()).timeIntervalSince1970 {
      let day = 2 * Double.pi * time / 86_400
      let celsius = mean + swing * sin(day - 2.2) + 0.15 * swing * sin(11 * day) + 0.05 * swing * sin(47 * day)
      readings.append(Temperature(time: Date(timeIntervalSince1970: time), celsius: (10 * celsius).rounded() / 10))
      time += step
    }
    return SignalProducer(value: RoomAnswer(means: readings, origin: origin))
  }
}
