/// The source of a secret. The settings never contain the secret itself.
public enum SecretSource: Sendable, Hashable {
  /// The first line of a program's output, by the program's name or path and its arguments. No shell is involved.
  case command([String])
  /// A file that only its owner can read, by its path from `/`, or from the home folder with `~/`.
  case file(String)
  /// An environment variable, by name.
  case environment(String)
}
