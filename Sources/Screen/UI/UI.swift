import Foundation

/// The interface's actor: panes, widgets and the terminal are isolated to it, and the compiler checks that.
///
/// Its executor is not the cooperative thread pool but a ``UILoop``, which the program runs on its main thread and which
/// waits for keys, timers and jobs in one place. So nothing that belongs to the screen ever changes thread, and code that
/// already is on the loop's thread goes in synchronously with ``assumeIsolated(_:file:line:)``.
///
/// ```swift
/// try UI.run {                            // on the main thread, until UI.stop()
///   shell = Shell(on: try openTerminal())
/// }
/// ```
@globalActor
public actor UI {
  public static let shared = UI()

  /// The loop that runs the interface; as a scheduler it is where view models' values cross over to it.
  public static let loop = UILoop()

  /// When the screen is drawn.
  public static let frames = FrameClock(loop: loop)

  public nonisolated var unownedExecutor: UnownedSerialExecutor { UI.loop.asUnownedSerialExecutor() }

  private init() {}

  /// Makes the calling thread the interface's own and runs the loop on it until ``stop()``.
  ///
  /// - Parameter start: what to do first, isolated to the interface: open the terminal, draw the first frame.
  /// - Throws: what `start` throws; the loop then does not run.
  public static func run(_ start: @UI () throws -> Void) rethrows {
    loop.adoptCurrentThread()
    try assumeIsolated(start)
    loop.run(frames)
  }

  /// Ends ``run(_:)`` after the turn that is under way.
  public static func stop() { loop.stop() }

  /// Runs the interface on a background thread, for a program whose main thread belongs to another, as a test runner's
  /// does: from then on its `@UI` functions get their turn. Further calls do nothing.
  public static func runInBackground() { _ = backgroundThread }

  private static let backgroundThread: Void = {
    let thread = Thread { run {} }
    thread.name = "UI"
    thread.start()
  }()

  /// Runs `operation` as the interface's own, synchronously, when the caller already is on its thread; stops the program
  /// when it is not. `MainActor` has the same by birth; every other global actor needs it by hand.
  public static func assumeIsolated<Result>(
    _ operation: @UI () throws -> Result, file: StaticString = #fileID, line: UInt = #line
  ) rethrows -> Result {
    precondition(loop.isCurrent, "not on the interface's thread", file: file, line: line)
    return try withoutActuallyEscaping(operation) { escapable in
      // Isolation changes who may call a closure, not how it is called, and the line above established that the caller
      // may: the two function types have one representation.
      try unsafeBitCast(escapable, to: (() throws -> Result).self)()
    }
  }
}
