import Model
import Screen
import Text

extension Form where Value == [String: [String]] {
  /// Keys of commands, by the commands' ids.
  static func keys(_ vocabulary: SettingsVocabulary) -> Form {
    let keys = Form<[String]>.list(of: .key, count: 0...8, noun: "a key")
    let commands: SafeText =
      vocabulary.commands.isEmpty ? "" : ". The commands are \(Quoted.list(vocabulary.commands))"
    return Form.map(to: keys, noun: "command", known: vocabulary.commands).checked { values, node, reading in
      let before = reading.failures
      var owners: [String: String] = [:]
      for entry in node.entries where vocabulary.globalCommands.contains(entry.name) {
        for key in values[entry.name] ?? [] {
          guard let owner = owners.updateValue(entry.name, forKey: key) else { continue }
          reading.within(key: entry.name) {
            $0.tell("\(Quoted.text(key)) is already the key of \(SafeText(oneLine: owner))", at: entry.place)
          }
        }
      }
      return reading.failures == before ? values : nil
    }.expecting(
      "keys by the ids of commands; a key is a character, or a name such as F5, Ctrl-R, Alt-x, Enter or PgUp\(commands)"
    )
  }
}

extension SettingsNode {
  /// The keys of a map that are words, with their places.
  var entries: [(name: String, place: SettingsPlace)] {
    guard case .map(let entries) = content else { return [] }
    return entries.compactMap { entry in
      if case .scalar(let name, _) = entry.key.content { (name, entry.key.place) } else { nil }
    }
  }
}

extension Form where Value == String {
  /// A key of the keyboard, by name.
  static var key: Form {
    .scalar(
      expected: "a key, such as r, R, F5, Ctrl-R, Alt-x or Enter",
      schema: .object(["type": .texts(["string", "integer"])]),
      parse: { text throws(Wrong) in
        do {
          guard let name = try KeyEvent(name: text).name else { throw KeyNameError.unknown(nearest: nil) }
          return name
        } catch let error as KeyNameError {
          throw Wrong(predicate: "\(Quoted.text(text)) \(error.sentence)", isWhole: true)
        } catch {
          throw Wrong(predicate: "is not a key")
        }
      },
      write: { Written.word($0) })
  }

  /// A colour: one of the terminal's sixteen, of its 256, or any.
  static var colour: Form {
    let names = colourNames
    return .scalar(
      expected:
        "a colour: \(Quoted.list(Array(names.prefix(8)))), each also as bright-…, a number from 0 to 255, or \"#rrggbb\"",
      schema: .object([
        "anyOf": .list([
          .object(["enum": .texts(names)]),
          .object(["type": .text("integer"), "minimum": .number(0), "maximum": .number(255)]),
          .object(["type": .text("string"), "pattern": .text("^#[0-9a-fA-F]{6}$")]),
        ])
      ]),
      parse: { text throws(Wrong) in
        let colour = text.lowercased()
        if names.contains(colour) { return colour }
        if let number = UInt8(colour) { return String(number) }
        let digits = colour.dropFirst()
        if colour.begins(with: "#"), digits.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) {
          return colour
        }
        throw Wrong(predicate: Wrong.unknown(text, among: names))
      },
      write: { Written.word($0) })
  }

  /// The names of the sixteen colours, by number.
  static var colourNames: [String] {
    let eight = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    return eight + eight.map { "bright-\($0)" }
  }

  /// The name of a theme: a built-in one, or one that the settings define. Whether it exists is checked when everything has
  /// been read.
  static func theme(_ vocabulary: SettingsVocabulary) -> Form {
    .scalar(
      expected: "\(Quoted.choice(vocabulary.themes)), or the name of a theme of your own",
      schema: .object(["type": .text("string"), "examples": .texts(vocabulary.themes)]),
      parse: { text throws(Wrong) in text },
      write: { Written.word($0) })
  }

  /// One of several names.
  static func name(of names: [String]) -> Form {
    .scalar(
      expected: Quoted.choice(names), schema: .object(["type": .text("string"), "enum": .texts(names)]),
      parse: { text throws(Wrong) in
        guard names.contains(text) else { throw Wrong(predicate: Wrong.unknown(text, among: names)) }
        return text
      },
      write: { Written.word($0) })
  }
}

extension Form where Value == [String: [String: String]] {
  /// The person's themes: colours by role, by the theme's name.
  static func themes(_ vocabulary: SettingsVocabulary) -> Form {
    let theme = Form<[String: String]>.map(to: .colour, noun: "role", known: vocabulary.roles)
    return Form.map(
      to: theme, noun: "theme",
      check: { name in
        if vocabulary.themes.contains(name) { return "is a theme of the program's; give yours another name" }
        let isWord =
          name.first?.isLetter == true && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        return isWord ? nil : "cannot name a theme; use letters, digits and dashes"
      }
    ).expecting(
      "colours by roles, by the theme's name; the roles are \(Quoted.list(vocabulary.roles)), a colour is "
        + "\(Quoted.list(Form<String>.colourNames)), a number from 0 to 255, or \"#rrggbb\"")
  }
}
