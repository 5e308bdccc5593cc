import DemoContent
import Foundation

/// A question as in its file. Ages are in minutes before the station's start, so that the demonstration is always recent;
/// texts are plain, bodies HTML.
struct ArchivedQuestion: Decodable, Sendable {
  struct Answer: Decodable, Sendable {
    var id: Int
    var score: Int
    var accepted: Bool
    /// `nil` for a deleted account.
    var author: String?
    var age: Double
    var body: String
  }

  var id: Int
  var title: String
  var tags: [String]
  var score: Int
  var views: Int
  var age: Double
  /// Minutes since the last activity on the question or an answer.
  var activity: Double
  /// `nil` for a deleted account.
  var asker: String?
  /// Why the question is closed, if it is.
  var closed: String?
  var body: String
  var answers: [Answer]
}

/// All questions of the demonstration.
struct QuestionArchive: Sendable {
  /// Each question once, unordered.
  let questions: [ArchivedQuestion]
  private let indices: [Int: Int]

  init(_ questions: [ArchivedQuestion]) {
    var indices: [Int: Int] = [:]
    var unique: [ArchivedQuestion] = []
    for question in questions where indices[question.id] == nil {
      indices[question.id] = unique.count
      unique.append(question)
    }
    self.questions = unique
    self.indices = indices
  }

  subscript(id: Int) -> ArchivedQuestion? {
    indices[id].map { questions[$0] }
  }

  static func demo() throws -> QuestionArchive {
    QuestionArchive(try readDemo())
  }

  /// Reads the files compiled into the program, which takes some milliseconds.
  static func readDemo() throws -> [ArchivedQuestion] {
    let files = [
      DemoContentGeneralQuestions(), DemoContentAndroidQuestions(), DemoContentIOSQuestions(),
      DemoContentRubyQuestions(), DemoContentWindowsPhoneQuestions(),
    ]
    let decoder = JSONDecoder()
    return try files.flatMap { try decoder.decode([ArchivedQuestion].self, from: DemoFile.data(of: $0)) }
  }
}
