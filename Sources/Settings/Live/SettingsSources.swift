import Foundation
import Model
import Text

/// The sources of settings: options of the command line, the environment, a file.
public struct SettingsSources: Sendable {
  public var file: URL
  /// Whether a missing file is a mistake, because the command line names it.
  public var isFileRequired: Bool
  /// The file's name as a person typed it, if so.
  private let typedName: SafeText?
  /// By name, with dashes: `["--theme": "dark"]`.
  public var flags: [String: String]
  public var environment: [String: String]
  public var vocabulary: SettingsVocabulary

  /// - Parameter file: The file that the command line names; `nil` for the standard one, which may be missing.
  public init(
    file: String? = nil, flags: [String: String] = [:], environment: [String: String], vocabulary: SettingsVocabulary
  ) {
    // Absolute, because the program may change its working folder.
    self.file =
      file.map { URL(filePath: $0).absoluteURL }
      ?? PersonalFolders(environment: environment).config.appending(path: "reactui/config.yaml")
    isFileRequired = file != nil
    typedName = file.map { SafeText(oneLine: $0) }
    self.flags = flags
    self.environment = environment
    self.vocabulary = vocabulary
  }

  var path: String { file.path(percentEncoded: false) }

  /// The option that names the file.
  static let fileFlag: SafeText = "--config"

  /// The file's name, shown before mistakes.
  public var fileName: SafeText {
    // `lastPathComponent` makes a set first, at whose type the runtime looks through all conformances of the program.
    SafeText(oneLine: path.pathNames.last ?? "/")
  }

  /// A sentence about a file that a person may take for the settings although it is not read: the standard file is missing, and
  /// there is one that ends in `.yml`.
  public var remark: SafeText? {
    let manager = FileManager.default
    guard !isFileRequired, !manager.fileExists(atPath: path) else { return nil }
    let other = file.deletingPathExtension().appendingPathExtension("yml").path(percentEncoded: false)
    guard manager.fileExists(atPath: other) else { return nil }
    return "\(SafeText(oneLine: other)) is not read; the settings are \(fileName)"
  }

  /// Reads and merges all sources.
  ///
  /// - Returns: the settings in force, or all mistakes.
  public func read() -> Result<ResolvedSettings, SettingsMistakes> {
    let (resolved, mistakes) = examine()
    return mistakes.isEmpty ? .success(resolved) : .failure(SettingsMistakes(mistakes))
  }

  /// Reads all sources, and merges the values that can be used.
  ///
  /// - Returns: the settings that would be in force without the wrong values, and all mistakes.
  public func examine() -> (resolved: ResolvedSettings, mistakes: [SettingsMistake]) {
    let flags = SettingsText.read(flags: flags, vocabulary: vocabulary)
    let environment = SettingsText.read(environment: environment, vocabulary: vocabulary)
    let file = readFile()
    let (resolved, contradictions) = Settings.join(
      flags: flags.layer, environment: environment.layer, file: file.layer, vocabulary: vocabulary)
    return (resolved, flags.mistakes + environment.mistakes + (file.mistakes + contradictions).told("mistakes"))
  }
}

extension SettingsSources {
  private func readFile() -> LayerReading {
    switch SettingsFileReader.bytes(at: path, name: typedName ?? fileName) {
    case .success(let bytes?): return SettingsText.read(bytes, name: fileName, vocabulary: vocabulary)
    case .success(nil) where !isFileRequired: return LayerReading(SettingsLayer())
    case .success(nil):
      let mistake = SettingsMistake(
        place: .flag(Self.fileFlag), sentence: "there is no file \(SafeText(oneLine: path))")
      return LayerReading(unreadable: SettingsMistakes([mistake]), vocabulary: vocabulary)
    case .failure(let mistakes): return LayerReading(unreadable: mistakes, vocabulary: vocabulary)
    }
  }
}
