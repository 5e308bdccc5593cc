import Model
import Text

/// A command of the person's own as the file describes it.
struct CommandDraft: Sendable {
  var name: SafeText?
  var key: String?
  var kinds: [SubjectKind]?
  var words: [String]?
  var input: ProgramValue?
  var needsTerminal: Bool?

  static let longestName = 40

  static func keys(_ subjects: [SubjectDescription]) -> Keys<CommandDraft> {
    let (kinds, values) = (subjects.map(\.kind), subjects.values)
    let placeholders = Quoted.all(values.filter { $0 != .body }.map { "{\($0.name)}" })
    // Texts come first, as they are what a program reads from there.
    let inputs = [.body] + values.filter { $0.isText && $0 != .body } + values.filter { !$0.isText }
    return Keys(all: [
      Key(
        "name", \.name, Form<SafeText>.line(maximum: longestName).optional, "What the command is called.",
        examples: ["save it"]),
      Key("key", \.key, Form<String>.key.optional, "Its key; without one it is in the palette.", examples: ["P"]),
      Key(
        "in", \.kinds,
        Form<[SubjectKind]>.list(of: .subject(kinds), count: 1...max(1, kinds.count), noun: "a word").optional,
        "Where it is: it is told of the selected or open \(Quoted.choice(kinds.map(\.noun.string))).",
        examples: kinds.prefix(1).map { SafeText(oneLine: $0.name) }),
      Key(
        "run", \.words, Form<[String]>.template.optional,
        "The program and its arguments; no shell is involved. In an argument \(placeholders) stand for what is selected, and {{"
          + " for a brace; each stays in its word.",
        examples: ["[pinboard-add, --, \"{url}\", \"{title}\"]"]),
      Key(
        "stdin", \.input, Form<ProgramValue>.choice(inputs.map { ($0.name, $0) }).optional,
        "What it reads from its standard input: the text of what is selected (body), or another value.",
        examples: ["body"], needs: [["run"]]),
      Key(
        "editor", \.needsTerminal, Form<Bool>.flag.optional,
        "Whether it has the terminal until it ends; otherwise it runs in the background, and its last line is shown.",
        examples: ["true"], needs: [["run"]]),
    ])
  }

  init() {}

  init(_ command: OwnCommand) {
    name = command.name
    key = command.key
    kinds = command.kinds
    words = command.words.map(\.text)
    input = command.input
    needsTerminal = command.needsTerminal ? true : nil
  }

  /// Returns the command, or records what is missing or wrong and returns `nil`.
  ///
  /// - Parameter known: What subjects of any kind have.
  func command(at node: SettingsNode, knowing known: [ProgramValue], _ reading: inout Reading) -> OwnCommand? {
    guard let name, let kinds, let words else {
      let missing = [("name", name == nil), ("in", kinds == nil), ("run", words == nil)].filter(\.1).map(\.0)
      reading.tell("no \(Quoted.choice(missing)) given; a command has name, in and run", at: node.place)
      return nil
    }
    var parsed: [ProgramWord] = []
    for (index, word) in words.enumerated() {
      do throws(ProgramWord.UnknownPlaceholder) {
        parsed.append(try ProgramWord(word, knowing: known))
      } catch {
        reading.tell(Self.unknown(error.name, known), at: node.place(of: "run", element: index))
        return nil
      }
    }
    if let first = parsed.first, !first.values.isEmpty {
      reading.tell(
        "run: the program itself cannot be \(Quoted.text(first.text)); give its name", at: node.place(of: "run"))
      return nil
    }
    let uses =
      parsed.enumerated().flatMap { index, word in
        word.values.map { ($0, "run", node.place(of: "run", element: index)) }
      } + (input.map { [($0, "stdin", node.place(of: "stdin"))] } ?? [])
    for (value, key, place) in uses {
      guard let kind = kinds.first(where: { !$0.values.contains(value) }) else { continue }
      let others = kind.values.filter { key == "stdin" || $0 != .body }.map(\.name)
      reading.tell(
        "\(SafeText(oneLine: key)): \(SafeText(oneLine: kind.name)) have no \(SafeText(oneLine: value.name));"
          + " they have \(Quoted.list(others))", at: place)
      return nil
    }
    return OwnCommand(
      name, key: key, for: kinds, words: parsed, input: input, needsTerminal: needsTerminal ?? false)
  }

  private static func unknown(_ name: String, _ values: [ProgramValue]) -> SafeText {
    if name == ProgramValue.body.name { return "run: {body} is too long for a word; give it as stdin: body" }
    let known = values.filter { $0 != .body }.map(\.name)
    return
      "run: \(NearestWord.unknown("placeholder", name, among: known)); for a brace itself write {{"
  }
}

extension SettingsNode {
  /// The place of a key's value in a map, or of an element of the list there; else the node's own.
  fileprivate func place(of key: String, element: Int = 0) -> SettingsPlace {
    guard case .map(let entries) = content,
      let value = entries.first(where: { if case .scalar(key, _) = $0.key.content { true } else { false } })?.value
    else { return place }
    if case .list(let elements) = value.content, elements.indices.contains(element) { return elements[element].place }
    return value.place
  }
}

extension SettingsNode {
  fileprivate var isMap: Bool { if case .map = content { true } else { false } }
}

extension Form where Value == SubjectKind {
  static func subject(_ kinds: [SubjectKind]) -> Form { .choice(kinds.map { ($0.name, $0) }) }
}

extension Form where Value == [String] {
  /// A program and its arguments with placeholders.
  static var template: Form {
    let command = Form.command
    return Form(
      expected: command.expected, schema: command.schema,
      read: { node, reading in
        // Without quotes YAML reads `{url}` as a map.
        if case .list(let words) = node.content, let map = words.first(where: \.isMap) {
          reading.tell("braces must stand in quotes here: \"{url}\"", at: map.place)
          return nil
        }
        guard let words = command.read(node, &reading) else { return nil }
        guard words.allSatisfy({ !$0.contains("\0") }) else {
          reading.tell("a word cannot hold a zero byte; delete it", at: node.place)
          return nil
        }
        return words
      },
      // The arguments may be private, except for placeholders and short options.
      write: { words in
        let written = words.enumerated().map { index, word -> SafeText in
          let isPlaceholder = word.begins(with: "{") && word.ends(with: "}")
          if index > 0, word.begins(with: "-"), word.count <= 2 {
            return word == "-" ? "\"-\"" : SafeText(oneLine: word)
          }
          return index == 0 || isPlaceholder ? Written.word(word) : "\"…\""
        }
        return .inline("[\(written.joined(separator: ", "))]")
      })
  }
}

extension Form where Value == OwnCommand {
  static func ownCommand(_ subjects: [SubjectDescription]) -> Form {
    let values = subjects.values
    return .record(
      "a command", keys: CommandDraft.keys(subjects), start: CommandDraft(),
      finish: { draft, node, reading in draft.command(at: node, knowing: values, &reading) }, draft: CommandDraft.init)
  }
}

extension Form where Value == [OwnCommand] {
  static func ownCommands(_ subjects: [SubjectDescription]) -> Form {
    .list(
      of: .ownCommand(subjects), count: 0...100, noun: "a command", inLines: true,
      sameness: { $0.name == $1.name ? "has the same name as" : nil })
  }
}

extension [SubjectDescription] {
  /// Own commands, as the settings have them: those of each kind, and one for all that have a text.
  var exampleCommands: [SafeText] {
    let readable = Quoted.list(map(\.kind).filter { $0.values.contains(.body) }.map(\.name))
    var commands = compactMap(\.command)
    commands.insert(
      "{ name: read in vim, in: [\(readable)], run: [vim, \"-\"], stdin: body, editor: true }",
      at: Swift.min(1, commands.count))
    return commands.map { "- \($0)" }
  }
}
