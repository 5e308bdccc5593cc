import Foundation
import Model
import Screen
import Text

/// What the services of the stories answer, beside what ``Sample`` has.
///
/// Whatever comes from the demonstration can be told from what is live by itself, so that a mixture is found.
public enum StoryMaterial {
  // MARK: Questions

  public static func isOfDemo(question id: Question.ID) -> Bool { id >= 9_000 }

  /// The sample's six questions.
  public static let page = QuestionPage(questions: Sample.questions)

  /// Questions with these numbers.
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

  public static let connected = WikiFeedUpdate.connected(source: "enwiki")

  public static func edit(
    _ title: SafeText, _ change: Int? = nil, at time: Date? = nil, address: String? = nil, isReplay: Bool = false
  ) -> WikiFeedUpdate {
    let event = WikiEvent(kind: .unspecified, title: title, time: time, lengthChange: change, address: address)
    return .event(event, isReplay: isReplay)
  }

  public static func other(_ kind: WikiEvent.Kind, _ title: SafeText = "", at time: Date? = nil) -> WikiFeedUpdate {
    .event(WikiEvent(kind: kind, title: title, time: time), isReplay: false)
  }

  public static let offline = ServiceError.unreachable(host: "stream.wikimedia.org", reason: "connection refused")

  // MARK: ConAir

  public static func isOfDemo(celsius: Double) -> Bool { celsius >= 50 }

  /// The means of a day up to a moment, one each two minutes.
  public static func day(until end: Date, demo: Bool = false) -> [Temperature] {
    (0..<720).map { index in
      let time = end.addingTimeInterval(-86_400 + Double(index) * 120)
      return Temperature(time: time, celsius: (demo ? 60 : 21) + 1.6 * sin(Double(index) / 115 - 0.5))
    }
  }

  /// A temperature for each hour of some days.
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
