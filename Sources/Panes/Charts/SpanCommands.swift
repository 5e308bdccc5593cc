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
    let hint = Command.Hint("span", rank: 5)
    all = [
      Command(
        .charts.shorterSpan, hint: hint, isEnabled: isEnabled, whenDisabled: ChartCommands.noChart, action: shorter),
      Command(
        .charts.longerSpan, hint: hint, isEnabled: isEnabled, whenDisabled: ChartCommands.noChart, action: longer),
    ]
  }
}
