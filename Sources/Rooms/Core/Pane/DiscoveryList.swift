import PaneKit
import Screen
import Signals
import Text

/// A line for the settings that would show rooms, with the server or machine on which they were found.
public struct DiscoveredLine: Sendable, Hashable {
  public var text: SafeText
  public var source: SafeText

  public init(text: SafeText, source: SafeText) {
    self.text = text
    self.source = source
  }
}

/// A modal list of lines for the settings, one for each discovered room or page, to be copied.
@UI
enum DiscoveryList {
  /// Returns the command that opens the list and starts the discovery.
  ///
  /// - Parameter discovery: Searches once per start, and sends on the interface's thread.
  static func command(
    _ discovery: SignalProducer<[DiscoveredLine], Never>, layers: Signal<LayerRequest, Never>.Observer,
    requests: Signal<ProgramRequest, Never>.Observer
  ) -> Command {
    Command(.rooms.discover) {
      let lines = Property<[DiscoveredLine]?>(initial: nil, then: discovery.map(Optional.some))
      let copy = { @Sendable (choice: Choice) in requests.send(value: .copy(choice.title)) }
      var list = ChoiceList(
        "Rooms for the settings", field: nil, verb: "copy",
        whenEmpty: { _ in
          lines.value == nil ? "Asking the servers of the settings..." : "Nothing found; try reactui rooms discover URL"
        },
        openedBy: .rooms.discover, following: { _ in lines.map { choices(of: $0 ?? []) } }, choose: copy)
      list.isAwaited = { _ in lines.map { $0 == nil }.skipRepeats() }
      list.copy = copy
      layers.send(value: LayerRequest(list))
    }
  }

  private nonisolated static func choices(of lines: [DiscoveredLine]) -> [Choice] {
    lines.enumerated().map { Choice(id: "\($0)", title: $1.text, detail: $1.source) }
  }
}
