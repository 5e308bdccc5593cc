import Model

/// What a feature has in the settings.
public struct SettingsFeature: Sendable {
  /// Its part of the file, in the order of documents.
  let parts: [SettingsTable.Part]
  /// What own commands and rules are told of it; `nil` if they are not for it.
  let subject: SubjectDescription?
  /// Sets values that follow from others.
  let complete: @Sendable (inout Settings) -> Void

  package init(
    _ parts: [SettingsTable.Part] = [], subject: SubjectDescription? = nil,
    complete: @escaping @Sendable (inout Settings) -> Void = { _ in }
  ) {
    (self.parts, self.subject, self.complete) = (parts, subject, complete)
  }
}
