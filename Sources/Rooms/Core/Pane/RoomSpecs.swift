import PaneKit
import Screen
import Text

extension KeyContext {
  static let rooms = KeyContext([.pane, .chart, .loneChart])
  /// The filter of the rooms takes text.
  static let roomsField = KeyContext([.pane, .chart, .loneChart, .field])
}

extension PaneDescription {
  public static let rooms = PaneDescription(
    .rooms, "ConAir",
    contexts: [ContextDescription(.rooms, "in ConAir", subject: .rooms), ContextDescription(.roomsField)],
    specs: CommandSpec.rooms.all)
}

extension CommandSpec {
  /// The commands of the rooms' pane.
  static let rooms = RoomSpecs()
}

struct RoomSpecs: CommandSpecs {
  let previous = spec("previous", "select a room", "select the room above", [.up, "k"])
  let next = spec("next", "select a room", "select the room below", [.down, "j"])
  let hide = spec("hide", "hide the room, show it", nil, [" "])
  let alone = spec("alone", "this room alone, all rooms", nil, [.enter])
  let showAll = spec("all", "this room alone, all rooms", "show all rooms", [.escape, .backspace])
  let sort = spec("sort", alarms, "sort the rooms", ["s"], opensField: true)
  let events = spec("events", alarms, "the rooms' alarms", ["a"], opensField: true)
  let limit = spec("limit", alarms, "set a limit for the room", ["A"], words: "alarm above below", opensField: true)
  /// Listed in the palette; in the help it shares a line with the alarms' command.
  let discover = spec("discover", alarms, "find rooms to add", [])
  let filter = CommandSpec.beginning("room.filter", "filter rooms", at: [.rooms])
  let clearFilter = CommandSpec.clearing("room.clear-filter", "clear filter", at: [.rooms])

  private static let alarms: SafeText = "sort the rooms, their alarms, set a limit"

  private static func spec(
    _ id: String, _ title: SafeText, _ name: SafeText?, _ keys: [KeyEvent], words: SafeText = "",
    opensField: Bool = false
  ) -> CommandSpec {
    CommandSpec(
      Command.ID("room.\(id)"), title, name: name, words: words, in: .charts, keys: keys, at: [.rooms, .roomsField],
      opensField: opensField)
  }

  var all: [CommandSpec] {
    [previous, next, hide, alone, showAll, sort, events, limit, discover, filter, clearFilter]
  }
}
