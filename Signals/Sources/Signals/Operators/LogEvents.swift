/// Logs an event: the stream's identifier, the event, and the place in the source where the stream was made.
public typealias EventLogger =
  @Sendable (
    _ identifier: String, _ event: String, _ fileName: String, _ functionName: String, _ lineNumber: Int
  ) -> Void

/// The kinds of events that can be logged.
public enum LoggingEvent {
  /// The events of a signal.
  public enum Signal: String, CaseIterable, Sendable {
    case value, completed, failed, terminated, disposed, interrupted
  }

  /// The events of a producer's starts.
  public enum SignalProducer: String, CaseIterable, Sendable {
    case starting, started, value, completed, failed, terminated, disposed, interrupted
  }
}

/// Writes a line to the standard error stream.
public let defaultEventLog: EventLogger = { identifier, event, fileName, functionName, lineNumber in
  let line =
    "[\(identifier)] \(event) fileName: \(fileName), functionName: \(functionName), lineNumber: \(lineNumber)\n"
  // A line that cannot be written is lost, because a log must not end the program.
  writeToStandardError(line)
}

/// Makes the closures that log each kind of event; nil for a kind that is not logged.
private struct EventLog: Sendable {
  let wanted: Set<String>
  let log: @Sendable (String) -> Void

  func plain(_ kind: String) -> (@Sendable () -> Void)? {
    guard wanted.contains(kind) else { return nil }
    return { [log] in log(kind) }
  }

  func carrying<T>(_ kind: String, _: T.Type = T.self) -> (@Sendable (T) -> Void)? {
    guard wanted.contains(kind) else { return nil }
    return { [log] in log("\(kind) \($0)") }
  }
}

extension Signal {
  /// Calls `logger` with each event of the given kinds before the event goes on.
  ///
  /// ```
  /// source:      -1--2--3|
  /// logEvents(): -1--2--3|
  /// ```
  public func logEvents(
    identifier: String = "", events: Set<LoggingEvent.Signal> = Set(LoggingEvent.Signal.allCases),
    fileName: String = #file, functionName: String = #function, lineNumber: Int = #line,
    logger: @escaping EventLogger = defaultEventLog
  ) -> Signal<Value, Error> {
    let log = EventLog(wanted: Set(events.map(\.rawValue))) {
      logger(identifier, $0, fileName, functionName, lineNumber)
    }
    return on(
      failed: log.carrying("failed"), completed: log.plain("completed"), interrupted: log.plain("interrupted"),
      terminated: log.plain("terminated"), disposed: log.plain("disposed"), value: log.carrying("value"))
  }
}

extension SignalProducer {
  /// Calls `logger` with each event of the given kinds before the event goes on. See
  /// ``Signal/logEvents(identifier:events:fileName:functionName:lineNumber:logger:)``.
  public func logEvents(
    identifier: String = "", events: Set<LoggingEvent.SignalProducer> = Set(LoggingEvent.SignalProducer.allCases),
    fileName: String = #file, functionName: String = #function, lineNumber: Int = #line,
    logger: @escaping EventLogger = defaultEventLog
  ) -> SignalProducer<Value, Error> {
    let log = EventLog(wanted: Set(events.map(\.rawValue))) {
      logger(identifier, $0, fileName, functionName, lineNumber)
    }
    return on(
      starting: log.plain("starting"), started: log.plain("started"), failed: log.carrying("failed"),
      completed: log.plain("completed"), interrupted: log.plain("interrupted"), terminated: log.plain("terminated"),
      disposed: log.plain("disposed"), value: log.carrying("value"))
  }
}
