import Foundation
import Locks
import Model
import ModelTesting
import Questions
import Signals
import Text

final class ScriptedQuestionService: QuestionDoubled {
  let pages = Requests<QuestionQuery, QuestionPage>()
  let details = Requests<Question.ID, QuestionDetail>()
  /// By the posts that are asked about.
  let comments = Requests<[Int], PostComments>()
  let (changes, change) = Signal<Void, Never>.pipe()
  private let current: LockedState<Provenance>

  init(origin: Origin = .live) { current = LockedState(Provenance(origin)) }

  /// Has another server asked from now on.
  func turn(to server: QuestionServer) {
    current.withLock { $0 = .server(server) }
    change.send(value: ())
  }

  var double: QuestionDouble {
    var double = QuestionDouble(current.withLock { $0 })
    double.questions = pages.producer
    double.detail = details.producer
    double.commentsOfQuestion = { [comments] in comments.producer(for: [$0]) }
    double.commentsOfAnswers = { [comments] in
      $0.isEmpty ? SignalProducer(value: PostComments()) : comments.producer(for: $0)
    }
    return double
  }
}

final class ScriptedDirectory: QuestionDoubled {
  let tags = Requests<String, [Questions.Tag]>()
  let allSites = Requests<String, SiteList>()
  private let current = LockedState(Provenance.server(.standard))
  var provenance: Provenance {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  var double: QuestionDouble {
    var double = QuestionDouble(provenance)
    double.allSites = { [allSites] in allSites.producer(for: "") }
    double.tags = { [tags] site, text in tags.producer(for: "\(site)/\(text)") }
    return double
  }
}

// MARK: - Material

extension Question {
  /// A question whose title and link tell its id.
  static func sample(_ id: Int, _ title: SafeText? = nil, tags: [SafeText] = [], asker: SafeText? = nil) -> Question {
    Question(
      id: id, title: title ?? "Question \(id)", tags: tags, score: 0, answerCount: 0, asker: asker,
      link: URL(string: "https://example.org/q/\(id)"))
  }
}

extension Question {
  /// The same number is another question where the demonstration answers: its asker tells the two apart.
  static func sample(_ id: Int, from origin: Origin) -> Question {
    .sample(id, asker: origin == .demo ? demonstrator : nil)
  }

  static let demonstrator: SafeText = "the demonstration"
}

extension QuestionPage {
  static func sample(_ ids: some Sequence<Int>, hasMore: Bool = false, origin: Origin = .live) -> QuestionPage {
    QuestionPage(questions: ids.map { .sample($0, from: origin) }, hasMore: hasMore, provenance: Provenance(origin))
  }
}

extension QuestionDetail {
  static func sample(_ id: Int, answers: Int = 2, origin: Origin = .live) -> QuestionDetail {
    QuestionDetail(
      question: .sample(id, from: origin), answers: (0..<answers).map { Answer(id: id * 100 + $0) },
      provenance: Provenance(origin))
  }
}

extension Provenance {
  /// The public server, or the demonstration.
  init(_ origin: Origin) { self = origin == .demo ? .demonstration : .server(.standard) }
}

extension QuestionKey {
  /// A question of the public server.
  init(site: String, id: Question.ID) { self.init(.server(.standard), site: site, id: id) }
}
