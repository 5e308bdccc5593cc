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
}

extension CommandCatalog {
  /// Finds the clashes in all contexts, before there is a screen; ``Keymap/clash(in:)`` finds those of currently enabled
  /// commands. Of many commands of the same kind with the same key the last one tells them all.
  ///
  /// - Parameters:
  ///   - overrides: The names of keys by the names of commands with other keys than their standard ones.
  ///   - own: The person's own commands.
  ///   - layouts: The names of the other layouts.
  public func clashes(
    in overrides: [String: [String]], own: [OwnCommand] = [], layouts: [String] = []
  ) -> [KeyClash] {
    let specs =
      self.specs + own.map { CommandSpec($0, among: contexts) } + layouts.sorted().map { CommandSpec(layout: $0) }
    let commands = specs.map(Candidate.init)
    // The commands of each key in their order, and whether settings give it to them.
    var candidates: [String: [(index: Int, isSet: Bool)]] = [:]
    for (index, command) in commands.enumerated() {
      let keys = overrides[command.name]
      for key in keys ?? command.keys { candidates[key, default: []].append((index, keys != nil)) }
    }
    var clashes: [(index: Int, clash: KeyClash)] = []
    for (key, those) in candidates {
      // The last commands of their kinds that have the key.
      var told: [Candidate.Kind: Candidate] = [:]
      for (index, isSet) in those.reversed() where isSet {
        let command = commands[index]
        // What clashes with this one also clashes with the later one, which names this one, too.
        if let later = told[command.kind], later.canClash(with: command, by: key, among: contexts) { continue }
        let others = those.filter { other in
          // If both have keys from settings, the second reports the first.
          (!other.isSet || other.index < index)
            && command.canClash(with: commands[other.index], by: key, among: contexts)
        }
        guard !others.isEmpty else { continue }
        told[command.kind] = command
        clashes.append(
          (index, KeyClash(command: command.name, key: key, others: others.map { commands[$0.index].name })))
      }
    }
    return clashes.sorted { ($0.index, order($0)) < ($1.index, order($1)) }.map(\.clash)

    func order(_ clash: (index: Int, clash: KeyClash)) -> Int {
      overrides[clash.clash.command]?.firstIndex(of: clash.clash.key) ?? 0
    }
  }
}

/// A command with its name and the names of its standard keys.
private struct Candidate {
  /// What decides with which commands it clashes.
  struct Kind: Hashable {
    var contexts: CommandSpec.Contexts
    var servesField: Bool
    var keys: [String]
  }

  let name: String
  let keys: [String]
  let spec: CommandSpec
  var kind: Kind { Kind(contexts: spec.contexts, servesField: spec.servesField, keys: keys) }

  init(_ spec: CommandSpec) {
    name = spec.id.name
    keys = spec.keys.compactMap(\.name)
    self.spec = spec
  }

  /// Returns whether both commands may be enabled in the same context, so that the key reaches only one of them.
  func canClash(with other: Candidate, by key: String, among contexts: [ContextDescription]) -> Bool {
    // Commands that share a standard key are never enabled at once, or are ordered deliberately.
    guard name != other.name, Set(keys).isDisjoint(with: other.keys) else { return false }
    let isText = (try? KeyEvent(name: key))?.text != nil
    // A field keeps the keys that it needs, and characters are text there.
    let leavesOutFields = spec.servesField != other.spec.servesField || isText
    return contexts.lazy.map(\.context).contains { context in
      spec.contexts.contains(context) && other.spec.contexts.contains(context)
        && !(leavesOutFields && context.kinds.contains(.field))
    }
  }
}
