/// The sequence with which a terminal shows a notification of the desktop. One that it does not know it may display.
public enum NotificationWay: String, Sendable, CaseIterable {
  /// OSC 9, of iTerm2.
  case osc9 = "osc-9"
  /// OSC 777, of rxvt-unicode.
  case osc777 = "osc-777"
  /// OSC 99, of kitty (“Desktop notifications” in its documentation).
  case osc99 = "osc-99"
}
