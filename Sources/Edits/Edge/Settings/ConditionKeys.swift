import Edits
import SettingsFile
import Text

/// An entry of `wikipedia.conditions` as the file describes it.
struct ConditionDraft: Sendable {
  var name: SafeText?
  var condition: EditCondition?

  static let keys = Keys<ConditionDraft>(all: [
    Key(
      "name", \.name, Form<SafeText>.line(maximum: 40).optional, "The name by which it is chosen and shown.",
      examples: ["vandals?"]),
    Key(
      "when", \.condition, Form<EditCondition>.condition.optional,
      "Which edits are listed: a condition as wikipedia.filter has it.", examples: ["\"risk>0.9 and not reverted\""]),
  ])

  init() {}

  init(_ named: NamedCondition) { (name, condition) = (named.name, named.condition) }

  /// Returns the condition, or records what is missing and returns `nil`.
  func named(at node: SettingsNode, _ reading: inout Reading) -> NamedCondition? {
    if let name, let condition { return NamedCondition(name, condition) }
    let missing = [("name", name == nil), ("when", condition == nil)].filter(\.1).map(\.0)
    reading.tell("no \(Quoted.choice(missing)) given; a condition has name and when", at: node.place)
    return nil
  }
}

extension Form where Value == [NamedCondition] {
  static let namedConditions = Form.list(
    of: Form<NamedCondition>.record(
      "a condition", keys: ConditionDraft.keys, start: ConditionDraft(),
      finish: { draft, node, reading in draft.named(at: node, &reading) }, draft: ConditionDraft.init),
    count: 0...50, noun: "a condition", inLines: true,
    sameness: { $0.name == $1.name ? "has the same name as" : nil })
}
