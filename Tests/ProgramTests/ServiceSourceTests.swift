import Foundation
import Model
import Signals
import Testing

@testable import reactui

/// The table of ``ServiceSource``, and what stands on it.
@Suite struct ServiceSourceTests {
  private func sources(_ arguments: String...) throws -> ServiceSources {
    ServiceSources(options: try Reactui.parse(arguments))
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test func byDefaultThePublicServicesAreTriedFirst() throws {
    let sources = try sources()
    #expect(sources.questions == .serverElseDemonstration(try url("https://api.stackexchange.com/2.3")))
    #expect(
      sources.edits == .serverElseDemonstration(try url("https://stream.wikimedia.org/v2/stream/recentchange")))
    #expect(sources.temperatures == .demonstration)
  }

  @Test func withDemoNobodyIsAsked() throws {
    let sources = try sources("--demo")
    #expect([sources.questions, sources.edits, sources.temperatures] == Array(repeating: .demonstration, count: 3))
  }

  @Test func withLiveThereIsNoDemonstration() throws {
    let sources = try sources("--live")
    #expect(sources.questions == .server(try url("https://api.stackexchange.com/2.3")))
    #expect(sources.edits == .server(try url("https://stream.wikimedia.org/v2/stream/recentchange")))
    #expect(sources.temperatures == .nowhere)
  }

  @Test(arguments: ["--demo", "--live", nil])
  func aURLBeatsEverythingForItsService(flag: String?) throws {
    let flags = flag.map { [$0] } ?? []
    func sources(_ option: String, _ address: String) throws -> ServiceSources {
      ServiceSources(options: try Reactui.parse(flags + [option, address]))
    }
    let untouched = ServiceSources(options: try Reactui.parse(flags))

    let questions = try sources("--stack-exchange-url", "http://a/2.3")
    #expect(questions.questions == .server(try url("http://a/2.3")))
    #expect(questions.edits == untouched.edits && questions.temperatures == untouched.temperatures)

    let edits = try sources("--wiki-url", "ws://b/wiki")
    #expect(edits.edits == .server(try url("ws://b/wiki")))
    #expect(edits.questions == untouched.questions && edits.temperatures == untouched.temperatures)

    let temperatures = try sources("--conair-url", "http://c/data/")
    #expect(temperatures.temperatures == .server(try url("http://c/data/")))
    #expect(temperatures.questions == untouched.questions && temperatures.edits == untouched.edits)
  }

  // MARK: Trouble with questions

  /// A question service whose answers are given beforehand, by page.
  private struct Scripted: QuestionService {
    let answers: [Int: ServiceError]
    let origin = Origin.live

    func questions(_ query: QuestionQuery) -> SignalProducer<QuestionPage, ServiceError> {
      answers[query.page].map { SignalProducer(error: $0) } ?? SignalProducer(value: QuestionPage(questions: []))
    }

    func detail(of id: Question.ID, site: String) -> SignalProducer<QuestionDetail, ServiceError> {
      SignalProducer(error: .notFound("question \(id)"))
    }
  }

  @Test func theServiceIsInTroubleFromAFailureToTheNextAnswer() {
    let service = WatchedQuestionService(Scripted(answers: [2: .throttled(until: nil)]))
    func ask(page: Int) -> ServiceError? {
      service.questions(QuestionQuery(page: page)).start()
      return service.trouble.value
    }
    #expect(service.trouble.value == nil)
    #expect(ask(page: 1) == nil)
    #expect(ask(page: 2) == .throttled(until: nil))
    #expect(ask(page: 2) == .throttled(until: nil))
    #expect(ask(page: 1) == nil)
    // What does not exist was answered for.
    _ = ask(page: 2)
    service.detail(of: 7, site: "stackoverflow").start()
    #expect(service.trouble.value == nil)
  }
}
