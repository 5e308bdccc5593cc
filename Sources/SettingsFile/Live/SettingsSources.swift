import Foundation
import Model
import Text

/// Where settings come from: options of the command line, the environment, a file.
public struct SettingsSources: Sendable {
  public var file: URL
  /// Whether a file that is not there is a mistake: the command line names it.
  public var isFileRequired: Bool
  /// By their names with their dashes: `["--theme": "dark"]`.
  public var flags: [String: String]
  public var environment: [String: String]
  public var vocabulary: SettingsVocabulary

  /// - Parameter file: The file that the command line names; `nil` for the standard one, which does not have to be there.
  public init(
    file: String? = nil, flags: [String: String] = [:], environment: [String: String], vocabulary: SettingsVocabulary
  ) {
    // Absolute, since the program may change its folder.
    self.file =
      file.map { URL(filePath: $0).absoluteURL }
      ?? PersonalFolders(environment: environment).config.appending(path: "reactui/config.yaml")
    isFileRequired = file != nil
    self.flags = flags
    self.environment = environment
    self.vocabulary = vocabulary
  }

  /// The file's name, in front of mistakes.
  public var fileName: SafeText {
    // `lastPathComponent` makes a set first, at whose type the runtime looks through all conformances of the program.
    SafeText(oneLine: file.path(percentEncoded: false).split(separator: "/").last.map(String.init) ?? "/")
  }

  /// Reads all of them, and puts them together.
  ///
  /// - Returns: What is in force, or all that is wrong.
  public func read() -> Result<ResolvedSettings, SettingsMistakes> {
    let layers = [
      SettingsText.layer(flags: flags, vocabulary: vocabulary),
      SettingsText.layer(environment: environment, vocabulary: vocabulary),
      readFile(),
    ]
    let mistakes = layers.flatMap { layer -> [SettingsMistake] in
      if case .failure(let mistakes) = layer { mistakes.all } else { [] }
    }
    guard mistakes.isEmpty else { return .failure(SettingsMistakes(mistakes)) }
    let values = layers.compactMap { try? $0.get() }
    return Settings.resolve(flags: values[0], environment: values[1], file: values[2], vocabulary: vocabulary)
  }
}

extension SettingsSources {
  private func readFile() -> Result<SettingsLayer, SettingsMistakes> {
    SettingsFileReader.bytes(at: file.path(percentEncoded: false), name: fileName).flatMap { bytes in
      if let bytes { return SettingsText.decode(bytes, name: fileName, vocabulary: vocabulary) }
      guard isFileRequired else { return .success(SettingsLayer()) }
      return .failure(
        SettingsMistakes([
          SettingsMistake(
            place: .flag("--config"),
            sentence: "there is no file \(SafeText(oneLine: file.path(percentEncoded: false)))")
        ]))
    }
  }
}
