import DemoContent
import Foundation

/// A question as in its file. Ages are in minutes before the station's start, so that the demonstration is always recent;
/// texts are plain, bodies HTML.
public struct ArchivedQuestion: Decodable, Sendable {
  /// An answer as in the file, with its age in minutes.
  public struct Answer: Decodable, Sendable {
    public var id: Int
    public var score: Int
    public var accepted: Bool
    /// `nil` for a deleted account.
    public var author: String?
    public var age: Double
    public var body: String
  }

  public var id: Int
  public var title: String
  public var tags: [String]
  public var score: Int
  public var views: Int
  public var age: Double
  /// Minutes since the last activity on the question or an answer.
  public var activity: Double
  /// `nil` for a deleted account.
  public var asker: String?
  /// Why the question is closed, if it is.
  public var closed: String?
  public var body: String
  public var answers: [Answer]
}

/// All questions of the demonstration.
public struct QuestionArchive: Sendable {
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
  public static func readDemo() throws -> [ArchivedQuestion] {
    let files = [
      DemoContentGeneralQuestions(), DemoContentAndroidQuestions(), DemoContentIOSQuestions(),
      DemoContentRubyQuestions(), DemoContentWindowsPhoneQuestions(),
    ]
    let decoder = JSONDecoder()
    return try files.flatMap { try decoder.decode([ArchivedQuestion].self, from: DemoFile.data(of: $0)) }
  }
}
