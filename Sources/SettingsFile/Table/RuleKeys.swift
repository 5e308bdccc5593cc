import Model
import Text

/// A rule as the file describes it.
struct RuleDraft: Sendable {
  var kind: SubjectKind?
  var condition: String?
  var command: SafeText?
  var ringsBell: Bool?

  static let keys = Keys<RuleDraft>(all: [
    Key("in", \.kind, Form<SubjectKind>.subject.optional, "What the rule looks at.", examples: ["questions"]),
    Key(
      "when", \.condition,
      Form<String>.text(expected: "a condition, such as tag:swift unanswered", maximum: QuestionCondition.lengthLimit)
        .optional,
      "For which of them it acts: for questions words that must all hold, such as tag:swift, unanswered and score>=3; for edits a"
        + " condition as wikipedia.filter has it; for rooms above or below a temperature.",
      examples: ["\"tag:swift unanswered score>=3\""]),
    Key(
      "command", \.command, Form<SafeText>.line(maximum: CommandDraft.longestName).optional,
      "The command of commands that is run, by its name; without it the rule tells what it found.",
      examples: ["save it"]),
    Key(
      "bell", \.ringsBell, Form<Bool>.flag.optional, "The terminal's bell rings once for each.", examples: ["true"]),
  ])

  init() {}

  init(_ rule: Rule) {
    kind = rule.kind
    condition = rule.text
    command = rule.command
    ringsBell = rule.ringsBell ? true : nil
  }

  /// Returns the rule, or records what is missing or wrong and returns `nil`.
  func rule(at node: SettingsNode, _ reading: inout Reading) -> Rule? {
    guard let kind, let text = condition else {
      let missing = [("in", kind == nil), ("when", condition == nil)].filter(\.1).map(\.0)
      reading.tell("no \(Quoted.choice(missing)) given; a rule has in and when", at: node.place)
      return nil
    }
    guard let condition = Self.condition(text, kind, { reading.tell("when: \($0)", at: node.place) }) else {
      return nil
    }
    return Rule(condition, text: text, command: command, ringsBell: ringsBell ?? false)
  }

  private static func condition(
    _ text: String, _ kind: SubjectKind, _ tell: (SafeText) -> Void
  ) -> Rule.Condition? {
    switch kind {
    case .questions:
      do throws(ConditionMistake) { return .question(try QuestionCondition(text)) } catch { tell(error.sentence) }
    case .edits:
      do throws(EditConditionMistake) { return .edit(try EditCondition(text)) } catch { tell(error.text) }
    case .rooms:
      let words = text.split(separator: " ", maxSplits: 1).map(String.init)
      var reading = Reading(tellsPaths: false)
      if words.count == 2, let side = RoomLimit.Side(rawValue: words[0].lowercased()),
        let degrees = Form<Double>.temperature.read(
          .text(words[1], at: .flag("when")), &reading)
      {
        return .room(RoomLimit(side, degrees))
      }
      tell("\(Quoted.text(text)) is no limit; give above or below and a temperature, such as above 30")
    }
    return nil
  }
}

extension Form where Value == Rule {
  static let rule = Form.record(
    "a rule", keys: RuleDraft.keys, start: RuleDraft(),
    finish: { draft, node, reading in draft.rule(at: node, &reading) }, draft: RuleDraft.init)
}

extension Form where Value == [Rule] {
  static let rules = Form.list(
    of: .rule, count: 0...100, noun: "a rule", inLines: true,
    sameness: { $0.id == $1.id ? "is the same rule as" : nil })
}
