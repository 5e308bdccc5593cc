import Foundation
import Testing

@testable import SettingsFile

/// The JSON Schema as an editor uses it.
@Suite struct SchemaTests {
  static func faults(_ yaml: String) throws -> [String] {
    let schema = try JSON(SettingsText.schema(vocabulary: .sample))
    return try SchemaValidator(schema: schema).faults(in: JSON(yaml: yaml))
  }

  @Test func theExampleIsValidAsItIsShipped() throws {
    #expect(try Self.faults(SettingsText.example(vocabulary: .sample)) == [])
  }

  @Test func everyValueOfTheExampleIsValid() throws {
    for index in DocumentTests.values {
      #expect(try Self.faults(DocumentTests.uncommented([index])) == [], "\(DocumentTests.example[index])")
    }
    #expect(try Self.faults(DocumentTests.uncommented(DocumentTests.compatibleValues)) == [])
  }

  @Test(arguments: [
    ("unitt: celsius", "/unitt: nothing may stand here"), ("unit: kelvin", "/unit: enum"),
    ("layout: {share: 81}", "/layout/share: maximum"), ("layout: {share: 20.5}", "/layout/share: type"),
    ("ascii: maybe", "/ascii: type"), ("accessible: maybe", "/accessible: type"),
    ("rooms: [{name: x}]", "/rooms/0: anyOf"),
    ("keys: {app.quti: q}", "/keys/app.quti: enum"), ("theme: [dark]", "/theme: type"),
    ("stack-overflow: {key-file: key}", "/stack-overflow/key-file: pattern"),
    ("stack-overflow: {key-file: /key, key-command: pass}", "/stack-overflow: not"),
    ("stack-overflow: {tabs: [{tags: [a]}, {tags: [a]}]}", "/stack-overflow/tabs: uniqueItems"),
    ("stack-overflow: {tabs: []}", "/stack-overflow/tabs: minItems"),
    ("wikipedia: {show: [people, people]}", "/wikipedia/show: anyOf"),
  ])
  func anEditorShowsWhatIsWrong(yaml: String, fault: String) throws {
    #expect(try Self.faults(yaml) == [fault])
  }

  // MARK: - The validator itself

  @Test(
    arguments: [
      (#"{"type": "integer"}"#, ["1", "1.0"], ["1.5", "\"1\"", "null", "true"]),
      (#"{"type": ["object", "null"]}"#, ["{}", "null"], ["[]"]),
      (#"{"enum": ["a", 1]}"#, ["\"a\"", "1"], ["\"b\"", "2"]),
      (#"{"pattern": "^a.$", "minLength": 2, "maxLength": 2}"#, ["\"ab\"", "3"], ["\"b\"", "\"abc\""]),
      (#"{"minimum": 1, "maximum": 2}"#, ["1", "2", "\"9\""], ["0.9", "2.1"]),
      (
        #"{"minItems": 1, "maxItems": 2, "uniqueItems": true}"#, ["[1]", "[1, 2]", "{}"], ["[]", "[1, 2, 3]", "[1, 1]"]
      ),
      (#"{"items": {"type": "string"}}"#, ["[]", "[\"a\"]"], ["[1]", "[\"a\", 1]"]),
      (
        #"{"properties": {"a": {"type": "string"}}, "additionalProperties": false}"#, ["{}", "{\"a\": \"b\"}", "1"],
        ["{\"a\": 1}", "{\"b\": 1}"]
      ),
      (#"{"additionalProperties": {"type": "string"}}"#, ["{\"a\": \"b\"}"], ["{\"a\": 1}"]),
      (#"{"propertyNames": {"enum": ["a"]}}"#, ["{\"a\": 1}"], ["{\"b\": 1}"]),
      (#"{"anyOf": [{"type": "string"}, {"minimum": 3}]}"#, ["\"a\"", "3"], ["2"]),
      (#"{"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}"#, ["{\"a\": 1}"], ["{}", "{\"a\": 1, \"b\": 1}"]),
      (#"{"allOf": [{"minimum": 1}, {"maximum": 2}]}"#, ["1"], ["0", "3"]),
      (#"{"not": {"type": "null"}}"#, ["1"], ["null"]),
      (
        #"{"dependentSchemas": {"a": {"required": ["b"]}}}"#, ["{}", "{\"b\": 1}", "{\"a\": 1, \"b\": 1}"],
        ["{\"a\": 1}"]
      ),
      ("false", [], ["1"]), ("true", ["1"], []),
    ] as [(String, [String], [String])])
  func everyKeywordDoesWhatTheSpecificationSays(schema: String, valid: [String], invalid: [String]) throws {
    let validator = SchemaValidator(schema: try JSON(schema))
    for value in valid { #expect(try validator.faults(in: JSON(value)) == [], "\(value)") }
    for value in invalid { #expect(try validator.faults(in: JSON(value)) != [], "\(value)") }
  }

  @Test(arguments: ["const", "$ref", "patternProperties", "if", "minProperties", "multipleOf"])
  func aKeywordThatIsNotCheckedIsNoPass(keyword: String) throws {
    let validator = SchemaValidator(schema: try JSON("{\"\(keyword)\": 1}"))
    #expect(throws: SchemaValidator.Unsupported(keyword: keyword)) { try validator.faults(in: .number(1)) }
  }
}
