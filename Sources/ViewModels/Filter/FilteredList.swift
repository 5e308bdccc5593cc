import Text

/// An element of a list that can be filtered.
public protocol Searchable: Identifiable, Sendable where ID: Sendable {
  /// The texts in which a filter looks for its words, or the name and then the alias in which it looks for letters.
  var searchedTexts: [SafeText] { get }
}

/// What a person has typed to see fewer elements of a list.
public enum ListFilter: Sendable, Hashable {
  /// Lets through what every word occurs in, and keeps the order.
  case words(FilterWords)
  /// Lets through what the letters occur in, the best match first.
  case letters(FuzzyPattern)

  public var isEmpty: Bool {
    switch self {
    case .words(let words): words.isEmpty
    case .letters(let pattern): pattern.isEmpty
    }
  }
}

/// A list that a person filters and moves in: its elements, those that the filter lets through, and the selected one.
///
/// The three agree in everything that is shown, so this is one pure value, to be driven by a `scan`:
///
/// ```swift
/// let rooms = Property(
///   initial: FilteredList<RoomRow>(orElse: .first),
///   then: SignalProducer.merge(rows.map(Input.rows), words.map(Input.words), moves.map(Input.move))
///     .scan(into: FilteredList<RoomRow>(orElse: .first)) { $0.take($1) })
/// ```
///
/// An element that a person selects is known by its id: it stays selected wherever it moves, and is selected again when the
/// filter lets it through again. For the same reason a pane keeps what stands on the screen by ``selection`` and
/// ``selectedRow``.
///
/// A key in the filter costs a search through folded bytes. No element is copied, and while a person adds to what they have
/// typed, only what was found before is searched.
public struct FilteredList<Element: Searchable>: Sendable {
  /// What is selected in place of the element that a person has chosen, while that one is not shown or there is none.
  public enum Substitute: Sendable {
    /// Nothing. A move up from the first row selects nothing either. An element that leaves the list is forgotten.
    case nothing
    /// The first row. An element that leaves the list is selected again when it comes back.
    case first
    /// The row nearest to the element: the next one, or the last. When an element leaves the list, what is then in its row
    /// takes its place.
    case nearest
  }

  /// All elements, in their own order.
  public private(set) var elements: [Element] = []
  public private(set) var filter = ListFilter.words(FilterWords(""))

  private let substitute: Substitute
  /// What words are looked for in, for each of ``elements``; `nil` before there are any words.
  private var folded: FoldedTexts?
  /// The places among ``elements`` of what the filter lets through; `nil` where nothing is filtered.
  private var places: [Int]?
  /// The element that was chosen last.
  private var chosen: Element.ID?
  /// Where the chosen element stands, or where it stood.
  private var chosenPlace = 0

  public init(orElse substitute: Substitute) {
    self.substitute = substitute
  }
}

// MARK: - Rows

extension FilteredList {
  /// The elements that the filter lets through.
  public var rows: VisibleRows<Element> { VisibleRows(elements, places: places) }

  private var rowCount: Int { places?.count ?? elements.count }

  /// Takes new elements in place of all there were. Their ids must differ.
  ///
  /// - Parameter folded: the elements' ``Searchable/searchedTexts``, where they have been folded already.
  public mutating func replace(with elements: [Element], folded: FoldedTexts? = nil) {
    let row = selectedRow ?? 0
    // Texts are folded only for a filter, and each once.
    let before = self.folded.map { ($0, self.elements) }
    self.folded = folded ?? (isSearched ? FoldedTexts(of: elements, known: before) : nil)
    self.elements = elements
    places = search(in: nil)
    keepSelection(inRow: row)
  }

  /// Lets through what a filter matches.
  public mutating func filter(by filter: ListFilter) {
    guard filter != self.filter else { return }
    let before = self.filter
    self.filter = filter
    if isSearched, folded == nil { folded = FoldedTexts(of: elements) }
    places = search(in: filter.isNarrower(than: before) ? places : nil)
  }

  /// Lets through what every word occurs in.
  public mutating func filter(by words: FilterWords) { filter(by: .words(words)) }

  /// The words in force.
  public var words: FilterWords { if case .words(let words) = filter { words } else { FilterWords("") } }

  private var isSearched: Bool { !words.isEmpty }

  /// - Parameter candidates: the places that may match; all places when `nil`.
  private func search(in candidates: [Int]?) -> [Int]? {
    guard !filter.isEmpty else { return nil }
    switch filter {
    case .words(let words):
      guard let folded else { return nil }
      return candidates.map { folded.places($0, matching: words) } ?? folded.places(matching: words)
    case .letters(let pattern):
      let texts = elements.map(\.searchedTexts)
      return pattern.rank(Array(elements.indices), name: { texts[$0][0] }, alias: { texts[$0].dropFirst().first ?? "" })
        .map(\.value)
    }
  }
}

// MARK: - Selection

extension FilteredList {
  /// The row of the selected element; `nil` where nothing is selected.
  public var selectedRow: Int? {
    if chosen != nil, let row = row(ofPlace: chosenPlace), elements[chosenPlace].id == chosen { return row }
    switch substitute {
    case .nothing: return nil
    case .first: return rowCount == 0 ? nil : 0
    case .nearest:
      let next = places.map { $0.partitioningIndex { $0 >= chosenPlace } } ?? chosenPlace
      return rowCount == 0 ? nil : min(next, rowCount - 1)
    }
  }

  public var selected: Element? { selectedRow.map { elements[place(ofRow: $0)] } }
  public var selection: Element.ID? { selected?.id }

  /// Selects an element that is shown; another one changes nothing.
  ///
  /// - Returns: whether it is shown.
  @discardableResult
  public mutating func select(_ id: Element.ID) -> Bool {
    guard let place = elements.firstIndex(where: { $0.id == id }), row(ofPlace: place) != nil else { return false }
    (chosen, chosenPlace) = (id, place)
    return true
  }

  /// Chooses what is selected, where that stands in for another element.
  public mutating func keepSelected() { if let row = selectedRow { choose(row: row) } }

  /// Forgets what was chosen.
  public mutating func deselect() { (chosen, chosenPlace) = (nil, 0) }

  /// Moves the selection.
  ///
  /// - Returns: whether the move leads past the last row, as one to the end does where the last row is selected.
  @discardableResult
  public mutating func move(_ motion: Motion) -> Bool {
    let last = rowCount - 1
    let first = substitute == .nothing ? -1 : 0
    let row = selectedRow ?? first
    let target =
      switch motion {
      case .lines(let count): row.clampedSum(count)
      case .start: first
      case .end: row >= last ? last + 1 : last
      }
    if target < 0, first < 0 { deselect() } else if last >= 0 { choose(row: min(max(0, target), last)) }
    return target > last
  }

  private mutating func choose(row: Int) {
    chosenPlace = place(ofRow: row)
    chosen = elements[chosenPlace].id
  }

  private func place(ofRow row: Int) -> Int { places.map { $0[row] } ?? row }

  /// The row of the element at a place; `nil` where it is not shown.
  private func row(ofPlace place: Int) -> Int? {
    guard let places else { return elements.indices.contains(place) ? place : nil }
    switch filter {
    case .words:
      let row = places.partitioningIndex { $0 >= place }
      return row < places.count && places[row] == place ? row : nil
    case .letters: return places.firstIndex(of: place)
    }
  }

  /// After the elements have changed.
  ///
  /// - Parameter row: the row that was selected before.
  private mutating func keepSelection(inRow row: Int) {
    if let chosen {
      if elements.indices.contains(chosenPlace), elements[chosenPlace].id == chosen { return }
      if let place = elements.firstIndex(where: { $0.id == chosen }) {
        chosenPlace = place
        return
      }
    }
    switch substitute {
    case .nothing: deselect()
    case .first: chosenPlace = 0
    case .nearest: if rowCount > 0 { choose(row: min(row, rowCount - 1)) }
    }
  }
}

extension ListFilter {
  /// Whether this lets through nothing that `other` keeps back.
  fileprivate func isNarrower(than other: ListFilter) -> Bool {
    guard case .words(let words) = self, case .words(let others) = other else { return false }
    return words.isNarrower(than: others)
  }
}

extension FoldedTexts {
  /// The texts of elements.
  ///
  /// - Parameter known: elements whose texts were folded before.
  fileprivate init<Element: Searchable>(of elements: [Element], known: (texts: FoldedTexts, elements: [Element])? = nil)
  {
    self.init()
    var places: [Element.ID: Int] = [:]
    if let known { for (place, element) in known.elements.enumerated() { places[element.id] = place } }
    for element in elements {
      if let known, let place = places[element.id] {
        append(place, of: known.texts)
      } else {
        append(element.searchedTexts)
      }
    }
  }
}

extension Int {
  /// The sum, or the largest or smallest number where it would be beyond.
  func clampedSum(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}
