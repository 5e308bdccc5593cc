import Foundation
import PaneKit
import Screen
import Signals
import SignalsTesting
import Text

/// A terminal in memory that sends keys and receives frames.
@UI
final class MemoryScreen: Display {
  private(set) var size: Size
  let theme = Theme()
  let (keys, keyInput) = Signal<KeyEvent, Never>.pipe()
  let (resizes, resizeInput) = Signal<Size, Never>.pipe()
  let mouse = Signal<MouseEvent, Never>.never
  let suspensions = Signal<Bool, Never>.never
  let endings = Signal<Void, Never>.never
  let programFailures = Signal<SafeText, Never>.never
  private var canvas: Canvas?

  init(size: Size) { self.size = size }

  /// The latest frame as text.
  var text: String { canvas?.text ?? "" }

  func type(_ key: KeyEvent) { keyInput.send(value: key) }

  func resize(to size: Size) {
    self.size = size
    resizeInput.send(value: size)
  }

  func show(_ canvas: Canvas) { self.canvas = canvas }
  func invalidate() {}
  func copy(_ text: SafeText) {}
  func open(_ address: URL) {}
  func run(_ words: [String], input: SafeText?) {}
  func suspend() {}
}
