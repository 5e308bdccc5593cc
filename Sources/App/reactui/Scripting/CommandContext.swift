import Assembly
import Clients
import Foundation
import Model
import Processes
import Questions
import Rooms
import RoomsEdge
import SettingsFile
import Signals
import Storage
import Text

/// The environment of a command for scripts: the screen's settings, clients and cache, and standard output.
struct CommandContext: Sendable {
  let options: ScriptOptions
  let resolved: ResolvedSettings
  var settings: Settings { resolved.settings }
  let services: Services
  /// The sources of data.
  let sources: ServiceSources
  /// The cache of live services; `nil` if nothing is to be stored.
  let cache: CacheDatabase?
  /// What was measured here before; `nil` where nothing is to be kept.
  private let state: StateDatabase?
  /// What time-outs and pauses are measured with.
  let clock = QueueScheduler(qos: .userInitiated, name: "reactui.script")
  let page: TextPage
  let systemRoot: String

  /// - Throws: mistakes in the settings or the environment.
  init(_ options: ScriptOptions, environment: [String: String]) throws(Failure) {
    self.options = options
    let settingsSources = options.settings.sources(environment: environment)
    do {
      resolved = try settingsSources.read().get()
    } catch {
      throw Failure(error)
    }
    do {
      try StandardStream.output.check()
    } catch {
      throw Failure(error)
    }
    if let remark = settingsSources.remark { Self.tell(remark) }
    page = TextPage(resolved.settings, isTerminal: StandardStream.output.isTerminal, environment: environment)
    systemRoot = Services.systemRoot(environment)
    let demo = options.origin.demo
    // Without a screen a person does not see the origin of data: a script gets invented data only on request.
    sources = ServiceSources(resolved, demo: demo, live: !demo)
    let databases = options.keeping.noState || demo ? nil : Databases(environment: environment)
    do {
      let clients = ClientEnvironment(
        version: Reactui.version, environment: environment, demonstration: Demonstration())
      services = try Services(
        sources: Property(value: sources), readings: databases.map { KeptReadings(in: $0.state) }, environment: clients)
    } catch {
      throw Failure(error)
    }
    (cache, state) = (databases?.cache, databases?.state)
    services.notices.observeValues { Self.tell($0) }
    cache?.notices.observeValues { Self.tell($0) }
    state?.notices.observeValues { Self.tell($0) }
  }

  /// Whether there is a room to ask: if none is configured, only if this machine has sensors.
  var hasRooms: Bool { options.origin.demo || !settings.rooms.isEmpty || hasSensors }

  /// Whether this machine has thermometers.
  var hasSensors: Bool { MachineSource.hasSensors(root: systemRoot) }

  /// Prints all entries, and waits for their end.
  func print(_ entries: SignalProducer<[any ScriptEntry], Failure>) -> Result<(), Failure> {
    StandardStream.output.endWithReader()
    return
      entries
      .map { [page, isJSON = options.json] entries in
        entries.flatMap { isJSON ? [$0.json.text] : $0.lines(on: page).map(page.text) }
      }
      .filter { !$0.isEmpty }
      .attempt { lines in
        Result { () throws(Failure) in try Output.write(trusted: lines.joined(separator: "\n") + "\n") }
      }
      .wait()
  }

  /// Writes a line on standard error.
  static func tell(_ sentence: SafeText) { Output.tell(sentence) }

  /// Writes a failure on standard error.
  func tell(_ failure: Failure) {
    for sentence in failure.sentences { Self.tell(SafeText(oneLine: sentence)) }
  }

  /// Waits until what is to be kept is in its file.
  func flush() {
    _ = cache?.flush(within: Self.patience)
    _ = state?.flush(within: Self.patience)
  }

  /// Ends the process. See ``Application/run()``.
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

extension CommandContext {
  /// An answer with the date when it was fetched.
  struct Fetched<Value: Sendable>: Sendable {
    var value: Value
    var date: Date
    /// It is from the cache.
    var isStored = false

    func origin(of provenance: Provenance) -> ScriptOrigin {
      isStored ? .cache : provenance.origin == .demo ? .demo : .live
    }
  }

  /// Waits for an answer up to the time limit of the command line.
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

  /// Sends what was fetched earlier from the same server if that does not answer, and reports its age.
  ///
  /// - Parameter name: The plural noun for what was fetched.
  func orStored<Value>(
    _ answer: SignalProducer<Fetched<Value>, Failure>, _ name: SafeText,
    stored: @escaping @Sendable (CacheDatabase, QuestionServer) -> SignalProducer<Fetched<Value>?, Never>
  ) -> SignalProducer<Fetched<Value>, Failure> {
    guard let cache, let server = services.questionClients.service.provenance.server else { return answer }
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

  /// Sends the successes. A failure is reported on standard error, once while it stays the same; a permanent failure ends the
  /// stream.
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
  /// Creates the failure of a service that cannot be asked, or answers wrongly.
  init(_ error: ServiceError) {
    let isEnvironment = if case .unusableVariable = error { true } else { false }
    self.init(isEnvironment ? .usage : .unavailable, error.sentence.string)
    // Pauses end at some time.
    isLasting = [.needsPerson, .gone].contains(error.outcome(at: .distantPast))
  }
}
