import Foundation
import Model
import Text

/// The programs that own commands have started and that still run in the background.
struct ProgramsModel: Sendable {
  enum Step: Sendable {
    case action(ProgramsViewModel.Action)
    /// A rule's command runs for a match, for which the rule has a place (``RuleQueue``).
    case byRule(OwnCommand, RulesModel.Match)
    /// A program has ended, or could not be started.
    case ended(ProgramRun.ID, ProgramEnd)
  }

  /// What follows from a step, outside the model.
  enum Effect: Sendable, Hashable {
    case start(ProgramRun)
    case stop(ProgramRun.ID)
    /// Answers a person who has started a program.
    case tell(SafeText)
    /// Tells of the program of a rule.
    case news(SafeText)
    case request(ProgramRequest)
    /// The program of a rule has ended.
    case ruleEnds(RulesModel.Match, hasRun: Bool)
  }

  /// The most programs that a person runs in the background at the same time. Those of rules have places of their own.
  static let limit = 20

  private(set) var running: [ProgramRun] = []
  private var nextID = 0

  mutating func reduce(_ step: Step) -> [Effect] {
    switch step {
    case .action(.run(let command, let subject)): return run(command, for: subject)
    case .byRule(let command, let match): return run(command, for: match.subject, of: match)
    case .action(.stop(let id)):
      return running.contains { $0.id == id } ? [.stop(id)] : []
    case .ended(let id, let end):
      guard let index = running.firstIndex(where: { $0.id == id }) else { return [] }
      let run = running.remove(at: index)
      let sentence: SafeText = "\(run.label): \(end.sentence)"
      return [Self.told(sentence, of: run.match)] + Self.end(of: run.match, hasRun: end.hasRun)
    }
  }

  /// The seconds after which a program is ended that a rule has started.
  static let longest: TimeInterval = 600

  /// - Parameter match: What a rule has started the program for; `nil` for one that a person has started.
  private static func told(_ sentence: SafeText, of match: RulesModel.Match?) -> Effect {
    match == nil ? .tell(sentence) : .news(sentence)
  }

  private static func end(of match: RulesModel.Match?, hasRun: Bool) -> [Effect] {
    match.map { [.ruleEnds($0, hasRun: hasRun)] } ?? []
  }

  /// - Parameter match: What a rule runs it for; `nil` for a program that a person has started.
  private mutating func run(
    _ command: OwnCommand, for subject: ProgramSubject, of match: RulesModel.Match? = nil
  ) -> [Effect] {
    let call: ProgramCall
    do throws(ProgramRefusal) {
      call = try command.call(for: subject)
    } catch {
      return [Self.told(error.sentence, of: match)] + Self.end(of: match, hasRun: false)
    }
    if command.needsTerminal { return [.request(.runInTerminal(call))] + Self.end(of: match, hasRun: true) }
    guard match != nil || running.count(where: { $0.match == nil }) < Self.limit else {
      return [.tell("\(ProgramRun.label(command)) is not run: \(Self.limit) programs run already; stop one (:stop)")]
    }
    let run = ProgramRun(id: nextID, label: ProgramRun.label(command), call: call, match: match)
    nextID += 1
    running.append(run)
    return [.start(run), Self.told("\(run.label) runs", of: match)]
  }
}

/// A program that runs in the background.
public struct ProgramRun: Sendable, Hashable, Identifiable {
  /// Numbers the programs of this run.
  public let id: Int
  /// The name of its command, short enough for a sentence.
  public var label: SafeText
  var call: ProgramCall
  /// What a rule has started it for; `nil` for a program that a person has started.
  var match: RulesModel.Match?
  /// The seconds after which it is ended.
  var limit: TimeInterval? { match == nil ? nil : ProgramsModel.longest }

  fileprivate static func label(_ command: OwnCommand) -> SafeText { SafeText(oneLine: command.name.string, limit: 24) }
}

/// How a program in the background has ended.
public struct ProgramEnd: Sendable, Hashable {
  /// `ended with status 1`; `nil` for a success.
  public var failure: SafeText?
  /// The last line of its output and its errors; empty without one.
  public var lastLine: SafeText
  /// `false` if it could not be started.
  public var hasRun: Bool

  public init(failure: SafeText?, lastLine: SafeText = "", hasRun: Bool = true) {
    self.failure = failure
    self.lastLine = lastLine
    self.hasRun = hasRun
  }

  /// The letters of the last line that are shown.
  private static let lineLimit = 60

  var sentence: SafeText {
    let line = SafeText(oneLine: lastLine.string, limit: Self.lineLimit)
    return switch (failure, line.isEmpty) {
    case (nil, true): "done"
    case (nil, false): line
    case (let failure?, true): failure
    case (let failure?, false): "\(failure): \(line)"
    }
  }
}
