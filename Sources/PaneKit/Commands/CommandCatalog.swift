import Model
import Screen
import Text

/// What is known of a pane before there is one: what settings may name.
public struct PaneDescription: Sendable {
  public let id: PaneID
  let contexts: [ContextDescription]
  let specs: [CommandSpec]

  /// - Parameters:
  ///   - title: The pane's name.
  ///   - contexts: The contexts of the pane's keys.
  ///   - specs: The specs of its commands, in the order of documents.
  public init(_ id: PaneID, _ title: SafeText, contexts: [ContextDescription] = [], specs: [CommandSpec] = []) {
    (self.id, self.specs) = (id, specs)
    self.contexts = contexts.map { context in
      var context = context
      context.pane = title
      return context
    }
  }
}

/// The panes and commands of a program, known before any pane is created.
public struct CommandCatalog: Sendable {
  /// In the order on the screen, and in which the focus moves.
  public let panes: [PaneID]
  /// The contexts of keys.
  let contexts: [ContextDescription]
  /// The specs of all commands, in the order of documents.
  let specs: [CommandSpec]

  public init(_ panes: [PaneDescription]) {
    self.panes = panes.map(\.id)
    contexts =
      panes.flatMap(\.contexts)
      + [ContextDescription(.overlay), ContextDescription(.overlayField, "in a list with a field")]
    let (before, after): ([any CommandSpecs], [any CommandSpecs]) = (
      [CommandSpec.list, CommandSpec.text],
      [CommandSpec.field, CommandSpec.search, CommandSpec.charts, CommandSpec.everywhere, CommandSpec.overlay]
    )
    specs = before.flatMap(\.all) + panes.flatMap(\.specs) + after.flatMap(\.all)
  }

  /// The names of all commands, to which settings may assign keys.
  public var names: [String] { specs.map(\.id.name) }

  /// The names of the commands that are enabled in every context.
  public var alwaysEnabledNames: [String] { specs.filter(\.isAlwaysEnabled).map(\.id.name) }
}

extension CommandSpec {
  /// Creates the spec of an own command, whose key is in the settings' keys.
  convenience init(_ own: OwnCommand, among contexts: [ContextDescription]) {
    self.init(
      Command.ID(own.id), own.name, in: .own, keys: [], at: .of(own.kinds, among: contexts))
  }
}
