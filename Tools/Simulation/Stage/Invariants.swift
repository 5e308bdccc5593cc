import Edits
import Foundation
import PaneKit
import Questions
import Rooms
import Screen

/// Rules that hold for every state and every frame, whatever the services do. Each returns the violations as sentences.
public enum Invariants {
  /// The selection is among the rows, and all questions have one origin.
  public static func faults(of state: StackOverflowState) -> [String] {
    var faults: [String] = []
    let list = state.list
    if let selection = list.selection {
      if list.questions.row(of: selection) == nil {
        faults.append("question \(selection.id) is selected and not shown")
      }
    } else if !list.questions.isEmpty {
      faults.append("there are questions, and none is selected")
    }
    let shown = list.questions.map(\.id) + (state.reading.map { [$0.question.id] } ?? [])
    for id in shown where StoryMaterial.isOfDemo(question: id) != (state.origin == .demo) {
      faults.append("question \(id) is not from \(state.origin)")
    }
    if let detail = state.reading?.detail, detail.question.id != state.reading?.question.id {
      faults.append("the question that is open is shown with another one's answers")
    }
    return faults
  }

  /// The selection is among the rows, and all titles have one origin.
  public static func faults(of state: WikipediaState) -> [String] {
    var faults: [String] = []
    if let selection = state.selection, !state.recent.contains(where: { $0.id == selection }) {
      faults.append("event \(selection) is selected and not shown")
    }
    for title in state.recent.map(\.event.title) + (state.latestEdit.map { [$0] } ?? []) where !title.isEmpty {
      if StoryMaterial.isOfDemo(title: title) != (state.origin == .demo) {
        faults.append("“\(title)” is not from \(state.origin)")
      }
    }
    return faults
  }

  /// All temperatures have one origin.
  public static func faults(of state: RoomsState) -> [String] {
    let values = state.chart.series.points.compactMap(\.value) + (state.latest.map { [$0.celsius] } ?? [])
    return values.filter { StoryMaterial.isOfDemo(celsius: $0) != (state.origin == .demo) }
      .map { "\($0) °C is not from \(state.origin)" }
  }

  /// No temperature is in the future, except in a chart that a person has paused.
  public static func faults(of state: RoomsState, at now: Date) -> [String] {
    let chart = [state.chart.viewport.time.upperBound, state.chart.series.timeExtent?.upperBound]
    let times = (state.isPaused ? [] : chart) + [state.latest?.time.timeIntervalSince1970]
    return times.compactMap { $0 }.filter { $0 > now.timeIntervalSince1970 }
      .map { "\(Date(timeIntervalSince1970: $0)) is in the future" }
  }

  /// The cursor is on the screen, and the glyphs of each row take as many columns as the screen has.
  public static func faults(of canvas: Canvas) -> [String] {
    var faults: [String] = []
    if let place = canvas.cursor?.place, !canvas.bounds.contains(place) { faults.append("the cursor is at \(place)") }
    for y in 0..<canvas.height {
      let row = canvas.cells[y * canvas.width..<(y + 1) * canvas.width]
      let columns = row.reduce(0) { $0 + Int($1.width) }
      if columns != canvas.width { faults.append("row \(y) is \(columns) columns wide") }
    }
    return faults
  }
}
