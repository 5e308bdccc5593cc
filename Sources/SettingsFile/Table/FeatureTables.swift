import Model

/// What a feature has in the settings.
public struct SettingsFeature: Sendable {
  /// Its part of the file, in the order of documents.
  let parts: [SettingsTable.Part]
  /// What own commands and rules are told of it; `nil` if they are not for it.
  let subject: SubjectDescription?

  package init(_ parts: [SettingsTable.Part] = [], subject: SubjectDescription? = nil) {
    (self.parts, self.subject) = (parts, subject)
  }
}

extension [SettingsFeature] {
  /// The program's features, in the order of documents. This is the only list of them.
  public static let standard = [
    SettingsFeature(SettingsTable.stackOverflow, subject: .questions),
    SettingsFeature(SettingsTable.wikipedia, subject: .edits), SettingsFeature(SettingsTable.conAir, subject: .rooms),
  ]
}
