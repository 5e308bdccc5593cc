import Screen
import Text
import ViewModels

/// What every key means: one table (``bindings``) from which come the commands, the footer and the help.
///
/// While one is filtering, letters are text. That is a rule and not a line of the table: a character or a paste never
/// reaches the table then. A paste is text everywhere: where no text is taken it means nothing.
enum Keymap {
  /// The command of a key; `nil` where it has no meaning.
  static func command(for key: KeyEvent, in context: InputContext) -> Command? {
    if context == .filter, let text = text(of: key) { return .edit(.insert(text)) }
    return commands[context]?[key]
  }

  /// The lines of the table that hold in a context.
  static func bindings(in context: InputContext) -> [KeyBinding] {
    bindings.filter { $0.contexts.contains(context) }
  }

  /// The conditions of all hints that the footer may show in a context, each once.
  static func conditions(in context: InputContext) -> [KeyBinding.Condition] { conditions[context] ?? [] }

  private static let conditions: [InputContext: [KeyBinding.Condition]] = Dictionary(
    uniqueKeysWithValues: InputContext.allCases.map { context in
      let asked = Set(bindings(in: context).compactMap { $0.hint?.condition })
      return (context, KeyBinding.Condition.allCases.filter(asked.contains))
    })

  /// What a key puts into a text field; `nil` where it is no text.
  static func text(of key: KeyEvent) -> SafeText? {
    switch key {
    case .character(let character): SafeText(oneLine: String(character))
    case .paste(let text): text
    default: nil
    }
  }

  private static let commands: [InputContext: [KeyEvent: Command]] = {
    var commands: [InputContext: [KeyEvent: Command]] = [:]
    for binding in bindings {
      for context in binding.contexts {
        for stroke in binding.strokes { commands[context, default: [:]][stroke.key] = stroke.command }
      }
    }
    return commands
  }()
}
