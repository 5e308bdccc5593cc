import Foundation

/// Is told of an event: what the stream is called, what happened, and where in the program the stream was made.
public typealias EventLogger =
  @Sendable (
    _ identifier: String, _ event: String, _ fileName: String, _ functionName: String, _ lineNumber: Int
  ) -> Void

/// The kinds of events that can be logged.
public enum LoggingEvent {
  /// Those of a signal.
  public enum Signal: String, CaseIterable, Sendable {
    case value, completed, failed, terminated, disposed, interrupted
  }

  /// Those of a producer's starts.
  public enum SignalProducer: String, CaseIterable, Sendable {
    case starting, started, value, completed, failed, terminated, disposed, interrupted
  }
}

/// Writes a line to the standard error stream.
public let defaultEventLog: EventLogger = { identifier, event, fileName, functionName, lineNumber in
  let line =
    "[\(identifier)] \(event) fileName: \(fileName), functionName: \(functionName), lineNumber: \(lineNumber)\n"
  // What cannot be written is lost: a log must not end the program.
  try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
}

/// Makes the closures that log, each nil where its kind of event is not wanted.
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
  /// Tells `logger` of each event of the given kinds before it goes on.
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
  /// Tells `logger` of each event of the given kinds before it goes on.
  ///
  /// ```
  /// source:      -1--2--3|
  /// logEvents(): -1--2--3|
  /// ```
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
