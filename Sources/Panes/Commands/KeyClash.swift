import Screen

/// A key that settings have given to a command, and that leads to others at the same time.
public struct KeyClash: Sendable, Hashable {
  /// The command's name.
  public var command: String
  /// The key's name.
  public var key: String
  /// The names of the other commands that have the key.
  public var others: [String]

  /// Finds them before there is a screen, and wherever a person may come to be; ``Keymap/clash(in:)`` finds those of the
  /// commands that are enabled just then.
  ///
  /// - Parameter overrides: the names of keys by the names of the commands that have others than their own.
  public static func all(in overrides: [String: [String]]) -> [KeyClash] {
    let commands = KnownCommand.all
    func keys(of command: KnownCommand) -> [String] { overrides[command.name] ?? command.keys }
    var clashes: [KeyClash] = []
    for (index, command) in commands.enumerated() {
      for key in overrides[command.name] ?? [] {
        let others = commands.enumerated().filter { otherIndex, other in
          // Of two that settings have given it, the second tells of the first.
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

extension KnownCommand {
  /// Whether both commands can be done at the same time, so that the same key leads to one of them only.
  fileprivate func canClash(with other: KnownCommand, by key: String) -> Bool {
    // Those that share a key of their own are never enabled at once, or stand in an order that is meant.
    guard name != other.name, Set(keys).isDisjoint(with: other.keys) else { return false }
    var common = places.intersection(other.places)
    let isText = (try? KeyEvent(name: key))?.text != nil
    // A field keeps the keys that it needs, and characters are text there.
    if servesField != other.servesField || isText { common.subtract([.fields, .overlayField]) }
    return !common.isEmpty
  }
}
