import Foundation
import Model
import PaneKit
import Screen

extension Digest {
  /// Adds a selection of the view models' state that is cheap enough to hash after every turn.
  @UI mutating func add(_ program: SimulatedProgram) {
    let dashboard = program.dashboard.state.value
    add(dashboard.focus.name)
    add(dashboard.isZoomed)
    add(dashboard.notice?.string ?? "")
    let questions = program.stackOverflow.state.value
    add(questions.selectedTab)
    add(questions.list.total)
    add(questions.list.questions.count)
    add(questions.list.selection?.id ?? -1)
    add(questions.list.loadedAt)
    add(questions.list.trouble?.retry)
    add(questions.reading?.question.id ?? -1)
    add(questions.quota.remaining ?? -1)
    add(questions.marks.read.count)
    add(questions.marks.kept.count)
    let wikipedia = program.wikipedia.state.value
    add(wikipedia.rate)
    add(wikipedia.total)
    add(wikipedia.recent.first?.id ?? -1)
    add(wikipedia.chart.series.count)
    add(wikipedia.chart.viewport.time.lowerBound)
    let rooms = program.rooms.state.value
    add(rooms.latest?.celsius)
    add(rooms.chart.series.count)
    add(rooms.chart.viewport.time.upperBound)
    add(rooms.trouble?.retry)
  }
}
