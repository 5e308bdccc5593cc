import Foundation
import Screen
import Signals
import Text

/// A terminal whose input and pictures are recorded.
@UI
public final class RecordingDisplay: Display {
  private let terminal: any Display
  private let recorder: SessionRecorder

  /// Must be created before anything else observes the terminal, so that a key is recorded before what it causes.
  public init(_ terminal: any Display, _ recorder: SessionRecorder) {
    (self.terminal, self.recorder) = (terminal, recorder)
    terminal.keys.observeValues { recorder.note($0) }
    terminal.mouse.observeValues { recorder.note($0) }
    terminal.resizes.observeValues { recorder.note($0) }
    terminal.suspensions.observeValues { recorder.note(isSuspended: $0) }
    UI.loop.observeActions { recorder.noteAction() }
  }

  public var size: Size { terminal.size }
  public var theme: Theme { terminal.theme }
  public var palette: TerminalPalette? { terminal.palette }
  public var keys: Signal<KeyEvent, Never> { terminal.keys }
  public var mouse: Signal<MouseEvent, Never> { terminal.mouse }
  public var resizes: Signal<Size, Never> { terminal.resizes }
  public var suspensions: Signal<Bool, Never> { terminal.suspensions }
  public var endings: Signal<Void, Never> { terminal.endings }
  public var programFailures: Signal<SafeText, Never> { terminal.programFailures }

  public func show(_ canvas: Canvas) {
    recorder.note(canvas)
    terminal.show(canvas)
  }

  public func invalidate() { terminal.invalidate() }
  public func copy(_ text: SafeText) throws(DisplayRefusal) { try terminal.copy(text) }
  public func open(_ address: URL) throws(DisplayRefusal) { try terminal.open(address) }
  public func run(_ words: [String], input: SafeText?) throws(DisplayRefusal) { try terminal.run(words, input: input) }
  public func suspend() { terminal.suspend() }
  public func releaseMouse() { terminal.releaseMouse() }
  public func ring() { terminal.ring() }
}
