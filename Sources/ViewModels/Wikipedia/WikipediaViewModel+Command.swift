// The shim for those who still send commands, and from any thread; it goes with them.

extension WikipediaViewModel {
  /// Does what a command means here; nothing, where it means nothing.
  public func perform(_ command: Command) {
    switch command {
    case .refresh: refresh.observer.send(value: ())
    case .move(let motion): moves.observer.send(value: motion.inLines(visibleRows: visibleRows.value))
    case .selectEvent(let id): selections.observer.send(value: id)
    case .back: followNewest.observer.send(value: ())
    default:
      if let gesture = ChartGesture(command) { gestures.observer.send(value: gesture) }
    }
  }
}

extension Motion {
  /// The same with pages counted in lines; a page is what is visible, less one line.
  fileprivate func inLines(visibleRows: Int) -> Motion {
    guard case .pages(let count) = self else { return self }
    return .lines(count * max(1, visibleRows - 1))
  }
}
