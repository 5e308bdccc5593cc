import Charting
import Foundation
import Model
import Screen
import Text
import ViewModels

/// All that is shown, in one value: what the view models say, and how far the panes have scrolled.
struct ScreenState {
  var dashboard: DashboardState
  /// Where keys go.
  var input: InputContext
  var stackOverflow: StackOverflowView
  var wikipedia: WikipediaView
  var conAir: ConAirView
  /// The first visible line of the help.
  var helpScroll = 0

  /// Whether keys that need something to act on have it.
  func holds(_ condition: KeyBinding.Condition, size: Size) -> Bool {
    switch condition {
    case .always: true
    case .canMove: canMove
    case .hasSelection:
      input == .wikipedia ? wikipedia.state.selection != nil : stackOverflow.state.list.selection != nil
    case .hasLink: hasLink
    case .isFiltered: stackOverflow.state.list.filter.isShown
    case .hasNextAnswer: hasNextAnswer
    case .isNotFollowing: !isFollowing
    case .hasChart: dashboard.focus != .conAir || conAir.state.latest != nil
    case .hasMark: chart.cursor != nil
    case .canTile: ScreenLayout.canTile(size)
    }
  }

  private var canMove: Bool {
    switch input {
    case .questionList, .filter: !stackOverflow.state.list.questions.isEmpty
    case .wikipedia: !wikipedia.state.recent.isEmpty
    case .question, .help: true
    case .conAir: false
    }
  }

  private var hasLink: Bool {
    switch input {
    case .questionList, .filter:
      return stackOverflow.selectedRow.map { stackOverflow.state.list.questions[$0].link != nil } ?? false
    case .question:
      return stackOverflow.state.reading?.question.link != nil
    case .wikipedia:
      let recent = wikipedia.state.recent
      guard let id = wikipedia.state.selection else { return recent.contains { $0.event.address != nil } }
      return recent.first { $0.id == id }?.event.address != nil
    case .conAir, .help:
      return false
    }
  }

  private var hasNextAnswer: Bool {
    guard let reading = stackOverflow.state.reading, let document = stackOverflow.document else { return false }
    return document.answerLines.contains { $0 > reading.scroll }
  }

  private var isFollowing: Bool {
    dashboard.focus == .conAir ? conAir.state.isFollowing : wikipedia.state.isFollowing
  }

  private var chart: Chart { dashboard.focus == .conAir ? conAir.state.chart : wikipedia.state.chart }
}
