extension SettingsText {
  /// Returns the JSON Schema of the file (https://json-schema.org/draft/2020-12), for editors that complete and check it.
  public static func schema(vocabulary: SettingsVocabulary) -> String {
    schemaValue(vocabulary: vocabulary).text() + "\n"
  }

  static func schemaValue(vocabulary: SettingsVocabulary) -> JSONValue {
    guard case .object(let members) = SettingsTable(vocabulary).fileKeys.schema.orNull else { return .object([]) }
    return .object(
      [
        JSONValue.Member(name: "$schema", value: .text("https://json-schema.org/draft/2020-12/schema")),
        JSONValue.Member(name: "title", value: .text("Settings of reactui")),
      ] + members)
  }
}
