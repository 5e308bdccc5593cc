import Edits
import Foundation
import Model
import Questions
import Rooms
import Screen
import Text

/// The answers of the services in the stories, in addition to ``Sample``.
///
/// The demonstration's content is recognisable, so that tests can detect a mixture with live content.
public enum StoryMaterial {
  // MARK: Questions

  public static func isOfDemo(question id: Question.ID) -> Bool { id >= 9_000 }

  /// The sample's six questions.
  public static let page = QuestionPage(questions: Sample.questions)

  /// Questions with the given ids.
  public static func page(_ ids: some Sequence<Int>, tag: SafeText = "swift", hasMore: Bool = false) -> QuestionPage {
    QuestionPage(questions: ids.map { question($0, tag: tag) }, hasMore: hasMore)
  }

  public static func question(_ id: Int, tag: SafeText = "swift") -> Question {
    let subjects: [SafeText] = ["signals", "a timer", "the run loop", "an actor", "Unicode", "a socket", "two queues"]
    let title: SafeText = "Question \(id) about \(subjects[id % subjects.count])"
    return Question(
      id: id, title: title, tags: [tag, "tag-\(id % 5)"], score: id * 37 % 101 - 3, answerCount: id % 4,
      acceptedAnswerID: id % 4 > 1 ? id * 10 : nil, asker: "asker \(id % 9)",
      creationDate: Sample.ago(hours: Double(id * id) / 3 + 0.2),
      link: URL(string: "https://stackoverflow.com/q/\(id)"))
  }

  /// A question with the sample's body and two answers.
  public static func detail(of question: Question) -> QuestionDetail {
    var question = question
    question.body = Sample.body
    return QuestionDetail(question: question, answers: Sample.answers)
  }

  public static let unreachable = ServiceError.unreachable(host: "api.stackexchange.com", reason: "no route to host")

  // MARK: Wikipedia

  public static func isOfDemo(title: SafeText) -> Bool { title.string.hasPrefix("Invented ") }

  public static let connected = WikiFeedUpdate.connected(source: .english)

  public static func edit(
    _ title: SafeText, _ change: Int? = nil, at time: Date? = nil, address: String? = nil, isReplay: Bool = false
  ) -> WikiFeedUpdate {
    let event = WikiEvent(kind: .unspecified, title: title, time: time, lengthChange: change, address: address)
    return .event(event, isReplay: isReplay)
  }

  /// An edit whose text can be requested.
  public static func edit(
    _ title: SafeText, _ change: Int, revision: Int, by user: SafeText, _ comment: SafeText = "", isNew: Bool = false,
    isMinor: Bool = false, isBot: Bool = false, at time: Date? = nil, on wiki: String = "enwiki"
  ) -> WikiFeedUpdate {
    let edit = WikiEdit(
      revision: WikiRevision(wiki: wiki, old: isNew ? nil : revision - 1, new: revision), user: user,
      comment: comment, isNew: isNew, isMinor: isMinor, isBot: isBot, length: 12_000 + change)
    let event = WikiEvent(
      kind: .unspecified, title: title, time: time, wiki: wiki, lengthChange: change,
      address: "https://\(WikiDomain.domain(ofDatabase: wiki) ?? "en.wikipedia.org")/wiki/\(revision)", edit: edit)
    return .event(event, isReplay: false)
  }

  /// A diff with each kind of line.
  public static let diff = EditDiff(hunks: [
    EditDiff.Hunk(
      section: "History",
      lines: [
        EditDiff.Line(.context, old: 12, new: 12, [EditDiff.Piece("== History ==")]),
        EditDiff.Line(.context, old: 13, new: 13, []),
        EditDiff.Line(
          .changed, old: 14, new: 14,
          [
            EditDiff.Piece("The station was opened in "), EditDiff.Piece("1847", .removed),
            EditDiff.Piece("1847, and rebuilt in 1871", .added),
            EditDiff.Piece(
              " after a fire that had begun in the hall of the post office and whose cause has never been found."
            ),
          ]),
        EditDiff.Line(
          .added, old: nil, new: 15, [EditDiff.Piece("Its name comes from the 町 around it.{{citation needed}}")]),
        EditDiff.Line(.movedAway(to: 90), old: 15, new: nil, [EditDiff.Piece("Trams stop in front of it.")]),
        EditDiff.Line(
          .changed, old: 16, new: 16,
          [EditDiff.Piece("| platforms"), EditDiff.Piece("   ", .added), EditDiff.Piece(" = 26")]),
      ]),
    EditDiff.Hunk(
      section: "Services",
      lines: [
        EditDiff.Line(.context, old: 88, new: 88, [EditDiff.Piece("{| class=\"wikitable\"")]),
        EditDiff.Line(.removed, old: 89, new: nil, [EditDiff.Piece("| S8 || every   half hour")]),
        EditDiff.Line(.movedHere(from: 15), old: nil, new: 90, [EditDiff.Piece("Trams stop in front of it.")]),
        EditDiff.Line(.context, old: 90, new: 91, [EditDiff.Piece("|}")]),
      ]),
  ])

  public static func other(_ kind: WikiEvent.Kind, _ title: SafeText = "", at time: Date? = nil) -> WikiFeedUpdate {
    .event(WikiEvent(kind: kind, title: title, time: time), isReplay: false)
  }

  public static let offline = ServiceError.unreachable(host: "stream.wikimedia.org", reason: "connection refused")

  // MARK: ConAir

  public static func isOfDemo(celsius: Double) -> Bool { celsius >= 50 }

  /// The mean values of a day up to a time, one every two minutes.
  public static func day(until end: Date, demo: Bool = false) -> [Temperature] {
    (0..<720).map { index in
      let time = end.addingTimeInterval(-86_400 + Double(index) * 120)
      return Temperature(time: time, celsius: (demo ? 60 : 21) + 1.6 * sin(Double(index) / 115 - 0.5))
    }
  }

  /// One temperature per hour of the given number of days.
  public static func days(_ count: Int, until end: Date) -> [Temperature] {
    let hour = (end.timeIntervalSince1970 / 3_600).rounded(.down)
    return (0..<count * 24).map { index in
      let time = Date(timeIntervalSince1970: (hour - Double(index)) * 3_600)
      return Temperature(time: time, celsius: 20 + 1.5 * sin(Double(index) / 4) + 3 * sin(Double(index) / 170))
    }
    .reversed()
  }

  public static let conAirOffline = ServiceError.timedOut(host: "conair.example", seconds: 10)
}
