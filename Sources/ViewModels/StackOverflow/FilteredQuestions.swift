import Model
import Text

/// The questions held and the filter in force. What is shown is always a function of these two, however they came
/// about: a refresh cannot bypass the filter, and a row cannot open another row's question.
///
/// A key in the filter costs a search through folded bytes; no question is copied, and while the text only grows, only
/// what was found before is searched.
struct FilteredQuestions: Sendable {
  private(set) var rows = QuestionRows()
  private var text: SafeText = ""
  private(set) var words = FilterWords("")
  /// The places among all of the questions that the filter lets through; `nil` where nothing is filtered.
  private var places: [Int]?

  /// All questions, in the service's order, each once.
  var all: [Question] { rows.questions }

  /// The questions that the filter lets through.
  var visible: VisibleQuestions {
    places.map { VisibleQuestions(all, places: $0) } ?? VisibleQuestions(all)
  }

  /// Takes new rows in the place of all there were.
  mutating func replace(with rows: QuestionRows) {
    self.rows = rows
    places = words.isEmpty ? nil : rows.folded.places(matching: words)
  }

  /// Lets through what every word of a text occurs in.
  mutating func filter(by text: SafeText) {
    guard text != self.text else { return }
    let before = self.text.string
    self.text = text
    words = FilterWords(text)
    if words.isEmpty {
      places = nil
    } else if let places, text.string.hasPrefix(before) {
      // Each word has grown or is new; so what did not match before does not match now.
      self.places = rows.folded.places(places, matching: words)
    } else {
      places = rows.folded.places(matching: words)
    }
  }

  // MARK: Rows

  /// The place among all of the question in a row.
  func place(ofRow row: Int) -> Int { places.map { $0[row] } ?? row }

  func has(_ id: Question.ID, at place: Int) -> Bool { all.indices.contains(place) && all[place].id == id }

  /// The place of a question among all.
  func place(of id: Question.ID) -> Int? {
    all.firstIndex { $0.id == id }
  }

  /// The row of the question at a place, where it is shown; else the row nearest to it: the next one, or the last.
  ///
  /// - Returns: the row, and whether it is the question's own; `nil` only where no row is shown.
  func row(nearestTo place: Int) -> (row: Int, isExact: Bool)? {
    guard let places else {
      return all.isEmpty ? nil : (min(place, all.count - 1), place < all.count)
    }
    guard let last = places.indices.last else { return nil }
    let row = min(places.partitioningIndex { $0 >= place }, last)
    return (row, places[row] == place)
  }
}
