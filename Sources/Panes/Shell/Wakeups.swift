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
    return Self.minute(of: now).addingTimeInterval(60)
  }

  /// The beginning of the minute.
  static func minute(of date: Date) -> Date {
    Date(timeIntervalSince1970: (date.timeIntervalSince1970 / 60).rounded(.down) * 60)
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
