import Screen
import Text

/// The enabled commands as a list to choose from: by category, each with its key.
struct Palette {
  let choices: [Choice]
  private let commands: [Choice.ID: Command]

  /// - Parameter scope: The commands that keys go to, in the order of precedence.
  init(_ scope: [Command], _ keymap: Keymap, _ theme: Theme) {
    let label = KeyLabel(theme)
    var commands: [Choice.ID: Command] = [:]
    var choices: [(order: Int, choice: Choice)] = []
    var names: Set<SafeText> = []
    for (command, keys) in keymap.reachable(among: scope.filter(\.isEnabled.value), takesText: false) {
      // A second command with the same name, declared for its key, would look like a mistake.
      guard names.insert(command.name).inserted else { continue }
      let id = command.id.name
      commands[id] = command
      let choice = Choice(
        id: id, title: command.name, detail: command.category.title, alias: SafeText(oneLine: id),
        key: label.text(Array(keys.prefix(1))))
      choices.append((command.category.order, choice))
    }
    self.commands = commands
    // The sort is stable.
    self.choices = choices.enumerated()
      .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }.map(\.element.choice)
  }

  func command(of choice: Choice) -> Command? { commands[choice.id] }
}
