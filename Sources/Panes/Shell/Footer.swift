import Screen
import Text
import ViewModels

/// The last line: the keys that do something now, or for a moment what the last command did.
struct Footer {
  var state: ScreenState

  func draw(size: Size, into canvas: inout Canvas) {
    let line = Rect(x: 1, y: 0, width: canvas.width - 2, height: 1)
    if let notice = state.dashboard.notice {
      canvas.within(line) { $0.draw(notice, $0.theme.strong, x: 0, y: 0) }
      return
    }
    let hints = KeyHints(hints(size: size, theme: canvas.theme))
    canvas.within(line) { hints.draw(into: &$0) }
  }

  func hints(size: Size, theme: Theme) -> [KeyHints.Hint] {
    Keymap.bindings(in: state.input).compactMap { binding in
      guard let hint = binding.hint, state.holds(hint.condition, size: size) else { return nil }
      return KeyHints.Hint(keys: binding.keys.text(theme), label: hint.label, rank: hint.rank)
    }
  }
}
