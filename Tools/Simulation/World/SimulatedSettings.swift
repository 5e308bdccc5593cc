import Assembly
import Model
import PaneKit
import Rooms
import SettingsFile
import Text

/// The contents of a simulated settings file, read in the same way as the program reads its own.
enum SimulatedSettings {
  private struct Sample {
    var text: String
    var isGood = true
  }

  private static let samples = [
    Sample(text: ""),
    Sample(
      text: """
        stack-overflow:
          tabs:
            - { name: Swift, tags: [swift], sort: newest }
            - { search: "nio websocket", site: unix, name: Found }
        """),
    Sample(
      text: """
        stack-overflow: { refresh-every: 1 min }
        layouts: { evening: { panes: [conair, wikipedia], large: conair } }
        """),
    Sample(text: "conair: { poll-every: 30 s }\nunit: fahrenheit"),
    Sample(text: "layout: { panes: [wikipedia, stack-overflow] }"),
    Sample(text: "layout: { large: conair, share: 70 }"),
    Sample(text: "theme: contrast\nascii: true"),
    Sample(
      text: """
        rooms:
          - { name: Room 1, conair: "http://room1.example/data/" }
          - { name: Room 2, conair: "http://room2.example/data/" }
        """),
    Sample(text: "keys: { pane.refresh: [F5, r], list.down: [j, down] }"),
    Sample(text: "themes: dark\nunit: kelvin\nconair: { poll-every: 0 s }", isGood: false),
    // Truncated, as by an editor that writes a file in several steps.
    Sample(text: "stack-overflow:\n  tabs:\n    - { name: Swi", isGood: false),
    Sample(text: "layout: { panes: [] , share: \u{202E}70\u{1}\n\u{1b}[2J }", isGood: false),
    Sample(
      text: """
        rooms:
          - { name: Room 1, conair: "http://room1.example/data/" }
          - { name: Room 2, conair: "http://room2.example/data/", above: 21.5, bell: true }
        """),
    Sample(
      text: """
        rooms:
          - { name: Attic, metrics: "http://exporter.example/metrics" }
          - { name: Room 2, conair: "http://room2.example/data/", above: 21.5 }
        """),
    Sample(
      text: """
        wikipedia: { wikis: [enwiki, dewiki], history: 2 h, conditions: [{ name: removals, when: "bytes<0" }] }
        """),
    Sample(text: "a: &a [x, x, x, x]\nb: &b [*a, *a, *a, *a]\nrooms: [*b, *b, *b, *b]", isGood: false),
  ]

  static var count: Int { samples.count }

  /// Returns the result of reading a sample, and whether it is as expected: settings or mistakes.
  static func read(_ number: Int) -> (result: Result<Settings, SettingsMistakes>, isAsExpected: Bool)? {
    guard samples.indices.contains(number) else { return nil }
    let sample = samples[number]
    let result = SettingsText.decode(sample.text, vocabulary: Features.vocabulary)
      .flatMap { Settings.resolve(file: $0, vocabulary: Features.vocabulary) }
      .map(\.settings)
    return (result, ((try? result.get()) != nil) == sample.isGood)
  }
}
