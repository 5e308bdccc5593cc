/// Where a secret comes from. The settings never hold the secret itself.
public enum SecretSource: Sendable, Hashable {
  /// The first line that a program prints: its name or path, and its arguments. No shell is involved.
  case command([String])
  /// A file that only its owner can read, by its path from `/`, or from the home folder where it begins with `~/`.
  case file(String)
  /// A variable of the environment, by its name.
  case environment(String)
}
