import ArgumentParser
import Assembly
import Foundation
import QuestionsEdge
import Storage
import Text

/// `reactui state`: what is stored between two runs, where, and its size.
struct StateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state", abstract: "Show what is kept of former sessions: where it is, and how large.",
    subcommands: [Clear.self])

  func run() throws {
    let databases = Databases(environment: ProcessInfo.processInfo.environment)
    let lines = [
      ("state", databases.state.summary { CommandContext.tell($0) }),
      ("cache", databases.cache.summary(of: Features.cached) { CommandContext.tell($0) }),
      ("search", databases.search.summary { CommandContext.tell($0) }),
    ]
    .flatMap { name, summary in Self.lines(name, summary) }
    try Output.write(lines.map(SafeText.init(oneLine:)))
  }

  private static func lines(_ name: String, _ summary: StoreSummary) -> [String] {
    let path = summary.file.path(percentEncoded: false)
    guard summary.exists else { return ["\(name)  \(summary.problem?.string ?? "\(path): nothing is kept")"] }
    let counts = summary.counts.map(\.text.string)
    var line =
      "\(name)  \(path): \(([SafeText(summary.bytes, "byte", "bytes").string] + counts).joined(separator: ", "))"
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
      // What is wrong with one of them keeps neither from being cleared.
      let removals = [
        ("state", databases.state.clear { CommandContext.tell($0) }),
        ("cache", databases.cache.clear(of: Features.cached) { CommandContext.tell($0) }),
        ("search", databases.search.clear { CommandContext.tell($0) }),
      ]
      let lines = removals.compactMap { Self.line($0, $1) }
      if !lines.isEmpty { try Output.write(lines.map(SafeText.init(oneLine:))) }
      let sentences = removals.compactMap { $1.failure?.string }
      if !sentences.isEmpty { throw Failure(.other, sentences) }
    }

    /// What was removed; `nil` if the failure says all.
    private static func line(_ name: String, _ removal: StoreRemoval) -> String? {
      guard !removal.removed.isEmpty || removal.failure == nil else { return nil }
      let removed = removal.removed.map(\.string).joined(separator: ", ")
      return "\(name)  \(removal.file.path(percentEncoded: false)): "
        + (removed.isEmpty ? "nothing was kept" : "removed \(removed)")
    }
  }
}

/// The databases of this user, opened at their first use.
struct Databases {
  let state: StateDatabase
  let cache: CacheDatabase
  /// Finds the cache's questions by words.
  let search: SearchIndex

  init(environment: [String: String]) {
    let location = DatabaseLocation(environment: environment)
    state = StateDatabase(location.state, of: Features.remembered)
    search = SearchIndex(location.search)
    cache = CacheDatabase(location.cache, beside: search)
  }
}
