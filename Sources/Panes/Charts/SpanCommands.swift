import Screen
import Signals
import Text
import ViewModels

/// The commands that choose how much time a chart shows.
@UI
struct SpanCommands {
  let all: [Command]

  init(
    shorter: @escaping @UI @Sendable () -> Void, longer: @escaping @UI @Sendable () -> Void, isEnabled: Property<Bool>
  ) {
    func command(
      _ id: Command.ID, _ name: SafeText, _ key: KeyEvent, _ action: @escaping @UI @Sendable () -> Void
    ) -> Command {
      Command(
        id, "shorter, longer span", name: name, in: .charts, keys: [key], hint: Command.Hint("span", rank: 5),
        isEnabled: isEnabled, action: action)
    }
    all = [
      command("chart.span-shorter", "show a shorter span", "[", shorter),
      command("chart.span-longer", "show a longer span", "]", longer),
    ]
  }
}
