import Model
import Text

/// A rule as the file describes it.
struct RuleDraft: Sendable {
  var kind: SubjectKind?
  var condition: String?
  var command: SafeText?
  var ringsBell: Bool?

  static func keys(_ subjects: [SubjectDescription]) -> Keys<RuleDraft> {
    let kinds = subjects.map(\.kind)
    let meanings = subjects.map { "for \(SafeText(oneLine: $0.kind.name)) \($0.meaning)" as SafeText }
    let example = subjects.first?.examples
    return Keys(all: [
      Key(
        "in", \.kind, Form<SubjectKind>.subject(kinds).optional, "What the rule looks at.",
        examples: kinds.prefix(1).map { SafeText(oneLine: $0.name) }),
      Key(
        "when", \.condition,
        Form<String>.text(
          expected: "a condition, such as \(SafeText(oneLine: example?.first ?? ""))",
          maximum: RuleCondition.lengthLimit
        ).optional,
        "For which of them it acts: \(meanings.joined(separator: "; ")).",
        examples: example?.suffix(1).map(Written.word) ?? []),
      Key(
        "command", \.command, Form<SafeText>.line(maximum: CommandDraft.longestName).optional,
        "The command of commands that is run, by its name; without it the rule tells what it found.",
        examples: ["save it"]),
      Key(
        "bell", \.ringsBell, Form<Bool>.flag.optional, "The terminal's bell rings once for each.", examples: ["true"]),
    ])
  }

  init() {}

  init(_ rule: Rule) {
    kind = rule.kind
    condition = rule.text
    command = rule.command
    ringsBell = rule.ringsBell ? true : nil
  }

  /// Returns the rule, or records what is missing or wrong and returns `nil`.
  func rule(at node: SettingsNode, of subjects: [SubjectDescription], _ reading: inout Reading) -> Rule? {
    guard let subject = subjects.first(where: { $0.kind == kind }), let text = condition else {
      let missing = [("in", kind == nil), ("when", condition == nil)].filter(\.1).map(\.0)
      reading.tell("no \(Quoted.choice(missing)) given; a rule has in and when", at: node.place)
      return nil
    }
    do throws(ConditionMistake) {
      return Rule(try subject.condition(text), text: text, command: command, ringsBell: ringsBell ?? false)
    } catch {
      reading.tell("when: \(error.sentence)", at: node.place)
      return nil
    }
  }
}

extension Form where Value == Rule {
  static func rule(_ subjects: [SubjectDescription]) -> Form {
    .record(
      "a rule", keys: RuleDraft.keys(subjects), start: RuleDraft(),
      finish: { draft, node, reading in draft.rule(at: node, of: subjects, &reading) }, draft: RuleDraft.init)
  }
}

extension Form where Value == [Rule] {
  static func rules(_ subjects: [SubjectDescription]) -> Form {
    .list(
      of: .rule(subjects), count: 0...100, noun: "a rule", inLines: true,
      sameness: { $0.id == $1.id ? "is the same rule as" : nil })
  }
}

extension [SubjectDescription] {
  /// A rule for each kind, as the settings have them.
  var exampleRules: [SafeText] {
    map { subject in
      let condition = Written.word(subject.examples.last ?? "")
      return "- { in: \(SafeText(oneLine: subject.kind.name)), when: \(condition), bell: true }"
    }
  }

  /// What a rule acts once for, in words: the nouns of all kinds.
  var occasions: SafeText {
    Quoted.choice(map { $0.kind.isAlarm ? "alarm" : $0.kind.noun.string }.uniqued(by: \.self))
  }
}
