import Screen
import Text

/// The commands that choose how much time a chart shows.
@UI
package struct SpanCommands {
  package let all: [Command]

  package init(
    shorter: @escaping @UI @Sendable () -> Void, longer: @escaping @UI @Sendable () -> Void,
    disabled: @escaping @UI @Sendable () -> SafeText?
  ) {
    let hint = Command.Hint("span", rank: 5)
    all = [
      Command(.charts.shorterSpan, hint: hint, disabled: disabled(), action: shorter),
      Command(.charts.longerSpan, hint: hint, disabled: disabled(), action: longer),
    ]
  }
}
