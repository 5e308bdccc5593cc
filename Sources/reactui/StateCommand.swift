import ArgumentParser
import Foundation
import Store
import Text

/// `reactui state`: what is stored between two runs, where, and its size.
struct StateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state", abstract: "Show what is kept of former sessions: where it is, and how large.",
    subcommands: [Clear.self])

  func run() throws {
    let databases = Databases(environment: ProcessInfo.processInfo.environment)
    let lines = [
      ("state", databases.state.summary { Script.tell($0) }),
      ("cache", databases.cache.summary { Script.tell($0) }),
    ]
    .flatMap { name, summary in Self.lines(name, summary) }
    try Output.write(lines.joined(separator: "\n"))
  }

  private static func lines(_ name: String, _ summary: StoreSummary) -> [String] {
    let path = summary.file.path(percentEncoded: false)
    guard summary.exists else { return ["\(name)  \(path): nothing is kept"] }
    let counts = summary.counts.map { "\($0.count) \($0.name.string)" }
    var line = "\(name)  \(path): \((["\(summary.bytes) bytes"] + counts).joined(separator: ", "))"
    if let newest = summary.newest { line += ", the newest of \(newest.formatted(.iso8601))" }
    return [line] + summary.notes.map { "       \($0.string)" }
      + (summary.problem.map { ["       \($0.string)"] } ?? [])
      + summary.setAside.map { "       set aside: \($0.path(percentEncoded: false))" }
  }

  /// `reactui state clear`
  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Empty the state and the cache, and delete what was set aside.")

    func run() throws {
      let databases = Databases(environment: ProcessInfo.processInfo.environment)
      let before = [("state", databases.state.summary { _ in }), ("cache", databases.cache.summary { _ in })]
      // What is wrong with one of them keeps neither from being cleared.
      let failures = [Self.failure(of: databases.state.clear), Self.failure(of: databases.cache.clear)]
      let cleared = zip(before, failures).filter { $1 == nil }.map { Self.line($0.0.0, $0.0.1) }
      if !cleared.isEmpty { try Output.write(cleared.joined(separator: "\n")) }
      let sentences = failures.compactMap { $0 }
      if !sentences.isEmpty { throw Failure(.other, sentences) }
    }

    private static func failure(
      of clear: (@escaping @Sendable (SafeText) -> Void) throws(StoreError) -> Void
    ) -> String? {
      do throws(StoreError) {
        try clear { Script.tell($0) }
        return nil
      } catch {
        return error.sentence.string
      }
    }

    /// What was there before.
    private static func line(_ name: String, _ summary: StoreSummary) -> String {
      let counts = summary.counts.filter { $0.count > 0 }.map { "\($0.count) \($0.name.string)" }
      let aside = summary.setAside.isEmpty ? [] : ["\(summary.setAside.count) set aside"]
      let removed = counts + aside
      return "\(name)  \(summary.file.path(percentEncoded: false)): "
        + (removed.isEmpty ? "nothing was kept" : "removed \(removed.joined(separator: ", "))")
    }
  }
}

/// The two databases of this user, opened at their first use.
struct Databases {
  let state: StateDatabase
  let cache: CacheDatabase

  init(environment: [String: String]) {
    let location = DatabaseLocation(environment: environment)
    state = StateDatabase(location.state)
    cache = CacheDatabase(location.cache)
  }
}
