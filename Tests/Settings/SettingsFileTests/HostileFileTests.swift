import Foundation
import Glibc
import Model
import Testing

@testable import SettingsFile

/// Files that nobody meant as settings, or that somebody made to do harm: each gives a sentence, and soon.
@Suite struct HostileFileTests {
  static func sentences(_ bytes: [UInt8]) -> [String] {
    switch SettingsText.decode(bytes, vocabulary: .sample) {
    case .success: []
    case .failure(let mistakes): mistakes.all.map(\.description)
    }
  }

  static func sentences(_ text: String) -> [String] { sentences(Array(text.utf8)) }

  @Test(arguments: [
    "", "\n", "# only\n# comments\n", "---\n", "---\n# x\n", "~", "\u{FEFF}unit: celsius",
    "unit: celsius\r\nascii: yes\r\n",
    "%YAML 1.1\n---\nunit: celsius\n...\n", "stack-overflow:\n  tabs:\nrooms:\nunit:\n", "theme: |\n  dark\n",
    "unit: !!str celsius",
  ])
  func aFileWithNothingWrongIsFine(text: String) {
    #expect(Self.sentences(text) == [])
  }

  @Test(arguments: [
    ("a\0b: c", "1:2: here is a NUL byte; delete it"),
    ("unit: celsius\ntheme: \u{1B}[31m", "2:8: here is an invisible control character, U+001B; delete it"),
    ("unit: celsius\u{2028}", "1:14: here is an invisible control character, U+2028; delete it"),
    ("layout:\n\tshare: 50", "2:1: a tab cannot indent in YAML; use spaces"),
    ("layout:\n  \tshare: 50", "2:3: a tab cannot indent in YAML; use spaces"),
    ("unit: celsius\n---\nunit: celsius", "2:1: a second document begins here; settings are one document"),
    ("layout: {share: 50", "1:9: this map is not closed: a comma or a } is missing"),
    ("layout:\n  panes: [a, b\nunit: x", "2:10: this list is not closed: a comma or a ] is missing"),
    ("theme: 'dark\nunit: x", "1:8: the quotes that open here are not closed"),
    ("theme: \"dark\nunit: x", "1:8: the quotes that open here are not closed"),
    ("theme: \"\\q\"", "1:9: there is no such escape in double quotes; write \\\\ for a backslash"),
    ("theme: a: b", "1:9: a colon is not expected here: check the indentation, or put the value in quotes"),
    ("theme: @dark", "1:8: text that begins with this character needs quotes"),
    ("unit: - a", "1:7: a list cannot begin here: put it on a line of its own"),
    (
      "layout:\n  share: 50\n large: x",
      "3:2: this does not continue what stands above it: check the indentation and the quotes"
    ),
    ("unit: celsius\nfahrenheit", "2:1: this line is no key with a value: a colon and a space are missing"),
  ])
  func whatIsNoYAMLIsToldInPlainWords(text: String, expected: String) {
    #expect(Self.sentences(text) == ["config.yaml:\(expected)"])
  }

  @Test func whatIsNotUTF8IsToldWithItsLine() {
    let latin1 = Array("unit: celsius\n# caf".utf8) + [0xE9] + Array("\n".utf8)
    #expect(
      Self.sentences(latin1) == ["config.yaml:2:6: the text is not UTF-8 from here on; save the file as UTF-8"])
    let utf16: [UInt8] = [0xFF, 0xFE] + "unit: celsius".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), 0] }
    #expect(Self.sentences(utf16) == ["config.yaml: the file is in UTF-16; save it as UTF-8"])
  }

  @Test func aFileIsAtMostAsLargeAsAnybodyWrites() {
    #expect(Self.sentences([UInt8](repeating: UInt8(ascii: "#"), count: 1 << 20)) == [])
    #expect(
      Self.sentences([UInt8](repeating: UInt8(ascii: "#"), count: 1 << 20 + 1))
        == ["config.yaml: the file is larger than 1 MB; settings are not"])
  }

  @Test(arguments: [
    (String(repeating: "[", count: 1 << 20), "1:1"), (String(repeating: "{a: ", count: 1 << 18), "1:126"),
    (String(repeating: "[\n", count: 1 << 19), "33:1"), (String(repeating: "- ", count: 1 << 19), "1:65"),
    (String(repeating: "? ", count: 1 << 19), "1:65"),
    ("theme: " + String(repeating: "[", count: 90) + String(repeating: "]", count: 90), "1:39"),
  ])
  func deepNestingOverflowsNoStack(text: String, place: String) {
    #expect(Self.sentences(text) == ["config.yaml:\(place): lists and maps lie more than 32 levels deep"])
  }

  /// With aliases, nine in each of ten lines would be a thousand million values.
  @Test func aliasesMakeNothingLarger() {
    let names = Array("abcdefghijk")
    var text = "a: &a [x, x, x, x, x, x, x, x, x]\n"
    for (name, next) in zip(names, names.dropFirst()) {
      let aliases = [String](repeating: "*\(name)", count: 9).joined(separator: ", ")
      text += "\(next): &\(next) {? [\(aliases)] : [\(aliases)]}\n"
    }
    let sentences = Self.sentences(text)
    #expect(sentences.filter { $0.contains("anchors, aliases and merge keys are not read") }.count == 11)
    #expect(sentences.contains("config.yaml:2:10: a key must be a word, not a list"), "\(sentences)")
  }

  @Test(arguments: ["unit: celsius\n", "- *a\n", "unit: [&b x]\n", "? []\n", "!x u: !x c\n", "<<: {}\n"])
  func aLargeFileOfOneMistakeIsCut(line: String) {
    let sentences = Self.sentences(String(repeating: line, count: (1 << 17) / line.utf8.count))
    #expect(sentences.count == SettingsText.maximumMistakes + 1)
    #expect(sentences.last?.hasSuffix(": there are more mistakes from here on") == true, "\(sentences)")
  }

  // MARK: - What a path leads to

  static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  static func sentence(_ path: String) -> String? {
    switch SettingsFileReader.bytes(at: path) {
    case .success: nil
    case .failure(let mistakes): mistakes.description
    }
  }

  @Test func aFileIsReadWhole() throws {
    try Self.withFolder { folder in
      let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
      try Data(bytes).write(to: URL(filePath: folder + "/c"))
      try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "c")
      #expect(try SettingsFileReader.bytes(at: folder + "/c").get() == bytes)
      #expect(try SettingsFileReader.bytes(at: folder + "/link").get() == bytes)
    }
  }

  @Test func aMissingFileIsNoMistake() throws {
    try Self.withFolder { folder in
      for path in ["/none", "/none/none"] {
        let bytes = try SettingsFileReader.bytes(at: folder + path).get()
        #expect(bytes == nil)
      }
    }
  }

  /// The settings of a disk that is not mounted: the link, one in the place of the folder, and one to another link.
  @Test func aLinkThatLeadsNowhereIsAMistake() throws {
    try Self.withFolder { folder in
      func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder + "/" + name, withDestinationPath: target)
      }
      try link("config.yaml", to: "/nowhere/config.yaml")
      try link("folder", to: "none")
      try link("second", to: "config.yaml")
      for (path, first, end) in [
        ("/config.yaml", "/config.yaml", "/nowhere/config.yaml"), ("/folder/config.yaml", "/folder", folder + "/none"),
        ("/second", "/second", "/nowhere/config.yaml"),
      ] {
        #expect(
          Self.sentence(folder + path) == "config.yaml: \(folder + first) is a link to \(end), which is not there")
      }
    }
  }

  @Test func whatIsNoFileIsRefusedWithoutWaiting() throws {
    try Self.withFolder { folder in
      #expect(Self.sentence(folder) == "config.yaml: this is a folder; the settings are a file")
      #expect(mkfifo(folder + "/fifo", 0o600) == 0)
      #expect(
        Self.sentence(folder + "/fifo")
          == "config.yaml: this is no file but a device, a socket or a pipe; save it as a file")
      #expect(
        Self.sentence("/dev/zero") == "config.yaml: this is no file but a device, a socket or a pipe; save it as a file"
      )
      try FileManager.default.createSymbolicLink(atPath: folder + "/loop", withDestinationPath: "loop")
      #expect(
        Self.sentence(folder + "/loop") == "config.yaml: the file cannot be read: its symbolic links lead in a circle")
    }
  }

  @Test func noMoreIsReadThanIsAllowed() throws {
    try Self.withFolder { folder in
      try Data(count: 10 << 20).write(to: URL(filePath: folder + "/c"))
      let bytes = try #require(try SettingsFileReader.bytes(at: folder + "/c").get())
      #expect(bytes.count > 1 << 20 && bytes.count < 2 << 20)
      #expect(Self.sentences(bytes) == ["config.yaml: the file is larger than 1 MB; settings are not"])
    }
  }

  @Test(arguments: [
    (
      EACCES,
      "config.yaml: the file cannot be read: you have no permission; look at the modes of the file and its folders"
    ),
    (ENXIO, "config.yaml: this is no file but a device, a socket or a pipe; save it as a file"),
    (EIO, "config.yaml: the file cannot be read: Input/output error"),
  ])
  func aFailedCallIsToldInPlainWords(code: Int32, expected: String) {
    let error = #expect(throws: SettingsMistakes.self) { try SettingsFileReader.failure(code, "config.yaml").get() }
    #expect(error?.description == expected)
  }
}
