import Screen
import Text

/// The keys in the lower side of a pane's border, laid out for a width:
///
///     ╰─ s hot ── t new tab ── / filter ─────────────────╯
///
/// What cannot be done now is not shown but keeps its place, so that nothing jumps when data come.
@UI
struct BorderKeyLine {
  private struct Slot {
    /// The keys with their commands, which share the columns before the label.
    var commands: [Command]
    var keys: SafeText
    var label: SafeText
    var x: Int
    /// Whether the keys do something now.
    var isDone: Bool
    /// Whether there are no keys, only a value.
    var isBare: Bool { commands.isEmpty }

    var keysWidth: Int { keys.isEmpty ? 0 : DisplayWidth.of(keys) + 1 }
    var width: Int { keysWidth + DisplayWidth.of(label) }
  }

  private var slots: [Slot] = []

  /// The columns of the corner, the line and the space before the first key.
  private static let lead = 3
  /// The columns between two keys: a space on either side of the line.
  private static let gap = 4

  init() {}

  /// - Parameters:
  ///   - commands: The pane's own, and those that have keys beside them.
  ///   - takesText: Whether a field of the pane takes text, so that letters are no keys.
  init(
    _ border: BorderKeys, commands: [Command], keymap: Keymap, takesText: Bool, width: Int, _ label: KeyLabel
  ) {
    var x = border.column + Self.lead
    for entry in border.keys where !entry.label.isEmpty {
      // Loops, because each call of a closure would check its isolation, and every key draws a pane.
      var (own, keys): ([Command], [KeyEvent]) = ([], [])
      var isEnabled = false
      for id in entry.commands {
        guard let command = Self.command(id, in: commands), let key = Self.key(of: command, in: commands, keymap) else {
          continue
        }
        own.append(command)
        keys.append(key)
        isEnabled = isEnabled || command.isEnabled.value
      }
      guard !keys.isEmpty || entry.isValue else { continue }
      let slot = Slot(
        commands: own, keys: label.text(keys), label: entry.label, x: x, isDone: !takesText && isEnabled)
      guard x + slot.width + Self.lead <= width else { continue }
      slots.append(slot)
      x += slot.width + Self.gap
    }
  }

  /// Returns the first key of a command that no other command has at the moment.
  private static func key(of command: Command, in commands: [Command], _ keymap: Keymap) -> KeyEvent? {
    for key in keymap.keys(of: command) {
      guard case .command(let other, _) = keymap.meaning(of: key, in: commands), other !== command else { return key }
    }
    return nil
  }

  private static func command(_ id: Command.ID, in commands: [Command]) -> Command? {
    for command in commands where command.id == id { return command }
    return nil
  }

  /// The commands whose keys are shown.
  var commands: [Command] { slots.flatMap(\.commands) }

  /// Returns the command at a column; a label stands for the first of its commands.
  func command(at column: Int) -> Command? {
    guard let slot = slots.first(where: { ($0.x..<$0.x + $0.width).contains(column) }), slot.isDone else { return nil }
    let part = slot.commands.count * (column - slot.x) / max(1, slot.keysWidth)
    return column < slot.x + slot.keysWidth ? slot.commands[part] : slot.commands.first
  }

  /// Draws the keys over the canvas' last line, with the accent, which tells that they can be clicked: bold in all themes.
  func draw(into canvas: inout Canvas) {
    let (theme, y) = (canvas.theme, canvas.height - 1)
    for slot in slots where slot.isDone || slot.isBare {
      canvas.draw(slot.keys, theme.accent, x: slot.x, y: y)
      canvas.draw(slot.label, theme.dim, x: slot.x + slot.keysWidth, y: y)
      for x in [slot.x - 1, slot.x + slot.width] { canvas.put(.space, style: theme.plain, x: x, y: y) }
      if !slot.isBare { canvas.put(.space, style: theme.plain, x: slot.x + slot.keysWidth - 1, y: y) }
    }
  }
}
