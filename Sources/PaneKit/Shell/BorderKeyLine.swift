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
    var isValue: Bool
    var x = 0
    /// Whether the keys do something now.
    var isDone: Bool
    /// Whether there are no keys, only a value.
    var isBare: Bool { commands.isEmpty }

    var keysWidth: Int { keys.isEmpty ? 0 : DisplayWidth.of(keys) + 1 }
    var width: Int { keysWidth + DisplayWidth.of(label) }
  }

  /// What a key of the border may lead to, which changes only with the commands and the keymap.
  private struct Entry {
    var ids: [Command.ID]
    /// The commands, each with its keys.
    var commands: [(command: Command, keys: [Key])]
  }

  private struct Key {
    var event: KeyEvent
    /// The commands that have it, in the order of the scope.
    var holders: [Command]
  }

  /// What the line was laid out from, besides the entries.
  private struct Source: Equatable {
    var column = 0
    var labels: [SafeText] = []
    /// For each entry the keys that are shown.
    var keys: [[KeyEvent]] = []
    /// For each entry whether any of its commands is enabled.
    var isEnabled: [Bool] = []
    var takesText = false
    var width = 0
    var isASCII = false
  }

  private var slots: [Slot] = []
  /// The commands whose keys are shown.
  private(set) var commands: [Command] = []
  private var scope = CommandScope(commands: [], context: .nothing)
  private var overrides: [Command.ID: [KeyEvent]] = [:]
  private var entries: [Entry] = []
  private var source = Source()

  /// The columns of the corner, the line and the space before the first key.
  private static let lead = 3
  /// The columns between two keys: a space on either side of the line.
  private static let gap = 4

  init() {}

  /// Lays the keys out again if something has changed: most keys of a person change none of it.
  ///
  /// - Parameters:
  ///   - scope: The pane's own commands, and those that have keys beside them.
  ///   - takesText: Whether a field of the pane takes text, so that letters are no keys.
  mutating func reduce(
    _ border: BorderKeys, scope: CommandScope, keymap: Keymap, takesText: Bool, width: Int, _ label: KeyLabel
  ) {
    let isKnown =
      self.scope.commands.sharesStorage(with: scope.commands) && overrides == keymap.overrides
      && entries.elementsEqual(border.keys) { $0.ids == $1.commands }
    self.scope = scope
    if !isKnown {
      overrides = keymap.overrides
      entries = border.keys.map { Self.entry($0.commands, in: scope.commands, keymap) }
    }
    var source = Source(column: border.column, takesText: takesText, width: width, isASCII: label.isASCII)
    // Loops, because each call of a closure would check its isolation, and every key draws a pane.
    for (entry, key) in zip(entries, border.keys) {
      var (keys, isEnabled): ([KeyEvent], Bool) = ([], false)
      for (command, own) in entry.commands {
        guard let first = first(of: own, for: command, keymap) else { continue }
        keys.append(first.key)
        isEnabled = isEnabled || first.isEnabled
      }
      source.labels.append(key.label)
      source.keys.append(keys)
      source.isEnabled.append(isEnabled)
    }
    guard source != self.source || !isKnown else { return }
    self.source = source
    layOut(border, keymap, label)
  }

  private mutating func layOut(_ border: BorderKeys, _ keymap: Keymap, _ label: KeyLabel) {
    slots = []
    for (index, key) in border.keys.enumerated() where !key.label.isEmpty {
      let keys = source.keys[index]
      guard !keys.isEmpty || key.isValue else { continue }
      let own = entries[index].commands.filter { first(of: $0.keys, for: $0.command, keymap) != nil }
      slots.append(
        Slot(
          commands: own.map(\.command), keys: label.text(keys), label: key.label, isValue: key.isValue,
          isDone: !source.takesText && source.isEnabled[index]))
    }
    // A value is told nowhere else, and the footer has the keys that are left out here.
    let room = source.width - border.column - 2 * Self.lead
    while slots.reduce(-Self.gap, { $0 + $1.width + Self.gap }) > room, !slots.isEmpty {
      slots.remove(at: slots.lastIndex { !$0.isValue } ?? slots.count - 1)
    }
    var x = border.column + Self.lead
    for index in slots.indices {
      slots[index].x = x
      x += slots[index].width + Self.gap
    }
    commands = slots.flatMap(\.commands)
  }

  private static func entry(_ ids: [Command.ID], in commands: [Command], _ keymap: Keymap) -> Entry {
    let own = ids.compactMap { id in commands.first { $0.id == id } }
    return Entry(
      ids: ids,
      commands: own.map { command in
        (
          command,
          keymap.keys(of: command).map { key in
            Key(event: key, holders: commands.filter { keymap.gives($0, key) || keymap.gives($0, key.withoutModifier) })
          }
        )
      })
  }

  /// Returns the first key of a command that no other command has at the moment, and whether it does something.
  private func first(of keys: [Key], for command: Command, _ keymap: Keymap) -> (key: KeyEvent, isEnabled: Bool)? {
    for key in keys {
      let holders = CommandScope(commands: key.holders, context: scope.context)
      guard case .command(let other, _) = keymap.meaning(of: key.event, in: holders) else { return (key.event, false) }
      if other === command { return (key.event, true) }
    }
    return nil
  }

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
