import Model
import Testing

@testable import RoomsEdge
@testable import SettingsFile

/// What a person reads who has made a mistake in the file.
@Suite struct MistakeTests {
  static func sentences(_ yaml: String) -> [String] {
    let result = SettingsText.decode(yaml, vocabulary: .sample)
      .flatMap { Settings.resolve(file: $0, vocabulary: .sample) }
    switch result {
    case .success: return []
    case .failure(let mistakes): return mistakes.all.map(\.description)
    }
  }

  @Test(arguments: [
    (
      "rooms:\n  - {sensors: this-machine}\n  - name: x",
      ["3:5: rooms[1]: no source; give one of \(roomSources)"]
    ),
    ("unitt: celsius", ["1:1: unknown key \"unitt\"; did you mean unit?"]),
    ("Theme: dark", ["1:1: unknown key \"Theme\"; did you mean theme?"]),
    ("layout: {pnaes: 3}", ["1:10: layout: unknown key \"pnaes\"; did you mean panes?"]),
    ("layout: {width: 3}", ["1:10: layout: unknown key \"width\"; known here: panes, large, share"]),
    (
      "stack-overflow: {key: abc}",
      ["1:18: stack-overflow: unknown key \"key\"; did you mean key-command or key-file?"]
    ),
    ("1: x", ["1:1: unknown key \"1\"; known here: \(topKeys)"]),
    ("? [a]\n: b", ["1:3: a key must be a word, not a list"]),
    ("~: x", ["1:1: a key must be a word, not nothing"]),
    (
      "unit: celsius\nunit: fahrenheit\nlayout: {share: 20, share: 30, \"share\": 40}",
      [
        "2:1: the key \"unit\" stands twice in the same map, first in line 1",
        "3:21: the key \"share\" stands twice in the same map, first in line 3",
        "3:32: the key \"share\" stands twice in the same map, first in line 3",
      ]
    ),
    ("- a", ["1:1: a list stands here; give a map of keys and values (\(sixKeys), …)"]),
    ("words", ["1:1: a single value stands here; give a map of keys and values (\(sixKeys), …)"]),
    ("layout: 5", ["1:9: layout: a single value stands here; give a map of keys and values (panes, large, share)"]),
  ])
  func aKeyIsUnknownOrInTheWrongPlace(yaml: String, expected: [String]) { expect(yaml, expected) }

  static let roomSources = RoomDraft.keys.all.filter { $0.group == "source" }.map(\.name).joined(separator: ", ")
  static let topKeys =
    "stack-overflow, wikipedia, contact, conair, rooms, unit, keys, commands, rules, theme, themes, ascii, accessible, "
    + "notify, notify-by, layout, layouts"
  static let sixKeys = "stack-overflow, wikipedia, contact, conair, rooms, unit"

  @Test(arguments: [
    ("unit: kelvin", ["1:7: unit: \"kelvin\" is not known; give celsius or fahrenheit"]),
    ("unit: celsuis", ["1:7: unit: \"celsuis\" is not known (did you mean celsius?); give celsius or fahrenheit"]),
    ("unit: [celsius]", ["1:7: unit: a list stands here; give celsius or fahrenheit"]),
    ("unit: {a: b}", ["1:7: unit: a map of keys and values stands here; give celsius or fahrenheit"]),
    ("unit: ''", ["1:7: unit: this is empty; give celsius or fahrenheit"]),
    ("contact: Me (at home)", ["1:10: contact: \"Me (at home)\" cannot be used; give a mail address or a URL"]),
    ("contact: 'me)@example.org'", ["1:10: contact: \"me)@example.org\" cannot be used; give a mail address or a URL"]),
    (
      "contact: ftp://example.org/me",
      ["1:10: contact: \"ftp://example.org/me\" cannot be used; give a mail address or a URL"]
    ),
    ("layout: {share: 81}", ["1:17: layout.share: \"81\" is too large; give a whole number from 20 to 80"]),
    ("layout: {share: 19}", ["1:17: layout.share: \"19\" is too small; give a whole number from 20 to 80"]),
    ("layout: {share: 5.5}", ["1:17: layout.share: \"5.5\" is not a whole number; give a whole number from 20 to 80"]),
    ("layout: {share: 1e400}", ["1:17: layout.share: \"1e400\" is too large; give a whole number from 20 to 80"]),
    (
      "layout: {share: 99999999999999999999}",
      ["1:17: layout.share: \"99999999999999999999\" is too large; give a whole number from 20 to 80"]
    ),
    ("layout: {share: 0x20}", ["1:17: layout.share: \"0x20\" is not a number; give a whole number from 20 to 80"]),
    ("layout: {share: .inf}", ["1:17: layout.share: \".inf\" is not a number; give a whole number from 20 to 80"]),
    ("ascii: maybe", ["1:8: ascii: \"maybe\" is neither true nor false; give true or false"]),
    (
      "notify: [alarm]",
      ["1:10: notify[0]: \"alarm\" is not known (did you mean alarms?); give alarms, watched, rules or answers"]
    ),
    ("notify: []", ["1:9: notify: the list is empty; give a kind of event, or delete the key"]),
    ("notify-by: bell", ["1:12: notify-by: \"bell\" is not known; give osc-9, osc-777 or osc-99"]),
    ("accessible: maybe", ["1:13: accessible: \"maybe\" is neither true nor false; give true or false"]),
    (
      "conair: {poll-every: 0 s}",
      ["1:22: conair.poll-every: \"0 s\" is too short; give a time from 1 s to 1 h, such as 10 s, 5 min or 1 h"]
    ),
    (
      "conair: {poll-every: 10}",
      ["1:22: conair.poll-every: \"10\" has no unit; give a time from 1 s to 1 h, such as 10 s, 5 min or 1 h"]
    ),
    (
      "conair: {poll-every: 10 parsecs}",
      [
        "1:22: conair.poll-every: \"10 parsecs\" has an unknown unit; give a time from 1 s to 1 h, such as 10 s, 5 min or 1 h"
      ]
    ),
    (
      "stack-overflow: {refresh-every: 2 d}",
      [
        "1:33: stack-overflow.refresh-every: \"2 d\" is too long; give a time from 1 min to 1 d, such as 5 min or 1 h, or off"
      ]
    ),
    (
      "wikipedia: {show: persons}",
      [
        "1:19: wikipedia.show: \"persons\" is not known; give people, anonymous, bots, articles, talk, user, other or major"
      ]
    ),
    (
      "wikipedia: {filter: rsk>0.5}",
      ["1:21: wikipedia.filter: column 1: \"rsk\" is not known; did you mean risk?"]
    ),
    (
      "wikipedia: {filter: 'title:\"a b\" and (bot'}",
      ["1:21: wikipedia.filter: column 17: this bracket is not closed"]
    ),
    (
      "wikipedia: {conditions: [{ name: bots, when: bt }, { when: bot }, { name: a, when: bot }, { name: a, when: new }]}",
      [
        "1:46: wikipedia.conditions[0].when: column 1: \"bt\" is not known; did you mean bot?",
        "1:52: wikipedia.conditions[1]: no name given; a condition has name and when",
        "1:91: wikipedia.conditions[3]: this has the same name as element [2]; delete or change one of them",
      ]
    ),
    (
      "wikipedia: {filter: [bot]}",
      ["1:21: wikipedia.filter: a list stands here; give a condition, such as risk>0.5 and not bot"]
    ),
    (
      "wikipedia: {wikis: [enwiki, 'en wiki', enwiki]}",
      [
        "1:29: wikipedia.wikis[1]: \"en wiki\" names no wiki (did you mean enwiki?); give a wiki's code, database name or language, such as de, dewiki or German",
        "1:40: wikipedia.wikis[2]: this is the same as element [0]; delete or change one of them",
      ]
    ),
    (
      "wikipedia:\n  wikis: [enwkii]",
      [
        "2:11: wikipedia.wikis[0]: \"enwkii\" names no wiki (did you mean enwiki?); give a wiki's code, database name or language, such as de, dewiki or German"
      ]
    ),
    (
      "wikipedia: {wikis: [de, German]}",
      ["1:25: wikipedia.wikis[1]: this is the same as element [0]; delete or change one of them"]
    ),
    (
      "wikipedia: {wikis: [de, all]}",
      ["1:20: wikipedia.wikis: all names every wiki; give it alone, or leave it out"]
    ),
  ])
  func aValueIsWrong(yaml: String, expected: [String]) { expect(yaml, expected) }

  @Test(arguments: [
    ("url: foo", ["1:23: stack-overflow.url: this is not an address; give an address such as http://host/path"]),
    ("url: 'ftp://u:secret@x/'", ["1:23: stack-overflow.url: the address must begin with http: or https:"]),
    ("url: 'http://x:99999/'", ["1:23: stack-overflow.url: a port is a number from 1 to 65535"]),
    (
      "key-command: 'pass | head'",
      ["1:31: stack-overflow.key-command: no shell runs this, so | means nothing; put the commands into a script"]
    ),
    ("key-command: 'pass \"x'", ["1:31: stack-overflow.key-command: a quote is not closed"]),
    ("key-command: ''", ["1:31: stack-overflow.key-command: no program is named"]),
    (
      "key-command: []",
      ["1:31: stack-overflow.key-command: the list must begin with a program's name or path, and hold texts only"]
    ),
    (
      "key-command: [pass, [x]]",
      ["1:31: stack-overflow.key-command: the list must begin with a program's name or path, and hold texts only"]
    ),
    (
      "key-file: topsecret",
      [
        "1:28: stack-overflow.key-file: this is not a whole path; give the path of a file that only you can read, from / or ~/"
      ]
    ),
    (
      "key-command: pass, key-file: /key",
      ["1:37: stack-overflow: key-command and key-file exclude each other; give one of them"]
    ),
  ])
  func anAddressOrASecretIsWrong(pairs: String, expected: [String]) { expect("stack-overflow: {\(pairs)}", expected) }

  @Test(arguments: [
    ("unit: &a celsius", ["1:7"]), ("unit: *nothing", ["1:7"]), ("unit: &a celsius\ntheme: *a", ["1:7", "2:8"]),
    ("&a unit: celsius", ["1:1"]), ("&root\nunit: celsius", ["1:1"]), ("? *a\n: 5", ["1:3"]), ("*a : 5", ["1:1"]),
    ("rooms: [&a {sensors: this-machine, above: 20}, {<<: *a}]", ["1:9"]), ("wikipedia:\n  wikis: [*a, de]", ["2:11"]),
    ("unit: celsius\n<<: 5", ["2:1"]), ("unit: celsius\n<<: [{theme: dark}, 5]", ["2:1"]),
    ("? <<\n: {unit: celsius}", ["1:3"]), ("unit: celsius\n!!merge <<: {}", ["2:1"]),
    ("!!merge \"<<\": {}", ["1:1"]), ("!!str <<: {}", ["1:1"]), ("!<tag:yaml.org,2002:merge> x: {}", ["1:1"]),
    ("%TAG !y! tag:yaml.org,2002:\n---\n!y!merge x: {}", ["3:1"]), ("unit: !!str &a celsius", ["1:7"]),
    ("unit: &a !!str celsius", ["1:7"]), ("unit: &a", ["1:7"]), ("rooms: &a [ ]", ["1:8"]),
    ("rooms: [{sensors: *a}]", ["1:19"]), ("rooms: [*a]", ["1:9"]),
    ("commands: [{name: x, in: [*a], run: y}]", ["1:27"]),
    ("unit: &", ["1:7"]), ("unit: * x", ["1:7"]), ("wikipedia:\n  filter: **bold**", ["2:11"]),
  ])
  func anchorsAliasesAndMergeKeysAreRefused(yaml: String, places: [String]) {
    expect(
      yaml,
      places.map {
        "\($0): anchors, aliases and merge keys are not read; write the value out, "
          + "or put text that begins with & or * in quotes"
      })
  }

  /// The rest of the file is read: its mistakes are told too.
  @Test func whatStandsAroundAnAliasIsChecked() {
    expect(
      "unit: &b kelvin\nlayout: {share: 1}",
      [
        "1:7: anchors, aliases and merge keys are not read; write the value out, or put text that begins with & or * in quotes",
        "1:7: unit: \"kelvin\" is not known; give celsius or fahrenheit",
        "2:17: layout.share: \"1\" is too small; give a whole number from 20 to 80",
      ])
  }

  @Test func aTagIsWrong() {
    expect("unit: !celsius fahrenheit", ["1:7: this tag means nothing here; text that begins with ! needs quotes"])
  }

  @Test func aMergeKeyInQuotesIsAnUnknownKey() {
    let sentences = Self.sentences("'<<': {}")
    #expect(sentences.count == 1 && sentences[0].hasPrefix("config.yaml:1:1: unknown key \"<<\"; "), "\(sentences)")
  }

  @Test func placesCountLinesOfEveryKind() {
    expect(
      "# ä\r\nunit: x\r# lone\runit: y\r\n'ascii': on\n\"ascii\": on",
      [
        "2:7: unit: \"x\" is not known; give celsius or fahrenheit",
        "4:1: the key \"unit\" stands twice in the same map, first in line 2",
        "6:1: the key \"ascii\" stands twice in the same map, first in line 5",
      ])
  }

  @Test func allMistakesAreToldInTheirOrder() {
    let yaml = "unit: kelvin\nfoo: 1\nlayout: {share: 1, large: x}\nunit: x\nrooms: [{}]"
    let lines = Self.sentences(yaml).map { $0.split(separator: ":")[1] }
    #expect(lines == ["1", "2", "3", "3", "4", "5"])
  }

  @Test func moreMistakesThanAnybodyReadsAreCut() {
    let yaml = (0..<1_000).map { "key\($0): x\n" }.joined()
    let sentences = Self.sentences(yaml)
    #expect(sentences.count == SettingsText.maximumMistakes + 1)
    #expect(sentences.last == "config.yaml:51:1: there are more mistakes from here on")
  }

  @Test func foreignTextIsCutAndShowsNoControls() {
    let sentence = Self.sentences("unit: \"\\e[31m\\n\(String(repeating: "x", count: 200))\"").first ?? ""
    #expect(!sentence.unicodeScalars.contains { $0.value < 0x20 })
    #expect(sentence.count < 120)
  }

  func expect(_ yaml: String, _ expected: [String], _ location: SourceLocation = #_sourceLocation) {
    #expect(Self.sentences(yaml) == expected.map { "config.yaml:\($0)" }, sourceLocation: location)
  }
}
