import Edits
import SettingsFile
import Text

extension Form where Value == [String] {
  /// The database names of wikis; the word `all` stands for an empty list, which means all wikis.
  static var wikis: Form {
    let word: Form<String> = .scalar(
      expected: "a wiki's code, database name or language, such as de, dewiki or German",
      schema: .object(["type": .text("string"), "minLength": .number(1), "maxLength": .number(64)]),
      parse: { text throws(Wrong) in
        if text.lowercased() == WikiSelection.allWord { return WikiSelection.allWord }
        switch WikiNames.known.meaning(of: text) {
        case .wiki(let name): return name
        case .closed: throw Wrong(predicate: "is a wiki that was closed and has no edits any more")
        case nil: throw Wrong(predicate: "names no wiki\(Wrong.meant(text, among: WikiNames.suggestions))")
        }
      },
      write: { Written.word($0) })
    return Form.list(of: word, count: 0...WikiSelection.limit, noun: "a wiki").checked { names, node, reading in
      guard names.contains(WikiSelection.allWord) else { return names }
      if names.count == 1 { return [] }
      reading.tell("all names every wiki; give it alone, or leave it out", at: node.place)
      return nil
    }
  }
}

extension Form where Value == ShownEdits.Word {
  /// A part of Wikipedia's edits.
  static var shownEdits: Form {
    .choice([
      "people": .editor(.people), "anonymous": .editor(.anonymous), "bots": .editor(.bots),
      "articles": .pages(.articles), "talk": .pages(.talk), "user": .pages(.user), "other": .pages(.other),
      "major": .major,
    ])
  }
}

extension Form where Value == EditCondition {
  /// A condition on edits.
  static var condition: Form {
    Form(
      expected: "a condition, made of \(Quoted.list(EditCondition.words)), comparisons and brackets",
      schema: .object([
        "type": .text("string"), "minLength": .number(1), "maxLength": .number(Double(EditCondition.lengthLimit)),
      ]),
      read: { node, reading in
        guard case .scalar(let text, _) = node.content else {
          reading.tellKind(of: node, give: "a condition, such as risk>0.5 and not bot")
          return nil
        }
        do throws(EditConditionMistake) {
          return try EditCondition(text)
        } catch {
          reading.tell(error.text, at: node.place)
          return nil
        }
      },
      write: { Written.inline(SafeText(oneLine: JSONValue.quoted($0.text))) })
  }
}
