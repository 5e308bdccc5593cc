import Model
import Screen

/// A key assigned to a command by settings that has other commands in the same context.
public struct KeyClash: Sendable, Hashable {
  /// The command's name.
  public var command: String
  /// The key's name.
  public var key: String
  /// The names of the other commands that have the key.
  public var others: [String]

  /// Finds the clashes in all contexts, before there is a screen; ``Keymap/clash(in:)`` finds those of currently enabled
  /// commands.
  ///
  /// - Parameters:
  ///   - overrides: The names of keys by the names of commands with other keys than their standard ones.
  ///   - own: The person's own commands.
  ///   - layouts: The names of the other layouts.
  public static func all(
    in overrides: [String: [String]], own: [OwnCommand] = [], layouts: [String] = []
  ) -> [KeyClash] {
    let specs = CommandSpec.all + own.map { CommandSpec($0) } + layouts.sorted().map { CommandSpec(layout: $0) }
    let commands = specs.map(Candidate.init)
    func keys(of command: Candidate) -> [String] { overrides[command.name] ?? command.keys }
    var clashes: [KeyClash] = []
    for (index, command) in commands.enumerated() {
      for key in overrides[command.name] ?? [] {
        let others = commands.enumerated().filter { otherIndex, other in
          // If both have keys from settings, the second reports the first.
          let tells = overrides[other.name] == nil || otherIndex < index
          return tells && keys(of: other).contains(key) && command.canClash(with: other, by: key)
        }
        if !others.isEmpty {
          clashes.append(KeyClash(command: command.name, key: key, others: others.map(\.element.name)))
        }
      }
    }
    return clashes
  }
}

/// A command with its name and the names of its standard keys.
private struct Candidate {
  let name: String
  let keys: [String]
  let spec: CommandSpec

  init(_ spec: CommandSpec) {
    name = spec.id.name
    keys = spec.keys.compactMap(\.name)
    self.spec = spec
  }

  /// Returns whether both commands may be enabled in the same context, so that the key reaches only one of them.
  func canClash(with other: Candidate, by key: String) -> Bool {
    // Commands that share a standard key are never enabled at once, or are ordered deliberately.
    guard name != other.name, Set(keys).isDisjoint(with: other.keys) else { return false }
    var common = spec.places.intersection(other.spec.places)
    let isText = (try? KeyEvent(name: key))?.text != nil
    // A field keeps the keys that it needs, and characters are text there.
    if spec.servesField != other.spec.servesField || isText { common.subtract([.fields, .overlayField]) }
    return !common.isEmpty
  }
}
