import Screen
import Signals
import Text

/// Which keys lead to which command: the commands' own, unless settings give others.
struct Keymap: Sendable {
  /// The keys of commands that have others than their own.
  let overrides: [Command.ID: [KeyEvent]]

  init(overrides: [Command.ID: [KeyEvent]] = [:]) { self.overrides = overrides }

  func keys(of command: Command) -> [KeyEvent] { overrides[command.id] ?? command.keys }

  /// What a key does.
  enum Meaning {
    case command(Command)
    /// Nothing now, and a notice says why.
    case notice(SafeText)
  }

  /// The first enabled command of a scope that has the key; where none is enabled, the first notice that says why.
  ///
  /// A field that takes text gets characters and pastes before anybody asks here, and a paste is never a key.
  func meaning(of key: KeyEvent, in scope: [Command]) -> Meaning? {
    var notice: SafeText?
    for command in scope where keys(of: command).contains(key) {
      if command.isEnabled.value { return .command(command) }
      notice = notice ?? command.whenDisabled
    }
    return notice.map(Meaning.notice)
  }

  /// The enabled commands of a scope in their order, each with those of its keys that lead to it.
  ///
  /// - Parameter takesText: characters go into a field.
  func reachable(among enabled: [Command], takesText: Bool) -> [(command: Command, keys: [KeyEvent])] {
    var taken: Set<KeyEvent> = []
    return enabled.map { command in
      (command, keys(of: command).filter { !(takesText && $0.text != nil) && taken.insert($0).inserted })
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
