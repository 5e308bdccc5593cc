import Screen
import Signals
import Text

/// Which keys lead to which command: the commands' own, unless settings give others.
///
/// Whatever is set, Ctrl-C quits: a person who has taken every key away from everything gets out.
struct Keymap: Sendable {
  /// The keys of commands that have others than their own.
  let overrides: [Command.ID: [KeyEvent]]

  /// - Parameter overrides: the keys of commands that have others than their own; none for a command without a key.
  init(overrides: [Command.ID: [KeyEvent]] = [:]) {
    self.overrides = Dictionary(
      uniqueKeysWithValues: overrides.map { id, keys in
        let others = keys.filter { $0 != Self.wayOut }
        return (id, id == .quitAlways ? [Self.wayOut] + others : others)
      })
  }

  private static let wayOut = KeyEvent.control("c")

  func keys(of command: Command) -> [KeyEvent] { overrides[command.id] ?? command.keys }

  /// What a key does.
  enum Meaning {
    /// Another one that settings have given the same key can be done as well.
    case command(Command, butAlso: Command?)
    /// Nothing now, and a notice says why.
    case notice(SafeText)
  }

  /// The first enabled command of a scope that has the key; where none is enabled, the first notice that says why.
  ///
  /// A field that takes text gets characters and pastes before anybody asks here, and a paste is never a key.
  ///
  /// A key with Shift that means nothing, or is pressed in a field, is the key without it.
  ///
  /// - Parameter takesText: characters go into a field. Then the keys that the field needs are its own.
  func meaning(of key: KeyEvent, in scope: [Command], takesText: Bool = false) -> Meaning? {
    if key != key.withoutShift {
      let meaning = takesText ? nil : ownMeaning(of: key, in: scope)
      return meaning ?? self.meaning(of: key.withoutShift, in: scope, takesText: takesText)
    }
    return ownMeaning(of: key, in: scope, takesText: takesText)
  }

  private func ownMeaning(of key: KeyEvent, in scope: [Command], takesText: Bool = false) -> Meaning? {
    if takesText {
      for command in scope where command.servesField && keys(of: command).contains(key) {
        if command.isEnabled.value { return .command(command, butAlso: nil) }
      }
    }
    var first: Command?
    var notice: SafeText?
    for command in scope where keys(of: command).contains(key) {
      guard command.isEnabled.value else {
        notice = notice ?? command.whenDisabled
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
    return first.map { .command($0, butAlso: nil) } ?? notice.map(Meaning.notice)
  }

  /// A key that settings have given to two commands that can be done at the same time.
  struct Clash {
    var key: KeyEvent
    /// Gets the key.
    var command: Command
    var other: Command
  }

  /// The first clash among the commands of a scope that are enabled now; `nil` where there is none.
  func clash(in scope: [Command]) -> Clash? {
    guard !overrides.isEmpty else { return nil }
    var owners: [KeyEvent: Command] = [:]
    for command in scope where command.isEnabled.value {
      for key in keys(of: command) {
        if let owner = owners[key], clashes(owner, command) { return Clash(key: key, command: owner, other: command) }
        owners[key] = owners[key] ?? command
      }
    }
    return nil
  }

  /// Whether it is the settings' doing that two commands have a key in common.
  private func clashes(_ one: Command, _ other: Command) -> Bool {
    one.id != other.id && (overrides[one.id] != nil || overrides[other.id] != nil)
  }

  /// The enabled commands of a scope in their order, each with those of its keys that lead to it.
  ///
  /// - Parameter takesText: characters go into a field.
  func reachable(among enabled: [Command], takesText: Bool) -> [(command: Command, keys: [KeyEvent])] {
    var taken: Set<KeyEvent> = []
    if takesText {
      for command in enabled where command.servesField { taken.formUnion(keys(of: command)) }
    }
    return enabled.map { command in
      let keys = takesText ? keys(of: command).filter { $0.text == nil } : keys(of: command)
      // What a field's commands have among themselves in common is their own affair: only one of them is enabled.
      if takesText, command.servesField { return (command, keys) }
      return (command, keys.filter { taken.insert($0).inserted })
    }
  }
}

extension [Command] {
  /// Those that are enabled, in their order.
  var enabled: [Command] {
    // Commands that follow each other often share their property, and every frame looks at all of them.
    var last: (property: Property<Bool>, value: Bool)?
    return filter { command in
      if let last, last.property === command.isEnabled { return last.value }
      let value = command.isEnabled.value
      last = (command.isEnabled, value)
      return value
    }
  }
}

extension KeyEvent {
  /// What the key puts into a text field; `nil` where it is no text.
  var text: SafeText? {
    switch self {
    case .character(let character): SafeText(oneLine: String(character))
    case .paste(let text): text
    default: nil
    }
  }
}
