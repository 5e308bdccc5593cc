import Foundation
import Screen
import Signals
import Text

/// A terminal that keeps what it is shown, for tests to look at and to type into.
@UI
final class MemoryDisplay: Display {
  var size: Size
  let theme: Theme
  /// What the terminal has said of its colours.
  var palette: TerminalPalette?
  let keys: Signal<KeyEvent, Never>
  let mouse: Signal<MouseEvent, Never>
  let resizes: Signal<Size, Never>
  let suspensions: Signal<Bool, Never>
  let endings: Signal<Void, Never>
  let browserFailures: Signal<SafeText, Never>

  private let keyInput: Signal<KeyEvent, Never>.Observer
  private let mouseInput: Signal<MouseEvent, Never>.Observer
  private let resizeInput: Signal<Size, Never>.Observer
  private let suspensionInput: Signal<Bool, Never>.Observer
  private let endingInput: Signal<Void, Never>.Observer
  private let browserFailureInput: Signal<SafeText, Never>.Observer

  /// The frames that were shown, the latest one last.
  private(set) var frames: [Canvas] = []
  private(set) var copied: [SafeText] = []
  private(set) var opened: [URL] = []
  private(set) var invalidations = 0
  private(set) var stops = 0
  private(set) var releases = 0
  /// Why a browser cannot be opened.
  var browserTrouble: SafeText?

  init(size: Size, theme: Theme = Theme()) {
    self.size = size
    self.theme = theme
    (keys, keyInput) = Signal<KeyEvent, Never>.pipe()
    (mouse, mouseInput) = Signal<MouseEvent, Never>.pipe()
    (resizes, resizeInput) = Signal<Size, Never>.pipe()
    (suspensions, suspensionInput) = Signal<Bool, Never>.pipe()
    (endings, endingInput) = Signal<Void, Never>.pipe()
    (browserFailures, browserFailureInput) = Signal<SafeText, Never>.pipe()
  }

  /// The interface's turn, in which keys and the mouse are reported: that of the view models' scheduler.
  var turn: (_ report: () -> Void) -> Void = { $0() }

  // MARK: What a person does

  func type(_ keys: KeyEvent...) {
    for key in keys { turn { keyInput.send(value: key) } }
  }

  func type(_ text: String) {
    for character in text { type(.character(character)) }
  }

  func point(_ action: MouseEvent.Action, x: Int, y: Int) {
    turn { mouseInput.send(value: MouseEvent(action, at: Point(x: x, y: y))) }
  }

  func resize(to size: Size) {
    self.size = size
    resizeInput.send(value: size)
  }

  func hangUp() { endingInput.send(value: ()) }

  func failBrowser(_ sentence: SafeText) { browserFailureInput.send(value: sentence) }

  // MARK: Display

  func show(_ canvas: Canvas) { frames.append(canvas) }

  func releaseMouse() { releases += 1 }
  func invalidate() { invalidations += 1 }
  func copy(_ text: SafeText) { copied.append(text) }

  func open(_ address: URL) throws(DisplayRefusal) {
    opened.append(address)
    if let browserTrouble { throw DisplayRefusal(browserTrouble) }
  }

  func suspend() {
    suspensionInput.send(value: true)
    stops += 1
    suspensionInput.send(value: false)
  }
}
