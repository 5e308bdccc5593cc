import Foundation
import Model
import Text

/// The programs that own commands have started and that still run in the background.
struct ProgramsModel: Sendable {
  enum Step: Sendable {
    case action(ProgramsViewModel.Action)
    /// A program has ended, or could not be started.
    case ended(ProgramRun.ID, ProgramEnd)
  }

  /// What follows from a step, outside the model.
  enum Effect: Sendable, Hashable {
    case start(ProgramRun)
    case stop(ProgramRun.ID)
    case tell(SafeText)
    case request(ProgramRequest)
  }

  /// The most programs that run in the background at the same time.
  static let limit = 20

  private(set) var running: [ProgramRun] = []
  private var nextID = 0

  mutating func take(_ step: Step) -> [Effect] {
    switch step {
    case .action(.run(let command, let subject)): return run(command, for: subject)
    case .action(.runByRule(let command, let subject)): return run(command, for: subject, limit: Self.longest)
    case .action(.stop(let id)):
      return running.contains { $0.id == id } ? [.stop(id)] : []
    case .ended(let id, let end):
      guard let index = running.firstIndex(where: { $0.id == id }) else { return [] }
      let run = running.remove(at: index)
      return [.tell("\(run.label): \(end.sentence)")]
    }
  }

  /// The seconds after which a program is ended that a rule has started.
  static let longest: TimeInterval = 600

  /// - Parameter limit: The seconds after which it is ended; `nil` for a program that a person has started.
  private mutating func run(
    _ command: OwnCommand, for subject: ProgramSubject, limit: TimeInterval? = nil
  ) -> [Effect] {
    let call: ProgramCall
    do throws(ProgramRefusal) {
      call = try command.call(for: subject)
    } catch {
      return [.tell(error.sentence)]
    }
    if command.needsTerminal { return [.request(.runInTerminal(call))] }
    guard running.count < Self.limit else {
      return [.tell("\(ProgramRun.label(command)) is not run: \(Self.limit) programs run already; stop one (:stop)")]
    }
    let run = ProgramRun(id: nextID, label: ProgramRun.label(command), call: call, limit: limit)
    nextID += 1
    running.append(run)
    return [.start(run), .tell("\(run.label) runs")]
  }
}

/// A program that runs in the background.
public struct ProgramRun: Sendable, Hashable, Identifiable {
  /// Numbers the programs of this run.
  public let id: Int
  /// The name of its command, short enough for a sentence.
  public var label: SafeText
  var call: ProgramCall
  /// The seconds after which it is ended.
  var limit: TimeInterval?

  fileprivate static func label(_ command: OwnCommand) -> SafeText { SafeText(oneLine: command.name.string, limit: 24) }
}

/// How a program in the background has ended.
public struct ProgramEnd: Sendable, Hashable {
  /// `ended with status 1`; `nil` for a success.
  public var failure: SafeText?
  /// The last line of its output and its errors; empty without one.
  public var lastLine: SafeText

  public init(failure: SafeText?, lastLine: SafeText = "") {
    self.failure = failure
    self.lastLine = lastLine
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
