import PaneKit
import Screen
import Signals
import Text

/// A field for a limit of a room, with what is meant below it. Enter in the empty field ends the limit that there is.
///
///     Limit  26 for 10 min
///     above 26°C, for 10 min      now 22.4°C
struct LimitField {
  let room: Room
  /// The room's latest temperature in °C.
  let latest: Double?
  let unit: TemperatureUnit

  /// The command that opens the field for the selected room.
  @UI static func command(
    _ viewModel: RoomsViewModel, state: CurrentValue<RoomsState>, layers: Signal<LayerRequest, Never>.Observer
  ) -> Command {
    // Until a source answers, a row stands for all of its rooms.
    Command(.rooms.limit, disabled: state.value.selectedRow?.id.key == nil ? "The room is not known yet" : nil) {
      let state = viewModel.state.value
      guard let row = state.selectedRow else { return }
      let field = LimitField(room: row.room, latest: row.latest?.celsius, unit: state.unit)
      layers.send(value: LayerRequest(field.list { viewModel.send(.limit(row.mark, $0)) }))
    }
  }

  /// - Parameter set: Sets the limit; `nil` ends the one that there is.
  func list(set: @escaping @UI @Sendable (LimitByKey?) -> Void) -> ChoiceList {
    ChoiceList(
      "A limit for \(room.label)", field: "Limit", verb: "set",
      whenEmpty: { if case .mistake(let sentence) = meaning(of: $0) { sentence } else { "" } },
      openedBy: .rooms.limit, following: { text in text.map { choices($0) } },
      choose: { choice in set(LimitByKey(stored: choice.id)) })
  }

  private func meaning(of text: SafeText) -> LimitWords.Meaning {
    LimitWords.meaning(of: text, in: unit, latest: latest)
  }

  private func choices(_ text: SafeText) -> [Choice] {
    if text.isEmpty, let limit = room.limitByKey {
      return [Choice(id: "", title: "No limit by key", detail: "ends \(title(limit))")]
    }
    guard case .limit(let limit) = meaning(of: text) else { return [] }
    return [
      Choice(id: limit.stored, title: title(limit), detail: latest.map { "now \(words.temperature($0))" } ?? "")
    ]
  }

  private func title(_ limit: LimitByKey) -> SafeText {
    let duration: SafeText = limit.duration > 0 ? ", for \(TimeText.length(limit.duration))" : ""
    return "\(words.limit(limit.limit))\(duration)"
  }

  private var words: AlarmWords {
    var words = AlarmWords(unit)
    words.symbol = "°\(unit.symbol)"
    return words
  }
}
