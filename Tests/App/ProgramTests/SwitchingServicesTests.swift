import Edits
import EditsEdge
import Foundation
import Model
import ModelTesting
import Questions
import QuestionsEdge
import Signals
import Synchronization
import Testing
import Text

@testable import Assembly
@testable import reactui

/// Services that settings exchange while they are used.
@Suite struct SwitchingServicesTests {
  /// A service that answers when the test says so.
  private final class Scripted: QuestionDoubled, WikiFeed {
    let answers = Signal<QuestionPage, ServiceError>.pipe()
    let edits = Signal<WikiFeedUpdate, Never>.pipe()
    let starts = Mutex(0)
    let ends = Mutex(0)
    let origin: Origin

    init(_ origin: Origin = .live) { self.origin = origin }

    var double: QuestionDouble {
      var double = QuestionDouble(origin == .demo ? .demonstration : .server(.standard))
      double.questions = { [self] _ in counted(SignalProducer(answers.output)) }
      double.detail = { SignalProducer(error: .notFound("question \($0)")) }
      double.commentsOfQuestion = { [origin] in
        SignalProducer(value: PostComments(quotaRemaining: origin == .live ? $0 : -$0))
      }
      double.commentsOfAnswers = { SignalProducer(value: PostComments(quotaRemaining: $0.count)) }
      double.allSites = { SignalProducer(value: SiteList([])) }
      double.tags = { _, _ in SignalProducer(value: []) }
      return double
    }
    func updates(reconnecting again: Signal<Void, Never>) -> SignalProducer<WikiFeedUpdate, Never> {
      counted(SignalProducer(edits.output))
    }
    private func counted<Value, Error>(_ producer: SignalProducer<Value, Error>) -> SignalProducer<Value, Error> {
      producer.on(
        started: { self.starts.withLock { $0 += 1 } }, terminated: { self.ends.withLock { $0 += 1 } })
    }
  }

  private let first = Scripted()
  private let second = Scripted(.demo)

  @Test func aRequestGoesToTheServiceOfTheMomentAndEndsWithIt() {
    let service = MutableProperty<any QuestionService & SiteDirectory>(first)
    let switching = SwitchingQuestionService(Property(capturing: service))
    let log = Mutex<[String]>([])
    let start = switching.questions(QuestionQuery()).start { event in log.withLock { $0.append("\(event)") } }
    first.answers.input.send(value: QuestionPage(questions: [], quotaRemaining: 1))
    first.answers.input.sendCompleted()
    #expect(log.withLock { $0.count } == 2 && log.withLock { $0.last } == "COMPLETED")
    service.value = second
    #expect(second.starts.withLock { $0 } == 0, "what has ended is not asked again")
    start.dispose()
  }

  @Test func whatIsUnderWayIsAskedOfTheNewService() {
    let service = MutableProperty<any QuestionService & SiteDirectory>(first)
    let switching = SwitchingQuestionService(Property(capturing: service))
    let changes = Mutex(0)
    switching.changes.observeValues { changes.withLock { $0 += 1 } }
    let quotas = Mutex<[Int?]>([])
    switching.questions(QuestionQuery()).startWithResult { result in
      if case .success(let page) = result { quotas.withLock { $0.append(page.quotaRemaining) } }
    }
    service.value = second
    #expect(first.ends.withLock { $0 } == 1 && second.starts.withLock { $0 } == 1)
    #expect(changes.withLock { $0 } == 1 && switching.origin == .demo)
    first.answers.input.send(value: QuestionPage(questions: [], quotaRemaining: 1))
    second.answers.input.send(value: QuestionPage(questions: [], quotaRemaining: 2))
    #expect(quotas.withLock { $0 } == [2])
  }

  /// Those who hear of the change first can cancel what is under way before it is asked of the new service.
  @Test func whatIsCancelledAtTheChangeIsNotAskedOfTheNewService() {
    let service = MutableProperty<any QuestionService & SiteDirectory>(first)
    let switching = SwitchingQuestionService(Property(capturing: service))
    let request = SerialDisposable()
    let provenances = Mutex<[Provenance]>([])
    switching.changes.observeValues {
      provenances.withLock { $0.append(switching.provenance) }
      request.dispose()
    }
    request.inner = switching.questions(QuestionQuery()).start()
    service.value = second
    #expect(first.ends.withLock { $0 } == 1 && second.starts.withLock { $0 } == 0)
    #expect(provenances.withLock { $0 } == [.demonstration], "by then the new service is that of the moment")
  }

  @Test func commentsAreAskedOfTheServiceOfTheMoment() {
    let service = MutableProperty<any QuestionService & SiteDirectory>(first)
    let switching = SwitchingQuestionService(Property(capturing: service))
    let quotas = Mutex<[Int?]>([])
    func ask() {
      for request in [
        switching.comments(ofQuestion: 7, site: "unix", page: nil),
        switching.comments(ofAnswers: [1, 2], site: "unix", page: nil),
      ] {
        request.startWithResult { result in
          if case .success(let comments) = result { quotas.withLock { $0.append(comments.quotaRemaining) } }
        }
      }
    }
    ask()
    service.value = second
    ask()
    #expect(quotas.withLock { $0 } == [7, 2, -7, 2])
  }

  @Test func aFailureIsTheRequestsOwn() {
    let switching = SwitchingQuestionService(Property(value: first))
    let failed = Mutex<ServiceError?>(nil)
    switching.detail(of: 7, site: "stackoverflow").startWithFailed { error in failed.withLock { $0 = error } }
    #expect(failed.withLock { $0 } == .notFound("question 7"))
  }

  @Test func afterAFeedAnotherBeginsAgain() {
    let feed = MutableProperty<any WikiFeed>(first)
    let switching = SwitchingWikiFeed(feed: Property(capturing: feed))
    let updates = Mutex<[WikiFeedUpdate]>([])
    let start = switching.updates().startWithValues { update in updates.withLock { $0.append(update) } }
    first.edits.input.send(value: .connecting(.live))
    feed.value = second
    first.edits.input.send(value: .connected(source: WikiSelection(["old"])))
    second.edits.input.send(value: .connected(source: WikiSelection(["new"])))
    #expect(
      updates.withLock { $0 } == [.connecting(.live), .restarted(.demo), .connected(source: WikiSelection(["new"]))])
    #expect(first.ends.withLock { $0 } == 1)
    start.dispose()
    #expect(second.ends.withLock { $0 } == 1)
  }
}
