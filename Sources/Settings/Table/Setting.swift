import Model
import Text

/// A part of the settings that comes as a whole from one place: the command line, else the environment, else the file, else
/// the default.
package struct Setting: Sendable {
  /// The section that contains the setting; `nil` at the top of the file.
  let section: String?
  /// The keys of the setting; several for a secret, of which one can be given.
  let keys: [Key<Settings>]
  /// The environment variable of the setting.
  let variable: String?
  /// Whether a value may contain a secret, which child processes must not get.
  let mayBeSecret: Bool
  /// The option of the command line, with dashes.
  let flag: String?
  /// Takes the value of the variable or the option.
  let take: @Sendable (_ value: String, SettingsPlace, inout Settings, inout Reading) -> Bool
  /// Copies the setting from other settings.
  let copy: @Sendable (_ source: Settings, inout Settings) -> Void

  /// Identifies the setting: its section and its first key.
  var path: String { keyPath(keys[0].name) }

  func keyPath(_ key: String) -> String { section.map { "\($0).\(key)" } ?? key }

  /// Creates a setting with one key.
  ///
  /// - Parameter node: Converts the value of a variable or an option to a value as in the file.
  package init<Value>(
    _ name: String, in section: String? = nil, _ path: WritableKeyPath<Settings, Value> & Sendable, _ form: Form<Value>,
    _ meaning: SafeText, examples: [SafeText], variable: String? = nil, flag: String? = nil, mayBeSecret: Bool = false,
    node: @escaping @Sendable (String, SettingsPlace) -> SettingsNode = SettingsNode.text
  ) {
    self.section = section
    let key = Key(name, path, form, meaning, examples: examples)
    keys = [key]
    self.mayBeSecret = mayBeSecret
    self.variable = variable
    self.flag = flag
    take = { value, place, settings, reading in key.take(node(value, place), &settings, &reading) }
    copy = { $1[keyPath: path] = $0[keyPath: path] }
  }

  /// Creates the setting of a secret: `NAME-command`, `NAME-file`, or the variable itself.
  package init(
    secret name: String, in section: String?, _ path: WritableKeyPath<Settings, SecretSource?> & Sendable,
    _ what: SafeText, examples: (command: SafeText, file: SafeText), variable: String
  ) {
    self.section = section
    keys = Key.secret(name, path, what, examples: examples)
    mayBeSecret = true
    self.variable = variable
    flag = nil
    take = { _, _, settings, _ in
      settings[keyPath: path] = .environment(variable)
      return true
    }
    copy = { $1[keyPath: path] = $0[keyPath: path] }
  }
}

extension Key {
  /// Returns the keys of a secret: `NAME-command` and `NAME-file`.
  ///
  /// - Parameter what: The secret, such as "the password".
  package static func secret(
    _ name: String, _ path: WritableKeyPath<Root, SecretSource?> & Sendable, _ what: SafeText,
    examples: (command: SafeText, file: SafeText), group: String? = nil, needs: [[String]] = []
  ) -> [Key] {
    [
      Key(
        "\(name)-command", path, Form<SecretSource>.secretCommand.optional,
        "A program that prints \(what); no shell is involved.", examples: [examples.command], group: group ?? name,
        needs: needs),
      Key(
        "\(name)-file", path, Form<SecretSource>.secretFile.optional, "A file that only you can read, with \(what).",
        examples: [examples.file], group: group ?? name, needs: needs),
    ]
  }
}
