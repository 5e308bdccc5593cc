import Text

/// An element of a list that can be filtered.
public protocol Searchable: Sendable {
  /// Identifies an element in its list.
  associatedtype RowID: Hashable & Sendable

  var rowID: RowID { get }
  /// The texts that a filter searches for its words; or the name and the alias that it searches for letters.
  var searchedTexts: [SafeText] { get }
  /// An element with a smaller number comes before others that match letters as well as it does; 0 by default.
  var precedence: Int { get }

  /// Returns whether an element may be selected in place of the chosen one, while that one is missing; `false` by default.
  static func areRelated(_ element: RowID, _ chosen: RowID) -> Bool
}

extension Searchable {
  public var precedence: Int { 0 }
  public static func areRelated(_ element: RowID, _ chosen: RowID) -> Bool { false }
}

extension Searchable where Self: Identifiable, ID: Sendable {
  public var rowID: ID { id }
}

/// A filter of a list.
public enum ListFilter: Sendable, Hashable {
  /// Keeps the elements that contain every word, in order.
  case words(FilterWords)
  /// Keeps the elements that contain the letters, the best match first.
  case letters(FuzzyPattern)

  public var isEmpty: Bool {
    switch self {
    case .words(let words): words.isEmpty
    case .letters(let pattern): pattern.isEmpty
    }
  }
}

/// A list that a person filters and moves in: its elements, the filtered ones, and the selected one.
///
/// The three must always agree, so this is one pure value, driven by a `scan`:
///
/// ```swift
/// let rooms = Property(
///   initial: FilteredList<RoomRow>(orElse: .first),
///   then: SignalProducer.merge(rows.map(Input.rows), words.map(Input.words), moves.map(Input.move))
///     .scan(into: FilteredList<RoomRow>(orElse: .first)) { $0.reduce($1) })
/// ```
///
/// The chosen element is identified by its id: it stays selected wherever it moves, and is selected again when the filter
/// shows it again. For the same reason a pane keeps its scroll position by ``selection`` and ``selectedRow``.
///
/// A key in the filter costs a search through folded bytes. No element is copied, and when a person types on, only the
/// previous matches are searched.
public struct FilteredList<Element: Searchable>: Sendable {
  /// What is selected if the chosen element is not shown, or none was chosen.
  public enum Substitute: Sendable {
    /// Nothing. Moving up from the first row selects nothing either. A removed element is forgotten.
    case nothing
    /// The first related row (``Searchable/areRelated(_:_:)``), or else the first row. A removed element is selected again when
    /// it returns.
    case first
    /// The row nearest to the element: the next one, or the last. If an element is removed, its row's new element is chosen
    /// instead.
    case nearest
  }

  /// All elements in order.
  public private(set) var elements: [Element] = []
  public private(set) var filter = ListFilter.words(FilterWords(""))

  /// The elements that a person has marked for what is done with several.
  public private(set) var picks: Set<Element.RowID> = []

  private let substitute: Substitute
  /// What elements must satisfy besides the filter; `nil` for all.
  private var condition: (@Sendable (Element) -> Bool)?
  /// The folded texts of ``elements``; `nil` before there are any words.
  private var folded: FoldedTexts?
  /// The indices of the filtered ``elements``; `nil` without a filter.
  private var places: [Int]?
  /// The element that was chosen last.
  private var chosen: Element.RowID?
  /// The index of the chosen element, or its last index.
  private var chosenPlace = 0

  public init(orElse substitute: Substitute) {
    self.substitute = substitute
  }
}

// MARK: - Rows

extension FilteredList {
  /// The filtered elements.
  public var rows: VisibleRows<Element> { VisibleRows(elements, places: places) }

  private var rowCount: Int { places?.count ?? elements.count }

  /// Replaces all elements. Their ids must differ.
  ///
  /// - Parameter folded: The elements' ``Searchable/searchedTexts``, if they are already folded.
  public mutating func replace(with elements: [Element], folded: FoldedTexts? = nil) {
    let row = selectedRow ?? 0
    // Texts are folded only for a filter, and each only once.
    let before = self.folded.map { ($0, self.elements) }
    self.folded = folded ?? (isSearched ? FoldedTexts(of: elements, known: before) : nil)
    self.elements = elements
    if !picks.isEmpty { picks.formIntersection(elements.map(\.rowID)) }
    places = search(in: nil)
    keepSelection(inRow: row)
  }

  /// Sets the filter.
  public mutating func filter(by filter: ListFilter) {
    guard filter != self.filter else { return }
    let before = self.filter
    self.filter = filter
    if isSearched, folded == nil { folded = FoldedTexts(of: elements) }
    places = search(in: filter.isNarrower(than: before) ? places : nil)
  }

  /// Keeps, of the elements that the filter keeps, those that satisfy a condition; `nil` for all.
  public mutating func filter(where condition: (@Sendable (Element) -> Bool)?) {
    guard condition != nil || self.condition != nil else { return }
    self.condition = condition
    places = search(in: nil)
  }

  /// Keeps the elements that contain every word.
  public mutating func filter(by words: FilterWords) { filter(by: .words(words)) }

  /// The current words.
  public var words: FilterWords { if case .words(let words) = filter { words } else { FilterWords("") } }

  private var isSearched: Bool { !words.isEmpty }

  /// - Parameter candidates: The indices that may match; `nil` for all.
  private func search(in candidates: [Int]?) -> [Int]? {
    var candidates = candidates
    if let condition { candidates = (candidates ?? Array(elements.indices)).filter { condition(elements[$0]) } }
    guard !filter.isEmpty else { return condition == nil ? nil : candidates }
    switch filter {
    case .words(let words):
      guard let folded else { return nil }
      return candidates.map { folded.places($0, matching: words) } ?? folded.places(matching: words)
    case .letters(let pattern):
      let texts = elements.map(\.searchedTexts)
      return pattern.rank(
        candidates ?? Array(elements.indices), name: { texts[$0][0] }, alias: { texts[$0].dropFirst().first ?? "" },
        precedence: { elements[$0].precedence }
      )
      .map(\.value)
    }
  }
}

// MARK: - Marks

extension FilteredList {
  /// The marked elements in order, filtered or not.
  public var picked: [Element] { picks.isEmpty ? [] : elements.filter { picks.contains($0.rowID) } }

  /// Marks the selected element, or no longer, and selects the next one.
  ///
  /// - Returns: Whether there is no row below.
  @discardableResult
  public mutating func togglePick() -> Bool {
    guard let id = selection else { return false }
    if picks.remove(id) == nil { picks.insert(id) }
    return move(.lines(1))
  }

  public mutating func clearPicks() { picks = [] }
}

// MARK: - Selection

extension FilteredList {
  /// The row of the selected element; `nil` if nothing is selected.
  public var selectedRow: Int? {
    if chosen != nil, let row = row(ofPlace: chosenPlace), elements[chosenPlace].rowID == chosen { return row }
    switch substitute {
    case .nothing: return nil
    case .first:
      guard rowCount > 0 else { return nil }
      return chosen.flatMap { chosen in rows.firstIndex { Element.areRelated($0.rowID, chosen) } } ?? 0
    case .nearest:
      let next = places.map { $0.partitioningIndex { $0 >= chosenPlace } } ?? chosenPlace
      return rowCount == 0 ? nil : min(next, rowCount - 1)
    }
  }

  public var selected: Element? { selectedRow.map { elements[place(ofRow: $0)] } }
  public var selection: Element.RowID? { selected?.rowID }

  /// The selected element; if the filter leaves no row, the one that would be selected without it.
  public var selectedOfAll: Element? {
    if let selected { return selected }
    var all = self
    all.filter(by: FilterWords(""))
    return all.selected
  }

  /// Selects an element if it is shown.
  ///
  /// - Returns: whether it is shown.
  @discardableResult
  public mutating func select(_ id: Element.RowID) -> Bool {
    guard let place = place(of: id), row(ofPlace: place) != nil else { return false }
    (chosen, chosenPlace) = (id, place)
    return true
  }

  /// Selects a row, counted from 0.
  package mutating func select(row: Int) { choose(row: row) }

  /// Returns the row of an element; `nil` if it is not shown.
  package func row(of id: Element.RowID) -> Int? { place(of: id).flatMap(row(ofPlace:)) }

  /// Returns the index of an element, which is in most cases the selected one.
  private func place(of id: Element.RowID) -> Int? {
    if elements.indices.contains(chosenPlace), elements[chosenPlace].rowID == id { return chosenPlace }
    // In place: a copied element would retain each of its texts.
    return elements.indices.first { elements[$0].rowID == id }
  }

  /// Chooses the selected element, if that is a substitute for another one.
  public mutating func keepSelected() { if let row = selectedRow { choose(row: row) } }

  /// Forgets the chosen element.
  public mutating func deselect() { (chosen, chosenPlace) = (nil, 0) }

  /// Moves the selection.
  ///
  /// - Returns: whether the move leads past the last row, as moving to the end does if the last row is selected.
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
    chosen = elements[chosenPlace].rowID
  }

  private func place(ofRow row: Int) -> Int { places.map { $0[row] } ?? row }

  /// Returns the row of the element at an index; `nil` if it is not shown.
  private func row(ofPlace place: Int) -> Int? {
    guard let places else { return elements.indices.contains(place) ? place : nil }
    switch filter {
    case .words:
      let row = places.partitioningIndex { $0 >= place }
      return row < places.count && places[row] == place ? row : nil
    case .letters: return places.firstIndex(of: place)
    }
  }

  /// Restores the selection after a change of the elements.
  ///
  /// - Parameter row: The row that was selected before.
  private mutating func keepSelection(inRow row: Int) {
    if let chosen {
      if let place = place(of: chosen) {
        chosenPlace = place
        return
      }
    }
    switch substitute {
    case .nothing: deselect()
    case .first: break
    case .nearest: if rowCount > 0 { choose(row: min(row, rowCount - 1)) }
    }
  }
}

extension ListFilter {
  /// Returns whether every element that this matches is matched by `other`.
  fileprivate func isNarrower(than other: ListFilter) -> Bool {
    guard case .words(let words) = self, case .words(let others) = other else { return false }
    return words.isNarrower(than: others)
  }
}

extension FoldedTexts {
  /// Folds the texts of elements.
  ///
  /// - Parameter known: Elements whose texts have been folded before.
  fileprivate init<Element: Searchable>(of elements: [Element], known: (texts: FoldedTexts, elements: [Element])? = nil)
  {
    self.init()
    var places: [Element.RowID: Int] = [:]
    if let known { for (place, element) in known.elements.enumerated() { places[element.rowID] = place } }
    for element in elements {
      if let known, let place = places[element.rowID] {
        append(place, of: known.texts)
      } else {
        append(element.searchedTexts)
      }
    }
  }
}

extension Int {
  /// Returns the sum, clamped to the range of `Int`.
  package func clampedSum(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}
