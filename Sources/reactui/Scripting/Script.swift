import Clients
import Foundation
import Model
import Processes
import SettingsFile
import Signals
import Store
import Text

/// What a command for scripts works with: the settings, the clients and the cache of the screen, and standard output.
struct Script: Sendable {
  let options: ScriptOptions
  let resolved: ResolvedSettings
  var settings: Settings { resolved.settings }
  let services: Services
  /// Where data comes from.
  let sources: ServiceSources
  /// What was fetched from live services before; `nil` where nothing is to be kept.
  let cache: CacheDatabase?
  /// What was measured here before; `nil` where nothing is to be kept.
  private let state: StateDatabase?
  /// What time-outs and pauses are measured with.
  let clock = QueueScheduler(qos: .userInitiated, name: "reactui.script")
  let page: TextPage
  private let systemRoot: String

  /// - Throws: What is wrong with the settings or the environment.
  init(_ options: ScriptOptions, environment: [String: String]) throws(Failure) {
    self.options = options
    do {
      resolved = try options.settings.sources(environment: environment).read().get()
    } catch {
      throw Failure(error)
    }
    do {
      try StandardStream.output.check()
    } catch {
      throw Failure(error)
    }
    page = TextPage(resolved.settings, isTerminal: StandardStream.output.isTerminal, environment: environment)
    systemRoot = Services.systemRoot(environment)
    let demo = options.origin.demo
    // Who does not look at a screen does not see where data comes from: a script never gets invented data without asking.
    sources = ServiceSources(resolved, demo: demo, live: !demo)
    let databases = options.keeping.noState || demo ? nil : Databases(environment: environment)
    services = try Services(sources: Property(value: sources), readings: databases?.state, environment: environment)
    (cache, state) = (databases?.cache, databases?.state)
    services.notices.observeValues { Self.tell($0) }
    cache?.notices.observeValues { Self.tell($0) }
    state?.notices.observeValues { Self.tell($0) }
  }

  /// Whether there is a room to ask: with nothing configured only where this machine has sensors.
  var hasRooms: Bool {
    options.origin.demo || !settings.rooms.isEmpty || MachineSource.hasSensors(root: systemRoot)
  }

  /// Tells what the settings give of a section, or of a key, without effect.
  func tellUnread(of name: String) {
    for notice in resolved.notices(of: name) { Self.tell(notice.text) }
  }

  /// Prints all entries, and waits until there are no more.
  func print(_ entries: SignalProducer<[any ScriptEntry], Failure>) -> Result<(), Failure> {
    StandardStream.output.endWithReader()
    return
      entries
      .map { [page, isJSON = options.json] entries in
        entries.flatMap { isJSON ? [$0.json.text] : $0.lines(on: page).map(page.text) }
      }
      .filter { !$0.isEmpty }
      .attempt { lines in
        Result { () throws(Failure) in try Output.write(lines.joined(separator: "\n") + "\n") }
      }
      .wait()
  }

  /// Writes a line on standard error.
  static func tell(_ sentence: SafeText) { StandardStream.tell("reactui: \(sentence.string)") }

  /// Writes what has failed on standard error.
  func tell(_ failure: Failure) {
    for sentence in failure.sentences { Self.tell(SafeText(oneLine: sentence)) }
  }

  /// Waits until what is to be kept is in its file.
  func flush() {
    _ = cache?.flush(within: Self.patience)
    _ = state?.flush(within: Self.patience)
  }

  /// Ends the process, as ``Application/run()`` does.
  func end() -> Never { quick_exit(EXIT_SUCCESS) }

  /// Seconds that the end waits for each file at most.
  private static let patience: TimeInterval = 1
}

/// Where what is printed comes from, as JSON lines say it.
enum ScriptOrigin: String, Sendable {
  case live, cache, demo

  var json: JSONText { .text(SafeText(oneLine: rawValue)) }
}

// MARK: - Asking

extension Script {
  /// An answer, and when it was fetched.
  struct Fetched<Value: Sendable>: Sendable {
    var value: Value
    var date: Date
    /// It is from the cache.
    var isStored = false

    func origin(of provenance: Provenance) -> ScriptOrigin {
      isStored ? .cache : provenance.origin == .demo ? .demo : .live
    }
  }

  /// Waits for an answer at most as long as the command line says.
  func answer<Value>(
    of name: SafeText, _ request: SignalProducer<Value, ServiceError>
  ) -> SignalProducer<Fetched<Value>, Failure> {
    let tooLate = Failure(.unavailable, "\(name) did not answer within \(seconds); --timeout gives it more time")
    return request.mapError(Failure.init)
      .timeout(after: options.timeout, raising: tooLate, on: clock)
      .map { [clock] in Fetched(value: $0, date: clock.currentDate) }
  }

  /// `10 s`
  var seconds: SafeText {
    let whole = Int(options.timeout)
    return Double(whole) == options.timeout ? "\(whole) s" : "\(options.timeout) s"
  }

  /// Sends what was fetched before from the same server where that does not answer, and tells how old it is.
  ///
  /// - Parameter name: What was fetched, in the plural.
  func orStored<Value>(
    _ answer: SignalProducer<Fetched<Value>, Failure>, _ name: SafeText,
    stored: @escaping @Sendable (CacheDatabase, QuestionServer) -> SignalProducer<Fetched<Value>?, Never>
  ) -> SignalProducer<Fetched<Value>, Failure> {
    guard let cache, let server = services.questions.provenance.server else { return answer }
    return answer.flatMapError { [clock] failure in
      stored(cache, server).promoteError(Failure.self).flatMap(.latest) { stored in
        guard var stored else { return SignalProducer(error: failure) }
        stored.isStored = true
        let when = Self.ago(stored.date, at: clock.currentDate)
        Self.tell("\(SafeText(oneLine: failure.sentences.joined(separator: "; "))); \(name) are of \(when)")
        return SignalProducer(value: stored)
      }
    }
  }

  /// `2 h ago`
  static func ago(_ date: Date, at now: Date) -> SafeText {
    let age = TimeText.age(of: date, at: now)
    return age == "now" ? "less than a minute ago" : "\(age) ago"
  }

  /// Sends the successes. A failure is told on standard error, once as long as it stays the same; one that is not going to pass
  /// is the end.
  func telling<Value>(
    _ results: SignalProducer<Result<Value, Failure>, Never>
  ) -> SignalProducer<Value, Failure> {
    results.promoteError(Failure.self)
      .attempt { result -> Result<(), Failure> in
        if case .failure(let failure) = result, failure.isLasting { .failure(failure) } else { .success(()) }
      }
      .scanMap(into: [String]()) { told, result -> (news: [String], value: Value?) in
        switch result {
        case .success(let value):
          told = []
          return ([], value)
        case .failure(let failure):
          defer { told = failure.sentences }
          return (failure.sentences == told ? [] : failure.sentences, nil)
        }
      }
      .on(value: { result in
        for sentence in result.news { Self.tell(SafeText(oneLine: sentence)) }
      })
      .compactMap(\.value)
  }
}

extension Failure {
  /// A service cannot be asked, or does not answer as it must.
  init(_ error: ServiceError) {
    self.init(.unavailable, error.sentence.string)
    // A pause ends, whenever that is.
    isLasting = [.needsPerson, .gone].contains(error.outcome(at: .distantPast))
  }
}
