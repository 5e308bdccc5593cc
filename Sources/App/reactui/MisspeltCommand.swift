import ArgumentParser
import Text

/// Suggests the subcommand that a person probably meant.
enum MisspeltCommand {
  /// Returns a sentence for a rejected command line with an unknown word in place of a subcommand: `reactui reed 5`, `reactui
  /// config exmple`.
  static func sentence(for arguments: [String], refused message: String) -> String? {
    // The value of an option may be refused too, which is no command.
    guard message.lowercased().contains("unexpected argument") else { return nil }
    var command: any ParsableCommand.Type = Reactui.self
    var path = ["reactui"]
    for word in arguments where !word.begins(with: "-") {
      let commands = command.configuration.subcommands
      if let next = commands.first(where: { $0.configuration.commandName == word }) {
        command = next
        path.append(word)
        continue
      }
      // An option's value is a word too, but it is not the rejected one.
      guard message.contains("'\(word)'") else { continue }
      let names = commands.compactMap { $0.configuration.commandName }
      guard !names.isEmpty else { return nil }
      let known = path.joined(separator: " ")
      let advice =
        NearestWord.nearest(to: word, among: names).map { "did you mean '\(known) \($0)'?" }
        ?? "it has \(names.joined(separator: ", "))"
      return "\(known) has no command '\(word)'; \(advice)"
    }
    return nil
  }
}
