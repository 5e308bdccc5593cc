import Text

/// A key in the lower side of a pane's border, where it acts: `s hot`, `[ ] 24 h`.
///
/// It is a view of the pane's commands, as the footer is: settings that change a command's keys change it here as well.
public struct BorderKey: Sendable {
  /// The commands that share the label, each with its first key.
  var commands: [Command.ID]
  var label: SafeText
  /// Whether the label is a value, such as an order, which is shown as well where settings leave its commands no key.
  var isValue: Bool

  /// A key with the name of what it does, shown only while that can be done.
  package static func action(_ command: CommandSpec, _ label: SafeText) -> BorderKey {
    BorderKey(commands: [command.id], label: label, isValue: false)
  }

  /// A value with the keys that change it.
  package static func value(_ label: SafeText, _ commands: CommandSpec...) -> BorderKey {
    BorderKey(commands: commands.map(\.id), label: label, isValue: true)
  }
}

/// The keys in the lower side of a pane's border.
public struct BorderKeys: Sendable {
  /// The greatest number of keys in a border, so that it stays calm.
  public static let most = 4

  /// From left to right. A key that cannot be done now keeps its place.
  public var keys: [BorderKey]
  /// The column of the pane at which they begin.
  public var column: Int

  /// - Parameters:
  ///   - keys: At most ``most``.
  ///   - column: The column of the pane from which on the border belongs to the part with the keys.
  public init(_ keys: [BorderKey] = [], from column: Int = 0) {
    precondition(keys.count <= Self.most, "a border holds at most \(Self.most) keys")
    self.keys = keys
    self.column = column
  }
}
