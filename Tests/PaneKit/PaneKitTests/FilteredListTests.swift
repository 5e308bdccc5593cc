import ModelTesting
import Testing
import Text

@testable import PaneKit

struct NamedRow: Searchable, Identifiable, Equatable {
  var id: Int
  var title: SafeText
  var searchedTexts: [SafeText] { [title] }
}

@Suite struct FilteredListTests {
  /// Rows with ids from 0.
  private func list(
    _ titles: [SafeText], orElse substitute: FilteredList<NamedRow>.Substitute = .nothing
  ) -> FilteredList<NamedRow> {
    var list = FilteredList<NamedRow>(orElse: substitute)
    list.replace(with: titles.enumerated().map { NamedRow(id: $0, title: $1) })
    return list
  }

  private func ids(_ list: FilteredList<NamedRow>) -> [Int] { list.rows.map(\.id) }

  // MARK: Moves

  @Test func withNothingSelectedDownSelectsTheFirstRowAndUpFromItNothing() {
    var list = list(["a", "b", "c"])
    let moves: [(Motion, Int?)] = [
      (.lines(1), 0), (.lines(-1), nil), (.lines(2), 1), (.lines(.max), 2), (.lines(1), 2), (.start, nil), (.end, 2),
      (.lines(.min), nil),
    ]
    for (motion, expected) in moves {
      list.move(motion)
      #expect(list.selection == expected, "\(motion)")
    }
  }

  @Test(arguments: [FilteredList<NamedRow>.Substitute.first, .nearest])
  func whereARowIsAlwaysSelectedMovesEndAtTheFirstAndTheLastRow(substitute: FilteredList<NamedRow>.Substitute) {
    var list = list(["a", "b", "c"], orElse: substitute)
    #expect(list.selection == 0)
    let moves: [(Motion, row: Int, isPastEnd: Bool)] = [
      (.lines(-1), 0, false), (.lines(1), 1, false), (.end, 2, false), (.end, 2, true), (.lines(1), 2, true),
      (.lines(.max), 2, true), (.start, 0, false), (.lines(.min), 0, false), (.lines(3), 2, true),
    ]
    for (motion, row, isPastEnd) in moves {
      let leadsPastEnd = list.move(motion)
      #expect(leadsPastEnd == isPastEnd, "\(motion)")
      #expect(list.selectedRow == row, "\(motion)")
    }
  }

  @Test(arguments: [FilteredList<NamedRow>.Substitute.nothing, .first, .nearest])
  func anEmptyListSelectsNothing(substitute: FilteredList<NamedRow>.Substitute) {
    var list = FilteredList<NamedRow>(orElse: substitute)
    for motion in [Motion.lines(1), .lines(-1), .end, .start] {
      list.move(motion)
      #expect(list.selectedRow == nil && list.selected == nil)
    }
    let isSelected = list.select(0)
    #expect(!isSelected && list.rows.isEmpty)
  }

  // MARK: The selection

  @Test func anElementStaysSelectedWhereverItMovesAndWhileItIsHidden() {
    for substitute in [FilteredList<NamedRow>.Substitute.nothing, .first, .nearest] {
      var list = list(["abc", "bcd", "cde"], orElse: substitute)
      list.select(1)
      list.filter(by: FilterWords("a"))
      #expect(ids(list) == [0])
      #expect(list.selection == (substitute == .nothing ? nil : 0))
      let isShown = list.select(2)
      #expect(!isShown)
      list.replace(with: [NamedRow(id: 7, title: "new"), NamedRow(id: 0, title: "abc"), NamedRow(id: 1, title: "bcd")])
      list.filter(by: FilterWords(""))
      #expect(list.selection == 1 && list.selectedRow == 2, "\(substitute)")
    }
  }

  @Test func anElementThatLeavesIsForgottenOrComesBackOrItsRowIsKept() {
    let (before, without) = ([0, 1, 2], [0, 2, 3])
    let expected: [(FilteredList<NamedRow>.Substitute, without: Int?, back: Int?)] = [
      (.nothing, nil, nil), (.first, 0, 1), (.nearest, 2, 2),
    ]
    for (substitute, gone, back) in expected {
      var list = FilteredList<NamedRow>(orElse: substitute)
      list.replace(with: before.map { NamedRow(id: $0, title: "row") })
      list.select(1)
      list.replace(with: without.map { NamedRow(id: $0, title: "row") })
      #expect(list.selection == gone, "\(substitute)")
      list.replace(with: before.map { NamedRow(id: $0, title: "row") })
      #expect(list.selection == back, "\(substitute)")
    }
  }

  @Test func theNearestRowIsTheNextOneOrTheLast() {
    var list = list((0..<10).map { $0 % 3 == 0 ? "fizz" : "other" }, orElse: .nearest)
    for (place, nearest) in [(0, 0), (1, 3), (3, 3), (4, 6), (8, 9), (9, 9)] {
      list.filter(by: FilterWords(""))
      list.select(place)
      list.filter(by: FilterWords("fizz"))
      #expect(list.selection == nearest)
    }
    list.filter(by: FilterWords("other"))
    #expect(list.selection == 8, "the last row, where none follows")
  }

  // MARK: The filter

  @Test func lettersRankTheRowsAndTheBestIsFirst() {
    var list = list(["open a tab", "next pane", "panes"], orElse: .first)
    list.select(1)
    list.filter(by: .letters(FuzzyPattern("pan")))
    #expect(ids(list) == [2, 1] && list.selection == 1)
    list.deselect()
    #expect(list.selection == 2)
    list.move(.lines(1))
    #expect(list.selection == 1)
    list.filter(by: .letters(FuzzyPattern("")))
    #expect(ids(list) == [0, 1, 2] && list.selection == 1)
  }

  @Test func whatIsTypedFiltersWhatComesAndNoTextOfANewRowIsTakenForAnOldOne() {
    var list = list(["Łódź", "Oslo"])
    list.filter(by: FilterWords("lodz"))
    #expect(ids(list) == [0])
    list.replace(with: [NamedRow(id: 5, title: "LODZ"), NamedRow(id: 1, title: "Oslo"), NamedRow(id: 0, title: "Łódź")])
    #expect(ids(list) == [5, 0])
    list.filter(by: FilterWords(""))
    list.replace(with: [NamedRow(id: 0, title: "Oslo"), NamedRow(id: 9, title: "Lodz")])
    list.filter(by: FilterWords("lodz"))
    #expect(ids(list) == [9], "without a filter no text is held")
  }

  /// Against a list that looks through everything at each step.
  @Test(arguments: [FilteredList<NamedRow>.Substitute.nothing, .first, .nearest])
  func aRandomAfternoonIsThatOfASimpleList(substitute: FilteredList<NamedRow>.Substitute) {
    for seed in 1...40 as ClosedRange<UInt64> {
      var chance = Chance(seed: seed)
      var (list, simple) = (FilteredList<NamedRow>(orElse: substitute), SimpleList(substitute))
      for step in 0..<60 {
        let motions: [Motion] = [.lines(1), .lines(-1), .lines(3), .lines(-3), .start, .end]
        switch Int.random(in: 0..<10, using: &chance) {
        case 0..<3:
          let shift = Int.random(in: 0..<12, using: &chance)
          let rows = (0..<Int.random(in: 0..<9, using: &chance)).map {
            NamedRow(id: shift + 2 * $0, title: SimpleList.titles[(shift + 2 * $0) % SimpleList.titles.count])
          }
          let shuffled = Bool.random(using: &chance) ? rows : rows.shuffled(using: &chance)
          list.replace(with: shuffled)
          simple.replace(shuffled)
        case 3..<6:
          let text = ["", "o", "on", "on d", "l", "lo", "lond", "x"].randomElement(using: &chance) ?? ""
          list.filter(by: FilterWords(SafeText(oneLine: text)))
          simple.text = text
        case 6:
          let id = Int.random(in: 0..<20, using: &chance)
          list.select(id)
          simple.select(id)
        default:
          let motion = motions.randomElement(using: &chance) ?? .start
          list.move(motion)
          simple.move(motion)
        }
        #expect(ids(list) == simple.rows.map(\.id), "seed \(seed), step \(step)")
        #expect(list.selection == simple.selection, "seed \(seed), step \(step)")
        #expect(list.selectedRow == simple.selectedRow, "seed \(seed), step \(step)")
      }
    }
  }
}

/// What a filtered list does, said in the simplest way.
private struct SimpleList {
  static let titles: [SafeText] = ["london", "oslo", "bonn", "lima", "dover", "lodz", "cologne"]

  var elements: [NamedRow] = []
  var text = ""
  private var chosen: (id: Int, place: Int)?
  private let substitute: FilteredList<NamedRow>.Substitute

  init(_ substitute: FilteredList<NamedRow>.Substitute) { self.substitute = substitute }

  var rows: [NamedRow] {
    elements.filter { row in text.split(separator: " ").allSatisfy { row.title.string.contains($0) } }
  }

  var selectedRow: Int? {
    if let chosen, let row = rows.firstIndex(where: { $0.id == chosen.id }) { return row }
    switch substitute {
    case .nothing: return nil
    case .first: return rows.isEmpty ? nil : 0
    case .nearest:
      let next = elements[min(chosen?.place ?? 0, elements.count)...].first { row in rows.contains(row) }
      return next.flatMap { rows.firstIndex(of: $0) } ?? rows.indices.last
    }
  }

  var selection: Int? { selectedRow.map { rows[$0].id } }

  mutating func replace(_ elements: [NamedRow]) {
    let row = selectedRow ?? 0
    self.elements = elements
    if let id = chosen?.id, let place = elements.firstIndex(where: { $0.id == id }) {
      chosen = (id, place)
      return
    }
    switch substitute {
    case .nothing: chosen = nil
    case .first: break
    case .nearest: if !rows.isEmpty { select(rows[min(row, rows.count - 1)].id) }
    }
  }

  mutating func select(_ id: Int) {
    guard rows.contains(where: { $0.id == id }), let place = elements.firstIndex(where: { $0.id == id }) else { return }
    chosen = (id, place)
  }

  mutating func move(_ motion: Motion) {
    let (row, last) = (selectedRow ?? (substitute == .nothing ? -1 : 0), rows.count - 1)
    switch motion {
    case .start: go(to: substitute == .nothing ? -1 : 0, last)
    case .end: go(to: last, last)
    case .lines(let count): go(to: row + count, last)
    }
  }

  private mutating func go(to row: Int, _ last: Int) {
    if row < 0, substitute == .nothing {
      chosen = nil
    } else if last >= 0 {
      select(rows[min(max(row, 0), last)].id)
    }
  }
}
