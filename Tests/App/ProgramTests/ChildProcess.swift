import Foundation

/// A child with pipes for its standard input and output.
///
/// Foundation's `Process` learns of a child's end from a socket that the child inherits. tmux's server inherits it as well
/// and outlives the client that started it, so that the client would never be seen to end, and stay a zombie.
struct ChildProcess {
  let input: FileHandle
  let output: FileHandle
  private let id: pid_t

  /// - Parameter arguments: the first is the program, looked up in `PATH`.
  init(_ arguments: [String], environment: [String: String]) throws {
    let input = Pipe()
    let output = Pipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.fileHandleForReading.fileDescriptor, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output.fileHandleForWriting.fileDescriptor, STDOUT_FILENO)
    // A thread that runs a test has most signals blocked, and a child inherits that: tmux's server, and all that runs in it,
    // would not hear of its end.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let words = (Self.closingTheRest + arguments).map { strdup($0) } + [nil]
    let settings = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + settings { free(text) } }
    var id: pid_t = 0
    let error = posix_spawnp(&id, Self.closingTheRest[0], &actions, &attributes, words, settings)
    guard error == 0 else { throw TerminalSession.Failed(description: String(cString: strerror(error))) }
    try input.fileHandleForReading.close()
    try output.fileHandleForWriting.close()
    self.id = id
    self.input = input.fileHandleForWriting
    self.output = output.fileHandleForReading
  }

  /// Runs what follows without any further descriptor: what other tests have open, tmux's server would keep open.
  private static let closingTheRest = [
    "bash", "-c",
    #"for fd in /proc/self/fd/*; do fd=${fd##*/}; [ "$fd" -gt 2 ] && eval "exec $fd>&-"; done; exec "$@""#, "bash",
  ]

  /// Closes its input and waits for its end.
  ///
  /// - Returns: How it ended, as wait(2) tells it: a signal that ended it is the status itself.
  @discardableResult
  func finish() -> Int32 {
    try? input.close()
    var status: Int32 = 0
    while waitpid(id, &status, 0) == -1, errno == EINTR {}
    return status
  }

  func send(_ signal: Int32) { kill(id, signal) }
}
