import Screen
import Text

// The title of the terminal's window.

extension NcursesDisplay {
  public func entitle(_ title: SafeText) {
    self.title = title
    writeTitle()
  }

  /// Writes a changed title, or leaves it to the next frame if the terminal takes no output now.
  func writeTitle() {
    guard let titleWay, let title, title != writtenTitle, phase == .here, !writer.isBehind else { return }
    writtenTitle = title
    writer.write(Sequences.title(title, by: titleWay))
  }
}
