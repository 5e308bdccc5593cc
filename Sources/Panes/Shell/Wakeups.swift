import Foundation
import Screen
import Text
import ViewModels

extension ScreenState {
  /// When the picture changes by itself, without a new value: with the next picture of a spinner, else with the next
  /// minute, since ages are told in minutes.
  ///
  /// - Parameter panes: those that are on the screen.
  func nextChange(after now: Date, panes: [PaneID]) -> Date {
    if panes.contains(where: isSpinning) { return now.addingTimeInterval(Spinner.interval) }
    let minute = 60.0
    let minutes = (now.timeIntervalSince1970 / minute).rounded(.down) + 1
    return Date(timeIntervalSince1970: minutes * minute)
  }

  /// Whether a pane shows a spinner.
  func isSpinning(_ pane: PaneID) -> Bool {
    switch pane {
    case .stackOverflow: (stackOverflow.state.reading?.load ?? stackOverflow.state.list.load).isUnderWay
    case .wikipedia: wikipedia.state.connection == .connecting
    case .conAir: conAir.state.load.isUnderWay
    }
  }
}

extension LoadState {
  var isUnderWay: Bool { self == .loading || self == .reloading }
}
