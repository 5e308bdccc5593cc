import Foundation
import Model
import Text

extension Form where Value == URL {
  /// The address of a service.
  package static func url(_ schemes: [String]) -> Form {
    let example = "\(schemes[0])://host/path"
    return .scalar(
      expected: "an address such as \(SafeText(oneLine: example))",
      schema: .object([
        "type": .text("string"), "format": .text("uri"), "pattern": .text("^(\(schemes.joined(separator: "|"))):"),
      ]),
      // An address may contain a password.
      isSecret: true,
      parse: { text throws(Wrong) in
        if AddressText.hasStrayAt(text) {
          throw Wrong(
            predicate:
              "there is one @ too many; in a name or a password write @ as %40, / as %2F, ? as %3F and # as %23",
            isWhole: true)
        }
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), let host = url.host(), !host.isEmpty
        else { throw Wrong(predicate: "is not an address") }
        guard schemes.contains(scheme) else {
          let allowed = Quoted.choice(schemes.map { "\($0):" })
          throw Wrong(predicate: "the address must begin with \(allowed)", isWhole: true)
        }
        // A `URL` accepts any number as a port, and has none if the number is too long.
        if AddressText.Authority(of: text)?.hasPossiblePort == false {
          throw Wrong(predicate: "a port is a number from 1 to 65535", isWhole: true)
        }
        return url
      },
      write: { Written.word(masked($0)) })
  }

  /// Returns the address with its secrets masked: a password, and the values of a query and of a fragment, which may be tokens.
  static func masked(_ url: URL) -> String {
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return "…" }
    if components.password != nil { components.password = "..." }
    return components.url.flatMap { AddressText.withoutTokens($0) } ?? "…"
  }
}

extension Form where Value == SecretSource {
  /// A program that prints a secret.
  static var secretCommand: Form {
    Form<[String]>.command.map(SecretSource.command) { if case .command(let words) = $0 { words } else { nil } }
  }

  /// A file with a secret.
  static var secretFile: Form {
    .scalar(
      expected: "the path of a file that only you can read, from / or ~/",
      schema: .object(["type": .text("string"), "pattern": .text("^(/|~/).")]),
      // A person may have written the secret itself.
      isSecret: true,
      parse: { text throws(Wrong) in
        guard text.count > 1, text.begins(with: "/") || (text.begins(with: "~/") && text.count > 2) else {
          throw Wrong(predicate: "is not a whole path")
        }
        if text.ends(with: "/") { throw Wrong(predicate: "is a folder's path") }
        return .file(text)
      },
      write: { if case .file(let path) = $0 { Written.word(path) } else { nil } })
  }
}

extension Form where Value == [String] {
  /// A program and its arguments: a line of words, or a list.
  package static var command: Form {
    let expected: SafeText = "a program and its arguments, as a line or a list"
    return Form(
      expected: expected,
      schema: .object([
        "anyOf": .list([
          .object(["type": .text("string"), "minLength": .number(1)]),
          .object(["type": .text("array"), "items": .object(["type": .text("string")]), "minItems": .number(1)]),
        ])
      ]),
      read: { node, reading in
        switch node.content {
        case .scalar(let line, _):
          do throws(CommandLineMistake) {
            return try CommandLineWords.split(line)
          } catch {
            reading.tell(error.sentence, at: node.place)
            return nil
          }
        case .list(let nodes):
          let words = nodes.compactMap { if case .scalar(let word, _) = $0.content { word } else { nil } }
          guard words.count == nodes.count, words.first?.isEmpty == false else {
            reading.tell("the list must begin with a program's name or path, and hold texts only", at: node.place)
            return nil
          }
          return words
        case .map, .nothing, .unreadable:
          reading.tellKind(of: node, give: expected)
          return nil
        }
      },
      // The arguments may be private.
      write: { words in
        words.first.map { .inline(words.count > 1 ? "[\(Written.word($0)), \"…\"]" : "[\(Written.word($0))]") }
      })
  }
}
