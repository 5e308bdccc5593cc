import Foundation

/// The arguments of this process.
public enum ProcessArguments {
  /// The arguments after the program's name, as the kernel has them.
  ///
  /// Swift's runtime looks for them in memory before the environment, where they are not any more once a library that was
  /// loaded before `main` has set a variable (swiftlang/swift#76080): all would be lost without a word.
  public static let afterName = parsed(
    FileHandle(forReadingAtPath: "/proc/self/cmdline").flatMap { try? $0.readToEnd() })

  /// Returns the arguments in the kernel's form, each with a zero byte behind it; those of the runtime without it.
  static func parsed(_ bytes: Data?) -> [String] {
    guard let bytes, bytes.last == 0 else { return Array(CommandLine.arguments.dropFirst()) }
    return bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false).dropFirst()
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
