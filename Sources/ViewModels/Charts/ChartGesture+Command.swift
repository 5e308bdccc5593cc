// The shim for those who still send commands; it goes with them.

extension ChartGesture {
  /// What a command means to a chart; `nil` if nothing.
  init?(_ command: Command) {
    switch command {
    case .zoomIn: self = .zoomIn
    case .zoomOut: self = .zoomOut
    case .fit: self = .fit
    case .panTime(let fraction): self = .panTime(fraction)
    case .panValue(let fraction): self = .panValue(fraction)
    case .followLive: self = .follow
    case .togglePause: self = .togglePause
    case .markTime(let time): self = .mark(time)
    default: return nil
    }
  }
}
