import Text

extension Sequences {
  /// How a terminal's title is written and put back.
  enum TitleWay: Hashable {
    /// OSC 2 of xterm's control sequences, whose terminals keep the former title (CSI 22 and 23).
    case xterm
    /// GNU Screen's title of a window (its manual, “Control Sequences”). The former one is not known, so the window has its
    /// standard title afterwards, the shell's name.
    case screen(shell: SafeText)
  }

  /// Keeps the former title.
  static func titleBegins(by way: TitleWay) -> String { way == .xterm ? "\u{1B}[22;0t" : "" }

  static func title(_ text: SafeText, by way: TitleWay) -> String {
    way == .xterm ? "\u{1B}]2;\(text)\u{07}" : "\u{1B}k\(text)\u{1B}\\"
  }

  /// Puts the former title back. The empty one is for terminals that have not kept it.
  static func titleEnds(by way: TitleWay) -> String {
    switch way {
    case .xterm: title("", by: way) + "\u{1B}[23;0t"
    case .screen(let shell): title(shell, by: way)
    }
  }
}
