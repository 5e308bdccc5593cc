import Model
import Screen
import Signals
import Text

/// What own commands are told of a pane's open or selected item.
public struct PaneSubject: Sendable {
  let kind: SubjectKind
  /// Returns whether there is such an item.
  let isThere: Command.Condition
  /// Returns the item now.
  let current: @UI @Sendable () -> ProgramSubject?

  public init(
    _ kind: SubjectKind, isThere: @autoclosure @escaping @UI @Sendable () -> Bool,
    current: @escaping @UI @Sendable () -> ProgramSubject?
  ) {
    self.kind = kind
    self.isThere = isThere
    self.current = current
  }
}

/// The person's own commands, for each pane those that fit what it shows.
@UI
final class OwnCommands {
  private let programs: ProgramsViewModel?
  private let panes: [any Pane]
  private let contexts: [ContextDescription]
  private var made: (settings: [OwnCommand], commands: [PaneID: [Command]]) = ([], [:])

  init(_ programs: ProgramsViewModel?, panes: [any Pane], contexts: [ContextDescription]) {
    self.programs = programs
    self.panes = panes
    self.contexts = contexts
  }

  func commands(of pane: PaneID) -> [Command] { all[pane] ?? [] }

  /// All commands, for the help.
  var list: [Command] {
    let all = all
    return panes.flatMap { all[$0.id] ?? [] }
  }

  /// The commands of the current settings, by pane.
  private var all: [PaneID: [Command]] {
    guard let programs else { return [:] }
    let settings = programs.commands.value
    if settings != made.settings {
      made = (settings, Dictionary(uniqueKeysWithValues: panes.map { ($0.id, make(settings, $0, programs)) }))
    }
    return made.commands
  }

  private func make(_ settings: [OwnCommand], _ pane: any Pane, _ programs: ProgramsViewModel) -> [Command] {
    guard let subject = pane.subject else { return [] }
    return settings.filter { $0.kinds.contains(subject.kind) }.map { own in
      Command(
        CommandSpec(own, among: contexts), hint: Command.Hint(own.name, rank: 6),
        disabled: subject.isThere() ? nil : "Nothing is selected for “\(own.name)”"
      ) {
        if let current = subject.current() { programs.send(.run(own, current)) }
      }
    }
  }
}

extension Command.Category {
  /// After all others.
  static let own = Command.Category("Your own commands", order: 7)
}
