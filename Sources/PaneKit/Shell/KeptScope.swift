import Screen
import Text

/// The commands that keys go to, which are needed for every key and every frame, and put together only when they are others.
struct KeptScope {
  private var known: (own: [Command], layer: [Command], common: [Command], all: [Command])?

  /// - Parameters:
  ///   - own: The person's own commands, which come first.
  ///   - layer: Those of the topmost layer.
  ///   - common: Those of the dashboard below it.
  ///   - program: Those of every layer, which never change.
  mutating func commands(
    _ own: [Command], _ layer: [Command], _ common: [Command], _ program: [Command]
  ) -> [Command] {
    if let known, known.own.sharesStorage(with: own), known.layer.sharesStorage(with: layer),
      known.common.sharesStorage(with: common)
    {
      return known.all
    }
    let all = own + layer + common + program
    known = (own, layer, common, all)
    return all
  }
}

/// The greeting with its keys, which only the keymap and the terminal's characters change.
struct KeptGreeting {
  private var known: (isASCII: Bool, keys: SafeText)?

  /// - Parameter source: Returns all commands and the keymap.
  @UI mutating func text(
    _ panes: [any Pane], _ theme: Theme, width: Int, _ source: () -> (commands: [Command], keymap: Keymap)
  ) -> SafeText {
    if known?.isASCII != theme.isASCII {
      let (commands, keymap) = source()
      known = (theme.isASCII, Greeting.keys(commands, keymap, theme))
    }
    return Greeting(panes, keys: known?.keys ?? "").text(width: width)
  }
}
