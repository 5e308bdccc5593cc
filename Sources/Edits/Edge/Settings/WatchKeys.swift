import Edits
import Model
import SettingsFile
import Text

/// An entry of `wikipedia.watch` as the file describes it.
struct WatchDraft: Sendable {
  var title: String?
  var user: String?
  var words: String?
  var ringsBell: Bool?

  private static let subject = "subject"

  static let keys = Keys<WatchDraft>(
    all: [
      Key(
        "title", \.title, Form<String>.text(expected: "a page's title", maximum: 255).optional,
        "The page, by its title with the namespace.", examples: ["\"Talk:Main Page\""], group: subject),
      Key(
        "user", \.user, Form<String>.text(expected: "a user's name", maximum: 255).optional,
        "The user who makes the edit.", examples: ["Vand77"], group: subject),
      Key(
        "matches", \.words, Form<String>.text(expected: "words of a title, a user or a comment", maximum: 240).optional,
        "Words that all occur in the title, the user or the comment.", examples: ["\"manhattan film\""], group: subject),
      Key(
        "bell", \.ringsBell, Form<Bool>.flag.optional, "The terminal's bell rings once for each such edit.",
        examples: ["true"]),
    ], required: subject)

  init() {}

  init(_ watch: EditWatch) {
    switch watch.subject {
    case .title(let title): self.title = title
    case .user(let user): self.user = user
    case .matches(let words): self.words = words
    }
    ringsBell = watch.ringsBell ? true : nil
  }

  var watch: EditWatch? {
    let subject: EditWatch.Subject? =
      title.map { .title($0) } ?? user.map { .user($0) } ?? words.map { .matches($0) }
    return subject.map { EditWatch($0, ringsBell: ringsBell == true) }
  }
}

extension Form where Value == EditWatch {
  static let watch = Form.record(
    "an entry", keys: WatchDraft.keys, start: WatchDraft(), finish: { draft, _, _ in draft.watch },
    draft: WatchDraft.init)
}

extension SubjectDescription {
  /// Edits, for own commands and rules.
  static let edits = SubjectDescription(
    .edits, meaning: "a condition as wikipedia.filter has it", examples: ["risk>0.95"]
  ) { text throws(ConditionMistake) in
    do throws(EditConditionMistake) {
      return .edit(try EditCondition(text))
    } catch {
      throw ConditionMistake(error.text)
    }
  }
}
