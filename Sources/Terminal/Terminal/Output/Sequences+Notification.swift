import Screen
import Text

extension Sequences {
  /// The most bytes of a notification's text, so that all of it fits into a string of GNU Screen.
  static let notificationLimit = 200

  /// Shows a notification. The text does not come first: after OSC 9 some terminals take numbers as other commands.
  static func notification(_ text: SafeText, by way: NotificationWay, through terminal: ClipboardWay) -> String {
    let text = cut(text)
    let content =
      switch way {
      case .osc9: "9;reactui: \(text)"
      case .osc777: "777;notify;reactui;\(text)"
      case .osc99: "99;;reactui: \(text)"
      }
    let sequence = "\u{1B}]\(content)\u{07}"
    return switch terminal {
    case .direct: sequence
    case .tmux: wrapped(sequence)
    case .screen, .tmuxOrScreen: pieces(sequence)
    }
  }

  private static func cut(_ text: SafeText) -> String {
    var kept = ""
    for letter in text.string {
      guard kept.utf8.count + letter.utf8.count <= notificationLimit else { return kept + "…" }
      kept.append(letter)
    }
    return kept
  }
}
