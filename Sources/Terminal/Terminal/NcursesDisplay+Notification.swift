import Screen
import Text

// Notifications of the desktop.

extension NcursesDisplay {
  /// A console or a hardware terminal, which has no clipboard either, gets none, whatever the settings say.
  public func notifies(by way: NotificationWay?) -> Bool { clipboard != nil && (way ?? notificationWay) != nil }

  public func notify(_ text: SafeText, by way: NotificationWay?) {
    guard let clipboard, let way = way ?? notificationWay, phase == .here, !writer.isBehind else { return }
    writer.write(Sequences.notification(text, by: way, through: clipboard))
  }
}
