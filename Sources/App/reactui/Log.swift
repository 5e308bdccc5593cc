import Assembly
import Edits
import Foundation
import Logging
import Model
import PaneKit
import QuestionsEdge
import Signals
import Synchronization
import Text

/// The program's log: a file, or nothing, because only the screen may write to the terminal.
///
/// It takes only ``SafeText``, so that a log can be shown in a terminal. It never contains the Stack Exchange key, because
/// requests are logged without their queries.
struct Log: Sendable {
  private let logger: Logger
  private let file: LogFile?
  /// The queue of writes, so that the interface does not wait for a disk.
  private let queue = QueueScheduler(qos: .utility, name: "reactui.log")

  /// - Parameter file: Created for its owner alone; an existing file is appended to and keeps its permissions. `nil` logs
  ///   nothing.
  init(file: String?) throws {
    guard let file else {
      logger = Logger(label: "reactui") { _ in SwiftLogNoOpLogHandler() }
      self.file = nil
      return
    }
    let logFile = try LogFile(path: file)
    logger = Logger(label: "reactui") { _ in FileLogHandler(file: logFile) }
    self.file = logFile
    note("reactui \(SafeText(oneLine: Reactui.version)) started")
  }

  func note(_ text: SafeText) { logger.info("\(text.string)") }

  /// Writes the queued lines, then the last line. Errors caused by quitting are not logged.
  func end() {
    queue.queue.sync { file?.append(FileLogHandler.line(.info, "ended"), isLast: true) }
  }

  /// Logs when a service fails, when it recovers, when the demonstration replaces it, notices to the person, and mistakes in
  /// the settings.
  ///
  /// Feed and temperatures are observed through their panes' states; the questions at their service, because the pane shows
  /// one of several tabs.
  func follow(questions: WatchedQuestionService, _ interface: Interface, mistakes: Property<[SafeText]>) {
    let (wikipedia, rooms) = (interface.wikipedia.state, interface.rooms.state)
    followTrouble("Stack Overflow", questions.trouble.producer)
    followTrouble("Wikipedia", wikipedia.producer.compactMap { $0.connection.outcome }.map { $0.error })
    followTrouble("ConAir", rooms.producer.map { $0.trouble?.error })
    followOrigin("Stack Overflow", interface.stackOverflow.state.map(\.origin))
    followOrigin("Wikipedia", wikipedia.map(\.origin))
    followOrigin("ConAir", rooms.map(\.origin))
    mistakes.signal.skipRepeats().observe(on: queue).observeValues { mistakes in
      for mistake in mistakes.isEmpty ? ["the settings are well again"] : mistakes { note(mistake) }
    }
    interface.notices.observe(on: queue).observeValues { note($0) }
  }

  private func followTrouble(_ service: SafeText, _ errors: SignalProducer<ServiceError?, Never>) {
    // A service without trouble at the start is not logged.
    SignalProducer(value: nil).concat(errors).skipRepeats().skip(first: 1).observe(on: queue).startWithValues { error in
      note("\(service): \(error?.sentence ?? "well again")")
    }
  }

  private func followOrigin(_ service: SafeText, _ origin: Property<Origin>) {
    origin.producer.skipRepeats().observe(on: queue).startWithValues { origin in
      note("\(service): \(origin == .demo ? "the demonstration" : "live")")
    }
  }
}

extension WikipediaState.Connection {
  fileprivate struct Outcome {
    var error: ServiceError?
  }

  /// The outcome of the last attempt to connect; `nil` during an attempt.
  fileprivate var outcome: Outcome? {
    switch self {
    case .connecting: nil
    case .connected: Outcome(error: nil)
    case .waiting(let trouble): Outcome(error: trouble.error)
    }
  }
}

/// Appends lines to a file: UTC time, level, message.
private struct FileLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info
  private let file: LogFile

  init(file: LogFile) { self.file = file }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    file.append(Self.line(event.level, SafeText(oneLine: AddressText.withoutPasswords(event.message.description))))
  }

  static func line(_ level: Logger.Level, _ message: SafeText) -> SafeText {
    "\(ClockTime.utc.full(.ofMachine))Z \(SafeText(oneLine: level.rawValue)) \(message)"
  }
}

/// A file to which several threads append lines.
private final class LogFile: Sendable {
  private let handle: Mutex<FileHandle?>

  init(path: String) throws {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Failure(.other, "cannot write the log \(path): \(String(cString: strerror(errno)))")
    }
    handle = Mutex(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
  }

  /// Appends a line. If that fails (a full disk), the line is lost and the program continues.
  func append(_ line: SafeText, isLast: Bool = false) {
    handle.withLock { handle in
      try? handle?.write(contentsOf: Data((line.string + "\n").utf8))
      if isLast { handle = nil }
    }
  }
}
