import Foundation
import Model
import ModelTesting
import PaneKit
import Questions
import QuestionsEdge
import SettingsFile
import Signals
import Testing

@testable import Assembly
@testable import reactui

/// The table of ``ServiceSource``, and what stands on it.
@Suite struct ServiceSourceTests {
  private func sources(_ arguments: String..., settings: String = "") throws -> ServiceSources {
    try sources(arguments, settings: settings)
  }

  private func sources(_ arguments: [String], settings: String = "") throws -> ServiceSources {
    let options = try Reactui.parse(arguments).dashboard
    let sources = options.settings.sources(environment: [:])
    let resolved = try Settings.resolve(
      flags: SettingsText.layer(flags: sources.flags, vocabulary: sources.vocabulary).get(),
      file: SettingsText.decode(settings, vocabulary: sources.vocabulary).get(), vocabulary: sources.vocabulary)
    return ServiceSources(try resolved.get(), demo: options.demo, live: options.live)
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test func byDefaultThePublicServicesAreTriedFirst() throws {
    let sources = try sources()
    #expect(sources.questions.source == .serverElseDemonstration(try url("https://api.stackexchange.com/2.3")))
    #expect(
      sources.edits.source == .serverElseDemonstration(try url("https://stream.wikimedia.org/v2/stream/recentchange")))
    #expect(sources.rooms == [.thisMachine(orDemonstration: true)])
  }

  @Test func withDemoNobodyIsAsked() throws {
    let sources = try sources("--demo")
    #expect([sources.questions.source, sources.edits.source] == [.demonstration, .demonstration])
    #expect(sources.rooms == [.demonstration])
  }

  @Test func withLiveThereIsNoDemonstration() throws {
    let sources = try sources("--live")
    #expect(sources.questions.source == .server(try url("https://api.stackexchange.com/2.3")))
    #expect(sources.edits.source == .server(try url("https://stream.wikimedia.org/v2/stream/recentchange")))
    #expect(sources.rooms == [.thisMachine(orDemonstration: false)])
  }

  @Test(arguments: ["--demo", "--live", nil])
  func aURLBeatsEverythingForItsService(flag: String?) throws {
    let flags = flag.map { [$0] } ?? []
    func sources(_ option: String, _ address: String) throws -> ServiceSources {
      try self.sources(flags + [option, address])
    }
    let untouched = try self.sources(flags)

    let questions = try sources("--stack-exchange-url", "http://a/2.3")
    #expect(questions.questions.source == .server(try url("http://a/2.3")))
    #expect(questions.edits == untouched.edits && questions.rooms == untouched.rooms)

    let edits = try sources("--wiki-url", "ws://b/wiki")
    #expect(edits.edits.source == .server(try url("ws://b/wiki")))
    #expect(edits.questions == untouched.questions && edits.rooms == untouched.rooms)

    let temperatures = try sources("--conair-url", "http://c/data/")
    #expect(temperatures.rooms.map(\.settings?.source) == [.conAir(try url("http://c/data/"))])
    #expect(temperatures.questions == untouched.questions && temperatures.edits == untouched.edits)
  }

  // MARK: Settings

  private static let configured = """
    stack-overflow: { url: "http://a/2.3", key-command: pass show stackexchange }
    wikipedia: { url: "ws://b/wiki" }
    rooms:
      - { sensors: this-machine }
      - { name: Office, conair: "http://c/data/", token-file: /token }
      - { name: Attic, conair: "http://d/data/", sensor: attic }
      - { name: Weather, open-meteo: "1, 2" }
    """

  @Test(arguments: ["--live", nil])
  func aURLOfTheSettingsIsAskedAndNothingElse(flag: String?) throws {
    let sources = try sources(flag.map { [$0] } ?? [], settings: Self.configured)
    #expect(sources.questions.source == .server(try url("http://a/2.3")))
    #expect(sources.questions.secret == .command(["pass", "show", "stackexchange"]))
    #expect(sources.edits.source == .server(try url("ws://b/wiki")))
    #expect(
      sources.rooms.map(\.settings?.source) == [
        .sensors, .conAir(try url("http://c/data/")),
        .conAir(try url("http://d/data/"), sensor: "attic"),
        .openMeteo(latitude: 1, longitude: 2),
      ])
    #expect(sources.rooms.map(\.settings?.secret) == [nil, .file("/token"), nil, nil])
    #expect(sources.rooms.map(\.settings?.name) == [nil, "Office", "Attic", "Weather"])
    #expect(sources.rooms.map(\.kind) == [.thisMachine, .conAir, .conAir, .openMeteo])
  }

  @Test(arguments: ["--live", nil])
  func whatIsConfiguredIsNeverTheDemonstrations(flag: String?) throws {
    let settings = "rooms: [{ name: Mine, open-meteo: '1, 2' }, { metrics: 'http://a/' }]"
    let sources = try sources(flag.map { [$0] } ?? [], settings: settings)
    #expect(
      sources.rooms.map(\.settings?.source) == [
        .openMeteo(latitude: 1, longitude: 2), .metrics(try url("http://a/")),
      ])
    let named = try self.sources("--conair-url", "http://e/data/", settings: settings)
    #expect(named.rooms.map(\.settings?.source) == [.conAir(try url("http://e/data/"))])
    // That somebody asks for it is another matter.
    let demo = try self.sources("--demo", settings: settings)
    #expect(demo.rooms == [.demonstration])
  }

  /// It is said on the command line, which counts for more than the file.
  @Test func withDemoNobodyIsAskedWhateverTheFileSays() throws {
    let demo = try sources("--demo", settings: Self.configured)
    #expect([demo.questions.source, demo.edits.source] == [.demonstration, .demonstration])
    #expect(demo.rooms == [.demonstration])
    let named = try sources("--demo", "--conair-url", "http://e/data/", settings: Self.configured)
    #expect(named.rooms.map(\.settings?.source) == [.conAir(try url("http://e/data/"))])
    #expect(named.questions.source == .demonstration)
  }

  @Test func theCommandLinesURLBeatsTheFiles() throws {
    let sources = try sources("--conair-url", "http://e/data/", settings: Self.configured)
    #expect(sources.rooms.map(\.settings?.source) == [.conAir(try url("http://e/data/"))])
    #expect(sources.questions.source == .server(try url("http://a/2.3")))
  }

  @Test func theDiagnosticsAreToldTheAddressesWithoutTheirSecrets() throws {
    #expect(try sources("--demo").addresses == ServiceAddresses())
    let live = try sources("--live").addresses
    #expect(live.questions == "https://api.stackexchange.com/2.3" && live.temperatures == nil)
    let secrets = try sources("--conair-url", "http://me:s3cret@c.example:8642/data/?sensor=office&token=s3cret#s3cret")
    #expect(secrets.addresses.temperatures == "http://…@c.example:8642/data/?sensor=...&token=...#...")
  }

  @Test func tabsAreFoundByNameOrNumber() throws {
    let tabs = QuestionTab.standard
    #expect(try tabs.index(named: "windows-phone") == 4)
    #expect(try tabs.index(named: "iOS") == 2)
    #expect(try tabs.index(named: "2") == 1)
    let error = #expect(throws: Failure.self) { try tabs.index(named: "6") }
    #expect(error?.sentences == [#"There is no tab "6"; the tabs are Top, Android, iOS, Ruby, Windows Phone."#])
  }

  // MARK: Trouble with questions

  /// A question service that answers requests for a page, or for comments on a post, of this number with an error.
  private func scripted(_ errors: [Int: ServiceError]) -> QuestionDouble {
    var double = QuestionDouble()
    double.questions = {
      errors[$0.page].map { SignalProducer(error: $0) } ?? SignalProducer(value: QuestionPage(questions: []))
    }
    double.detail = { SignalProducer(error: .notFound("question \($0)")) }
    double.commentsOfQuestion = {
      errors[$0].map { SignalProducer(error: $0) } ?? SignalProducer(value: PostComments())
    }
    double.commentsOfAnswers = {
      errors[$0[0]].map { SignalProducer(error: $0) } ?? SignalProducer(value: PostComments())
    }
    return double
  }

  @Test func theServiceIsInTroubleFromAFailureToTheNextAnswer() {
    let service = WatchedQuestionService(scripted([2: .throttled(until: nil)]))
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
    service.comments(ofQuestion: 2, site: "stackoverflow", page: nil).start()
    #expect(service.trouble.value == .throttled(until: nil))
    service.comments(ofQuestion: 1, site: "stackoverflow", page: nil).start()
    #expect(service.trouble.value == nil)
    service.comments(ofAnswers: [2], site: "stackoverflow", page: nil).start()
    #expect(service.trouble.value == .throttled(until: nil))
  }
}
