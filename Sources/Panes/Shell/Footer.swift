import Screen
import Text
import ViewModels

/// The last line: the keys that do something now, or for a moment what the last command did.
struct Footer: Equatable {
  private let notice: SafeText?
  private let context: InputContext
  /// What is so, of all that the context's hints ask for.
  private let conditions: [KeyBinding.Condition]

  /// A function, since an initialiser would be given a copy of the whole state.
  ///
  /// - Parameter size: the whole screen's.
  static func of(_ state: ScreenState, size: Size) -> Footer {
    Footer(
      notice: state.dashboard.notice, context: state.input,
      conditions: Keymap.conditions(in: state.input).filter { state.holds($0, size: size) })
  }

  func draw(into canvas: inout Canvas) {
    let line = Rect(x: 1, y: 0, width: canvas.width - 2, height: 1)
    canvas.within(line) { line in
      if let notice {
        line.draw(notice, line.theme.strong, x: 0, y: 0)
      } else {
        KeyHints(hints(theme: line.theme)).draw(into: &line)
      }
    }
  }

  func hints(theme: Theme) -> [KeyHints.Hint] {
    Keymap.bindings(in: context).compactMap { binding in
      guard let hint = binding.hint, conditions.contains(hint.condition) else { return nil }
      return KeyHints.Hint(keys: binding.keys.text(theme), label: hint.label, rank: hint.rank)
    }
  }
}
