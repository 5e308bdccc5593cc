import Foundation
import Model
import Screen
import Text

// What a key, a click and a command's request lead to.

extension Shell {
  /// Handles a key. Commands act immediately, and the frame with their effect is drawn at the end of this turn.
  ///
  /// The meaning of a key depends on the current state and not on the last frame: several keys may come before a frame.
  func press(_ key: KeyEvent) {
    UI.frames.hurry()
    defer { holdNews() }
    guard !isLostText(key) else { return }
    dashboard.send(.act)
    arrange()
    if takesText, let text = key.text { return topLayer?.type(text) ?? () }
    switch keymap.meaning(of: key, in: scope, takesText: takesText) {
    case .command(let command, let other):
      command.action()
      if let other { dashboard.send(.notice(sentence(Keymap.Clash(key: key, command: command, other: other)))) }
    case .refusal(let reason, let command): refuse(command, reason)
    case .elsewhere(let command): tell(key, of: command)
    case nil:
      // Where the focused pane has such a command, as in the list below what is open, that one is meant.
      let own = panes.first { $0.id == dashboard.state.value.focus }?.commands ?? []
      if let command = (own + allCommands).first(where: { keymap.gives($0, key) }) { tell(key, of: command) }
    }
  }

  /// The seconds after a key that could not open a field or a list, and after each key that is lost because of it, in which
  /// letters and Enter are no commands.
  private static let lostTextPeriod: TimeInterval = 1

  /// Returns whether a key is meant for a field or a list that could not be opened.
  private func isLostText(_ key: KeyEvent) -> Bool {
    guard let end = textEnds else { return false }
    let now = currentDate()
    textEnds = (key.text != nil || key == .enter) && now < end ? now + Self.lostTextPeriod : nil
    return textEnds != nil
  }

  private func refuse(_ command: Command, _ reason: SafeText) {
    dashboard.send(.refusal(reason.isEmpty ? "“\(command.name)” cannot be done now" : reason))
    if command.spec.opensField { textEnds = currentDate() + Self.lostTextPeriod }
  }

  /// Says where a key that cannot be used here can be. In a field it stays silent: the last line tells the field's keys.
  private func tell(_ key: KeyEvent, of command: Command) {
    guard !takesText, let location = command.spec.contexts.location(among: catalog.contexts) else { return }
    refuse(command, "\(KeyLabel(theme).text([key])): \(command.name) (\(location))")
  }

  /// Reports a key that settings have assigned to two enabled commands.
  func tellClash() {
    if let clash = keymap.clash(in: scope) { dashboard.send(.news(sentence(clash))) }
  }

  /// Returns that settings have assigned a key to two commands that are enabled at the same time.
  private func sentence(_ clash: Keymap.Clash) -> SafeText {
    func words(_ command: Command) -> SafeText { "“\(command.name)” (\(SafeText(oneLine: command.id.name)))" }
    let key = KeyLabel(theme).text([clash.key])
    return "\(key) is \(words(clash.command)), and not \(words(clash.other)) as well: set other keys"
  }

  /// Keeps the last line for the keys of an overlay or a field, as long as there is one: what comes by itself waits.
  func holdNews() {
    let holds = !overlays.isEmpty || takesText
    if holds != dashboard.state.value.holdsNews { dashboard.send(.holdNews(holds)) }
  }

  /// Clicks refer to the picture on the screen: if a key has changed the layers since, they have no meaning.
  func point(_ event: MouseEvent) {
    UI.frames.hurry()
    defer { holdNews() }
    dashboard.send(.act)
    guard let layer = topLayer, layer === shownLayer else { return }
    guard event.location.y == canvas.height - 1, event.action != .drag else {
      if event.action == .drag || event.isDouble, layer !== pressedLayer { return }
      if event.action == .click { pressedLayer = layer }
      return layer.point(event)
    }
    guard event.action == .click else { return }
    pressedLayer = nil
    if let command = footer.command(at: event.location.x, width: canvas.width), command.isEnabled(in: scope.context) {
      command.action()
    }
  }

  func carryOut(_ request: ProgramRequest) {
    switch request {
    case .quit: quit()
    case .redraw:
      invalidate()
      UI.frames.hurry()
    case .suspend: display.suspend()
    case .ring: display.ring()
    case .notify(let text): display.notify(theme.isASCII ? text.asASCII : text, by: notificationWay)
    case .copy(let text): requests.copy(text)
    // A link in a foreign text may name anything.
    case .open(let address): if address.isWebPage { requests.open(address) }
    case .runInTerminal(let call): requests.run(call)
    case .write(let file): requests.write(file)
    }
  }
}
