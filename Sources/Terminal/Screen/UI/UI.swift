import Foundation

/// The interface's global actor. Panes, widgets and the terminal are isolated to it, which the compiler checks.
///
/// Its executor is not the cooperative thread pool but a ``UILoop``, which the program runs on its main thread and which
/// waits for keys, timers and jobs in one place. So the interface never changes its thread, and code that already runs on the
/// loop's thread enters synchronously with ``assumeIsolated(_:file:line:)``.
///
/// ```swift
/// try UI.run {                            // on the main thread, until UI.stop()
///   shell = Shell(on: try openTerminal())
/// }
/// ```
@globalActor
public actor UI {
  public static let shared = UI()

  /// The loop that runs the interface. It is also the scheduler on which the values of view models arrive.
  public static let loop = UILoop()

  /// The schedule of frames.
  public static let frames = FrameClock(loop: loop)

  public nonisolated var unownedExecutor: UnownedSerialExecutor { UI.loop.asUnownedSerialExecutor() }

  private init() {}

  /// Makes the calling thread the interface's and runs the loop on it until ``stop()``.
  ///
  /// - Parameter start: Called first, isolated to the interface: opens the terminal, draws the first frame.
  /// - Throws: what `start` throws; then the loop does not run.
  public static func run(_ start: @UI () throws -> Void) rethrows {
    loop.adoptCurrentThread()
    try assumeIsolated(start)
    loop.run(frames)
  }

  /// Ends ``run(_:)`` after the current turn.
  public static func stop() { loop.stop() }

  /// Runs the interface on a background thread, for a program whose main thread is not its own, such as a test runner.
  /// Further calls do nothing.
  public static func runInBackground() { _ = backgroundThread }

  private static let backgroundThread: Void = {
    let thread = Thread { run {} }
    thread.name = "UI"
    thread.start()
  }()

  /// Runs `operation` synchronously, isolated to the interface. The caller must be on the interface's thread, otherwise the
  /// program stops. `MainActor` has this built in; other global actors have to provide it.
  public static func assumeIsolated<Result>(
    _ operation: @UI () throws -> Result, file: StaticString = #fileID, line: UInt = #line
  ) rethrows -> Result {
    precondition(loop.isCurrent, "not on the interface's thread", file: file, line: line)
    // The compiler writes the length of this file's whole path into the program, wherever that is, unless it is told another name.
    #sourceLocation(file:"Screen/Isolation.swift",line:59)
    return try withoutActuallyEscaping(operation) { escapable in
      // Isolation restricts who may call a closure and does not change how it is called, and the line above has checked the
      // caller: the two function types have the same representation.
      try unsafeBitCast(escapable, to: (() throws -> Result).self)()
    }
  }
  #sourceLocation()
}
