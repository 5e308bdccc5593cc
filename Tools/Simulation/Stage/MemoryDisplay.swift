import Foundation
import Model
import Screen
import Signals
import Text

/// A terminal in memory, which keeps its frames for inspection and accepts simulated input.
@UI
public final class MemoryDisplay: Display {
  /// The number of columns and rows.
  public private(set) var size: Size
  public let theme: Theme
  /// The terminal's answer about its colours.
  public var palette: TerminalPalette?
  public let keys: Signal<KeyEvent, Never>
  public let mouse: Signal<MouseEvent, Never>
  public let resizes: Signal<Size, Never>
  public let suspensions: Signal<Bool, Never>
  public let endings: Signal<Void, Never>
  public let programFailures: Signal<SafeText, Never>

  private let keyInput: Signal<KeyEvent, Never>.Observer
  private let mouseInput: Signal<MouseEvent, Never>.Observer
  private let resizeInput: Signal<Size, Never>.Observer
  private let suspensionInput: Signal<Bool, Never>.Observer
  private let endingInput: Signal<Void, Never>.Observer
  private let programFailureInput: Signal<SafeText, Never>.Observer

  /// The maximum number of frames to keep; `nil` for all.
  public var frameLimit: Int?
  /// The frames that have been shown and are still kept, the latest last.
  public private(set) var frames: [Canvas] = []
  public private(set) var copied: [SafeText] = []
  public private(set) var opened: [URL] = []
  /// The programs that got the terminal, with their arguments and their standard input.
  public private(set) var run: [ProgramCall] = []
  public private(set) var invalidations = 0
  public private(set) var stops = 0
  public private(set) var releases = 0
  public private(set) var rings = 0
  public private(set) var titles: [SafeText] = []
  public private(set) var notifications: [SafeText] = []
  /// The reason why a browser cannot be opened; `nil` if it can.
  public var browserTrouble: SafeText?

  /// The reason why no program can be given the terminal; `nil` if it can.
  public var programTrouble: SafeText?

  public init(size: Size, theme: Theme = Theme()) {
    self.size = size
    self.theme = theme
    (keys, keyInput) = Signal<KeyEvent, Never>.pipe()
    (mouse, mouseInput) = Signal<MouseEvent, Never>.pipe()
    (resizes, resizeInput) = Signal<Size, Never>.pipe()
    (suspensions, suspensionInput) = Signal<Bool, Never>.pipe()
    (endings, endingInput) = Signal<Void, Never>.pipe()
    (programFailures, programFailureInput) = Signal<SafeText, Never>.pipe()
  }

  /// Runs a turn of the view models' scheduler, in which a key or mouse event is reported.
  public var turn: (_ report: () -> Void) -> Void = { $0() }

  // MARK: Input

  public func type(_ keys: KeyEvent...) {
    for key in keys { turn { keyInput.send(value: key) } }
  }

  public func type(_ text: String) {
    for character in text { type(.character(character)) }
  }

  public func point(_ action: MouseEvent.Action, x: Int, y: Int) {
    turn { mouseInput.send(value: MouseEvent(action, at: Point(x: x, y: y))) }
  }

  public func resize(to size: Size) {
    self.size = size
    resizeInput.send(value: size)
  }

  public func hangUp() { endingInput.send(value: ()) }

  public func failProgram(_ sentence: SafeText) { programFailureInput.send(value: sentence) }

  // MARK: Display

  public func show(_ canvas: Canvas) {
    frames.append(canvas)
    if let frameLimit, frames.count > frameLimit { frames.removeFirst(frames.count - frameLimit) }
  }

  public func releaseMouse() { releases += 1 }
  public func ring() { rings += 1 }
  public func entitle(_ title: SafeText) { titles.append(title) }
  public func notify(_ text: SafeText, by way: NotificationWay?) { notifications.append(text) }
  public func invalidate() { invalidations += 1 }
  public func copy(_ text: SafeText) { copied.append(text) }

  public func open(_ address: URL) throws(DisplayRefusal) {
    opened.append(address)
    if let browserTrouble { throw DisplayRefusal(browserTrouble) }
  }

  public func run(_ words: [String], input: SafeText?) throws(DisplayRefusal) {
    run.append(ProgramCall(words, input: input))
    if let programTrouble { throw DisplayRefusal(programTrouble) }
  }

  public func suspend() {
    suspensionInput.send(value: true)
    stops += 1
    suspensionInput.send(value: false)
  }
}
