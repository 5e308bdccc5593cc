import Screen
import Text

/// Maps keys to commands: the commands' standard keys, unless settings assign others.
///
/// Ctrl-C always quits, whatever the settings, so that there is always a way out.
struct Keymap: Sendable {
  /// The keys of commands with other keys than their standard ones.
  let overrides: [Command.ID: [KeyEvent]]

  /// - Parameter overrides: The keys of commands with other keys than their standard ones; an empty array for a command
  ///   without keys.
  init(overrides: [Command.ID: [KeyEvent]] = [:]) {
    self.overrides = Dictionary(
      uniqueKeysWithValues: overrides.map { id, keys in
        let others = keys.filter { $0 != Self.wayOut }
        return (id, id == CommandSpec.everywhere.quitAlways.id ? [Self.wayOut] + others : others)
      })
  }

  private static let wayOut = KeyEvent.control("c")

  func keys(of command: Command) -> [KeyEvent] { overrides[command.id] ?? command.keys }

  /// Returns whether a command has a key.
  func gives(_ command: Command, _ key: KeyEvent) -> Bool { keys(of: command).contains(key) }

  /// The meaning of a key.
  enum Meaning {
    /// `butAlso` is another enabled command to which settings have assigned the same key.
    case command(Command, butAlso: Command?)
    /// The command is not enabled, and this says why; empty if it gives way to a command that settings gave another key.
    case refusal(SafeText, of: Command)
    /// Only a command of other contexts has the key.
    case elsewhere(Command)
  }

  /// Returns the first enabled command in a scope that has the key; if none is enabled, the first reason why, or a command of
  /// other contexts.
  ///
  /// Characters and pastes for a field are handled before this is called, and a paste is never a key.
  ///
  /// A key with Shift that has no command, or is pressed in a field, is treated as the key without Shift.
  ///
  /// - Parameter takesText: Whether a field takes text. Then the keys that the field needs are reserved.
  @UI func meaning(of key: KeyEvent, in scope: CommandScope, takesText: Bool = false) -> Meaning? {
    let meaning = ownMeaning(of: key, in: scope, takesText: takesText)
    guard key != key.withoutModifier else { return meaning }
    switch meaning {
    case .command, .refusal: if !takesText { return meaning }
    case .elsewhere, nil: break
    }
    return self.meaning(of: key.withoutModifier, in: scope, takesText: takesText) ?? meaning
  }

  @UI private func ownMeaning(of key: KeyEvent, in scope: CommandScope, takesText: Bool) -> Meaning? {
    if takesText {
      for command in scope.commands where command.servesField && keys(of: command).contains(key) {
        if command.isEnabled(in: scope.context) { return .command(command, butAlso: nil) }
      }
    }
    var (first, other): (Command?, Command?)
    var refused: (reason: SafeText, command: Command)?
    for command in scope.commands where keys(of: command).contains(key) {
      guard command.belongs(to: scope.context) else {
        other = other ?? command
        continue
      }
      if let disabled = command.disabled() {
        if refused?.reason.isEmpty != false { refused = (disabled, command) }
        continue
      }
      if let first {
        if clashes(first, command) { return .command(first, butAlso: command) }
      } else if overrides.isEmpty {
        return .command(command, butAlso: nil)
      } else {
        first = command
      }
    }
    return first.map { .command($0, butAlso: nil) } ?? refused.map(Meaning.refusal) ?? other.map(Meaning.elsewhere)
  }

  /// A key assigned by settings to two commands that are enabled at the same time.
  struct Clash {
    var key: KeyEvent
    /// The command that gets the key.
    var command: Command
    var other: Command
  }

  /// Returns the first clash among the enabled commands of a scope; `nil` if there is none.
  @UI func clash(in scope: CommandScope) -> Clash? {
    guard !overrides.isEmpty else { return nil }
    var owners: [KeyEvent: Command] = [:]
    for command in scope.enabled {
      for key in keys(of: command) {
        if let owner = owners[key], clashes(owner, command) { return Clash(key: key, command: owner, other: command) }
        owners[key] = owners[key] ?? command
      }
    }
    return nil
  }

  /// Returns whether two commands share a key because of the settings.
  private func clashes(_ one: Command, _ other: Command) -> Bool {
    one.id != other.id && (overrides[one.id] != nil || overrides[other.id] != nil)
  }

  /// Returns the enabled commands of a scope in order, each with the keys that reach it.
  ///
  /// - Parameter takesText: Whether a field takes text.
  func reachable(among enabled: [Command], takesText: Bool) -> [(command: Command, keys: [KeyEvent])] {
    var taken: Set<KeyEvent> = []
    if takesText {
      for command in enabled where command.servesField { taken.formUnion(keys(of: command)) }
    }
    return enabled.map { command in
      let keys = takesText ? keys(of: command).filter { $0.text == nil } : keys(of: command)
      // Keys shared among a field's commands are fine, because only one of these is enabled.
      if takesText, command.servesField { return (command, keys) }
      return (command, keys.filter { taken.insert($0).inserted })
    }
  }
}

extension KeyEvent {
  /// The text that the key enters into a field; `nil` for other keys.
  var text: SafeText? {
    switch self {
    case .character(let character): SafeText(oneLine: String(character))
    case .paste(let text): text
    default: nil
    }
  }
}
