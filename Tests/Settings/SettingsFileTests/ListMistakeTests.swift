import Model
import Testing

@testable import SettingsFile

/// Mistakes in tabs, rooms, keys, themes and the layout.
@Suite struct ListMistakeTests {
  @Test(arguments: [
    ("[]", "1:24: stack-overflow.tabs: the list is empty; give a tab, or delete the key"),
    (
      "swift",
      "1:24: stack-overflow.tabs: a single value stands here; give a list, each element in a line that begins with a dash"
    ),
    (
      "[{tags: [a, b, c, d, e, f]}]",
      "1:32: stack-overflow.tabs[0].tags: 6 elements are too many; at most 5 are possible"
    ),
    (
      "[{tags: [a, a]}]",
      "1:36: stack-overflow.tabs[0].tags[1]: this is the same as element [0]; delete or change one of them"
    ),
    ("[{tags: []}]", "1:32: stack-overflow.tabs[0].tags: the list is empty; give a tag, or delete the key"),
    (
      "[{tags: [a, b]}, {tags: [b, a], name: x}]",
      "1:41: stack-overflow.tabs[1]: this shows the same questions as element [0]; delete or change one of them"
    ),
    (
      "[{tags: [a]}, {tags: a, any: true}]",
      "1:38: stack-overflow.tabs[1]: this shows the same questions as element [0]; delete or change one of them"
    ),
    (
      "[{tags: [a, b], any: true, sort: hot}]",
      "1:25: stack-overflow.tabs[0]: this list cannot be sorted by hot; give active, newest or votes"
    ),
    (
      "[{tags: [a, b], any: true, list: unanswered}]",
      "1:25: stack-overflow.tabs[0]: leave out any, or list: unanswered; the service lists that only "
        + "for all of the tags"
    ),
    (
      "[{search: x, sort: week}]",
      "1:25: stack-overflow.tabs[0]: this list cannot be sorted by week; give relevance, active, newest or votes"
    ),
    (
      "[{list: unanswered, sort: hot}]",
      "1:25: stack-overflow.tabs[0]: this list cannot be sorted by hot; give active, newest or votes"
    ),
    (
      "[{feed: loaded, when: unred}]",
      "1:46: stack-overflow.tabs[0].when: “unred” is not known (did you mean unread?); words are tag:, "
        + "unanswered, answered, accepted, closed, unread, score, answers, views, bounty, title:, user:, not"
    ),
    ("[{when: unread}]", "1:25: stack-overflow.tabs[0]: when is for a tab with feed: loaded"),
    (
      "[{feed: loaded, tags: [c]}]",
      "1:25: stack-overflow.tabs[0]: a tab with feed: loaded has name, when and sort; leave out the rest"
    ),
    (
      "[{feed: loaded, sort: hot}]",
      "1:25: stack-overflow.tabs[0]: this list cannot be sorted by hot; give newest, active or votes"
    ),
    (
      "[{sort: activ}]",
      "1:32: stack-overflow.tabs[0].sort: \"activ\" is not known (did you mean active?); "
        + "give hot, active, newest, votes, week, month or relevance"
    ),
    (
      "[x]",
      "1:25: stack-overflow.tabs[0]: a single value stands here; "
        + "give a map of keys and values (name, site, tags, any, list, search, …)"
    ),
    ("[{name: ''}]", "1:32: stack-overflow.tabs[0].name: this is empty; give a text of 1 to 40 characters"),
    (
      "[{site: 'a b'}]",
      "1:32: stack-overflow.tabs[0].site: \"a b\" cannot be used; give a site's name, such as unix or superuser"
    ),
    ("[{site: []}]", "1:32: stack-overflow.tabs[0].site: the list is empty; give a site, or delete the key"),
    (
      "[{site: [unix, unix.stackexchange.com]}]",
      "1:39: stack-overflow.tabs[0].site[1]: this is the same as element [0]; delete or change one of them"
    ),
    (
      "[{site: [a, b, c, d, e, f]}]",
      "1:32: stack-overflow.tabs[0].site: 6 elements are too many; at most 5 are possible"
    ),
    (
      "[{site: [unix, superuser]}, {site: [superuser, unix]}]",
      "1:52: stack-overflow.tabs[1]: this shows the same questions as element [0]; delete or change one of them"
    ),
  ])
  func aTabIsWrong(tabs: String, expected: String) { expect("stack-overflow: {tabs: \(tabs)}", [expected]) }

  @Test(arguments: [
    (
      "{conair: 'http://x/', prometheus: 'http://y/'}",
      "1:31: rooms[0]: conair and prometheus exclude each other; give one of them"
    ),
    ("{prometheus: 'http://y/'}", "1:10: rooms[0].prometheus: this needs query beside it; add that, or delete this"),
    (
      "{query: up, sensors: this-machine}",
      "1:10: rooms[0].query: this needs prometheus beside it; add that, or delete this"
    ),
    (
      "{home-assistant: 'http://h/'}",
      "1:10: rooms[0].home-assistant: this needs token-command or token-file beside it; add that, or delete this"
    ),
    (
      "{metrics: 'http://m/', user: x}",
      "1:32: rooms[0].user: this needs password-command or password-file beside it; add that, or delete this"
    ),
    (
      "{sensors: this-machine, token-file: /x}",
      "1:33: rooms[0].token-file: this needs conair, prometheus, metrics or home-assistant beside it; add that, or delete this"
    ),
    ("{sensors: that}", "1:19: rooms[0].sensors: \"that\" is not known; give this-machine"),
    (
      "{open-meteo: '52'}",
      "1:22: rooms[0].open-meteo: \"52\" is not a pair of numbers; give degrees north and east, such as \"52.52, 13.41\""
    ),
    (
      "{open-meteo: '91, 0'}",
      "1:22: rooms[0].open-meteo: \"91, 0\" has more than 90 degrees north or south; "
        + "give degrees north and east, such as \"52.52, 13.41\""
    ),
    ("{sensors: this-machine, above: 3, below: 4}", "1:9: rooms[0]: below must be less than above"),
    (
      "{sensors: this-machine, for: 3 min}",
      "1:33: rooms[0].for: this needs above or below beside it; add that, or delete this"
    ),
    (
      "{sensors: this-machine, above: 3000}",
      "1:40: rooms[0].above: \"3000\" is too high; give a temperature in °C, such as 26, or with its unit, such as 79 °F"
    ),
    (
      "{home-assistant: 'http://h/', token-file: /x, entities: [a]}",
      "1:66: rooms[0].entities[0]: \"a\" cannot be used; give an entity's id, such as sensor.office_temperature"
    ),
    (
      "{sensors: this-machine}, {sensors: this-machine}",
      "1:34: rooms[1]: this asks for the same as element [0]; delete or change one of them"
    ),
    (
      "{name: a, sensors: this-machine}, {name: a, open-meteo: '1, 2'}",
      "1:43: rooms[1]: this has the same name as element [0]; delete or change one of them"
    ),
  ])
  func aRoomIsWrong(rooms: String, expected: String) { expect("rooms: [\(rooms)]", [expected]) }

  @Test(arguments: [
    ("{bell: true}", "1:21: wikipedia.watch[0]: no subject; give one of title, user, matches"),
    ("{title: Saturn, user: Maria}", "1:37: wikipedia.watch[0]: title and user exclude each other; give one of them"),
    ("{titel: Saturn}", "1:22: wikipedia.watch[0]: unknown key \"titel\"; did you mean title?"),
    (
      "{title: Saturn}, {title: Saturn}",
      "1:38: wikipedia.watch[1]: this is the same as element [0]; delete or change one of them"
    ),
    (
      "{user: Maria, bell: loud}",
      "1:41: wikipedia.watch[0].bell: \"loud\" is neither true nor false; give true or false"
    ),
  ])
  func aWatchIsWrong(watch: String, expected: String) { expect("wikipedia: {watch: [\(watch)]}", [expected]) }

  @Test(arguments: [
    ("keys: {pane.refesh: r}", ["1:8: keys: unknown command \"pane.refesh\"; did you mean pane.refresh?"]),
    (
      "keys: {app.quit: Ctrl-I}",
      ["1:18: keys.app.quit: \"Ctrl-I\" cannot be used: terminals send Tab for Ctrl-I; write Tab"]
    ),
    (
      "keys: {app.quit: [q, Strg-Q]}", ["1:22: keys.app.quit[1]: \"Strg-Q\" is not a key; did you mean Ctrl-…?"]
    ),
    ("keys: {app.quit: [~]}", ["1:19: keys.app.quit[0]: nothing stands here; give \(aKey)"]),
    (
      "keys: {app.quit: [ctrl-r, Ctrl-R]}",
      [
        "1:27: keys.app.quit[1]: this is the same as element [0]; delete or change one of them"
      ]
    ),
    ("keys: {app.quit: [q], app.redraw: q}", ["1:23: keys.app.redraw: \"q\" is already the key of app.quit"]),
    ("keys: [q]", ["1:7: keys: a list stands here; give a map; each key is a command"]),
    ("keys: {list.down: j, app.quit: j}", []), ("keys: {app.quit: [], pane.next: 1}", []),
    (
      "theme: drak",
      ["1:8: theme: \"drak\" is not known (did you mean dark?); give auto, dark, light, contrast or mono"]
    ),
    (
      "theme: mien\nthemes: {mine: {}}",
      ["1:8: theme: \"mien\" is not known (did you mean mine?); give auto, dark, light, contrast, mono or mine"]
    ),
    ("theme: mine\nthemes: {mine: {accent: blue, dim: 244, alarm: '#d70000', good: Bright-Green}}", []),
    ("themes: {dark: {}}", ["1:10: themes: \"dark\" is a theme of the program's; give yours another name"]),
    ("themes: {'my theme': {}}", ["1:10: themes: \"my theme\" cannot name a theme; use letters, digits and dashes"]),
    (
      "themes: {mine: {accnt: blue, dim: 256, alarm: '#12345', good: blu}}",
      [
        "1:17: themes.mine: unknown role \"accnt\"; did you mean accent?",
        "1:35: themes.mine.dim: \"256\" is not known; give \(aColour)",
        "1:47: themes.mine.alarm: \"#12345\" is not known; give \(aColour)",
        "1:63: themes.mine.good: \"blu\" is not known (did you mean blue?); give \(aColour)",
      ]
    ),
    ("layout: {panes: []}", ["1:17: layout.panes: the list is empty; give a pane, or delete the key"]),
    (
      "layout: {panes: [wikipedia, wikipedia]}",
      ["1:29: layout.panes[1]: this is the same as element [0]; delete or change one of them"]
    ),
    (
      "layout: {panes: [wikpedia]}",
      [
        "1:18: layout.panes[0]: \"wikpedia\" is not known (did you mean wikipedia?); give stack-overflow, wikipedia or conair"
      ]
    ),
    (
      "layout: {panes: [wikipedia], large: conair}",
      ["1:37: layout.large: \"conair\" is not among layout.panes; give wikipedia"]
    ),
  ])
  func aKeyAThemeOrTheLayoutIsWrong(yaml: String, expected: [String]) { expect(yaml, expected) }

  static let aKey = "a key, such as r, R, F5, Ctrl-R, Alt-x or Enter"
  static let aColour =
    "a colour: black, red, green, yellow, blue, magenta, cyan, white, each also as bright-…, a number from 0 to 255, or \"#rrggbb\""

  func expect(_ yaml: String, _ expected: [String], _ location: SourceLocation = #_sourceLocation) {
    #expect(MistakeTests.sentences(yaml) == expected.map { "config.yaml:\($0)" }, sourceLocation: location)
  }
}
