/// A row of the table: a promise, and what was measured here.
struct Figure {
  var what: String
  /// In the words of the promise; empty for a figure that only stands beside another for comparison.
  var goal = ""
  var measured: String
  var repetitions: String
  /// Whether the goal was reached; `nil` where there is none.
  var isMet: Bool?
  /// A line below the row, for what does not fit a cell.
  var note = ""
}

/// Something that takes one or several figures that belong together.
protocol Measurement {
  /// What `--only` calls it.
  var name: String { get }

  /// - Throws: ``Failure`` when nothing could be measured; a goal that is missed is no failure.
  func measure() throws -> [Figure]
}

/// The figures in aligned columns, and a last line that counts the goals missed.
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
