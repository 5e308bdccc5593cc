/// A row of the table: a goal and the measured value.
struct Figure {
  var what: String
  /// The goal; empty for a figure that is only shown for comparison.
  var goal = ""
  var measured: String
  var repetitions: String
  /// Whether the goal was reached; `nil` without a goal.
  var isMet: Bool?
  /// A line below the row, for text that does not fit into a cell.
  var note = ""
}

/// Measures one or several related figures.
protocol Measurement {
  /// The name for `--only`.
  var name: String { get }

  /// - Throws: ``Failure`` if nothing could be measured. A missed goal is not a failure.
  func measure() throws -> [Figure]
}

/// The figures in aligned columns, and a last line with the number of missed goals.
struct FigureTable {
  var figures: [Figure] = []

  var text: String {
    let header = ["", "what", "goal", "measured", "repetitions"]
    let rows = figures.map { figure in
      [figure.isMet.map { $0 ? "✓" : "✗" } ?? " ", figure.what, figure.goal, figure.measured, figure.repetitions]
    }
    let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      let line = padded.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }
    var text = line(header)
    for (figure, row) in zip(figures, rows) {
      text += line(row)
      if !figure.note.isEmpty { text += "     \(figure.note)\n" }
    }
    return text + "\n\(conclusion)\n"
  }

  private var conclusion: String {
    let goals = figures.count { $0.isMet != nil }
    let missed = figures.count { $0.isMet == false }
    return missed == 0 ? "All \(goals) goals reached." : "\(missed) of \(goals) goals missed (✗)."
  }
}
