import Model
import Text

/// The questions held and the filter in force. What is shown is always a function of these two, however they came
/// about: a refresh cannot bypass the filter, and a row cannot open another row's question.
///
/// Each question is folded (case, diacritics) once, when it arrives. A key in the filter then costs a search through
/// bytes; no question is copied, and while the text only grows, only what was found before is searched.
struct FilteredQuestions: Sendable {
  /// All questions, in the service's order, each once.
  private(set) var all: [Question] = []
  /// What the filter looks in, for each of ``all``: title, tags and asker.
  private var folded: [FoldedText] = []
  private var text: SafeText = ""
  private(set) var words = FilterWords("")
  /// The places among ``all`` of the questions that the filter lets through; `nil` where nothing is filtered.
  private var places: [Int]?

  /// The questions that the filter lets through.
  var visible: VisibleQuestions {
    places.map { VisibleQuestions(all, places: $0) } ?? VisibleQuestions(all)
  }

  /// Takes new questions in the place of all there were; repeats are dropped.
  mutating func replace(with questions: [Question]) {
    all = []
    folded = []
    append(questions)
  }

  /// Adds a further page. Questions that are held already are dropped: they slip from page to page while one is reading.
  mutating func append(_ questions: [Question]) {
    var known = Set(all.lazy.map(\.id))
    for question in questions where known.insert(question.id).inserted {
      all.append(question)
      let fields = [question.title] + question.tags + (question.asker.map { [$0] } ?? [])
      folded.append(FoldedText(fields))
    }
    places = words.isEmpty ? nil : matching(among: folded.indices)
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
      self.places = matching(among: places)
    } else {
      places = matching(among: folded.indices)
    }
  }

  private func matching(among candidates: some Collection<Int>) -> [Int] {
    candidates.filter { words.matches(folded[$0]) }
  }

  // MARK: Rows

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

extension [Int] {
  /// In an ascending array, the first index whose element belongs to the upper part; the end index if none does.
  fileprivate func partitioningIndex(where belongs: (Int) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
