import Foundation
import Model
import Screen
import Text

/// The list of lines for the settings: for what is chosen on the screen, for the theme that was chosen, and for the keys of
/// each command. Enter copies a line.
extension Shell {
  func settingsCommands() -> [Command] {
    [
      Command(.everywhere.editSettings) { [weak self] in self?.editing.apply().start() },
      Command(.everywhere.settingLines) { [weak self] in self?.openSettingLines() },
    ]
  }

  private func openSettingLines() {
    let choices = settingWishes.compactMap { wish in
      settingLine(wish).map { Choice(id: "\(wish.words) \($0)", title: $0, detail: wish.meaning, alias: wish.words) }
    }
    open(
      ChoiceList(
        "Lines for the settings", choices, field: "Find", verb: "copy", openedBy: .everywhere.settingLines
      ) { [weak self] choice in
        self?.carryOut(.copy(choice.title))
      })
  }

  /// What may be set for what is on the screen: the focused pane's first.
  private var settingWishes: [SettingWish] {
    let focus = dashboard.state.value.focus
    let ofPanes = panes.filter { $0.id == focus } + panes.filter { $0.id != focus }
    var commands: Set<Command.ID> = []
    let keys = allCommands.filter { !$0.isMotion && commands.insert($0.id).inserted }.map { command in
      SettingWish.keys(keymap.keys(of: command).compactMap(\.name), command: command.id.name, named: command.spec.name)
    }
    return ofPanes.flatMap(\.settingWishes) + [.theme(themeName)] + keys
  }
}
