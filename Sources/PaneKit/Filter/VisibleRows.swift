/// The filtered elements of a list, in the order in which they are shown, counted from 0.
///
/// A view of all elements, so that filtering copies none of them.
public struct VisibleRows<Element: Sendable>: RandomAccessCollection, Sendable {
  private let all: [Element]
  /// The indices among all elements; `nil` without a filter.
  private let places: [Int]?

  /// Creates a view of all elements.
  public init(_ all: [Element] = []) {
    self.init(all, places: nil)
  }

  /// - Parameter places: Indices of `all`, in the order in which the elements are shown; `nil` for all.
  init(_ all: [Element], places: [Int]?) {
    (self.all, self.places) = (all, places)
  }

  /// All elements, filtered or not.
  var elements: [Element] { all }

  public var startIndex: Int { 0 }
  public var endIndex: Int { places?.count ?? all.count }

  public subscript(row: Int) -> Element {
    note(1)
    return all[place(ofRow: row)]
  }

  private func place(ofRow row: Int) -> Int { places.map { $0[row] } ?? row }

  private func note(_ count: Int) {
    #if DEBUG
      RowReads.note?(count)
    #endif
  }
}

#if DEBUG
  /// Tells how many rows are looked at, for tests that ask whether a frame looks at more than it shows.
  public enum RowReads {
    @TaskLocal public static var note: (@Sendable (_ count: Int) -> Void)?
  }
#endif

extension VisibleRows {
  /// Shows the rows in order, in place, until the closure returns `false`.
  package func look(_ next: (_ row: Int, _ element: borrowing Element) -> Bool) {
    for row in indices {
      note(1)
      guard next(row, all[place(ofRow: row)]) else { return }
    }
  }
}

extension VisibleRows where Element: Searchable {
  /// Returns the row of an element; `nil` if it is not shown.
  public func row(of id: Element.RowID) -> Int? {
    var found: Int?
    look { row, element in
      if element.rowID == id { found = row }
      return found == nil
    }
    return found
  }
}

extension VisibleRows: Equatable where Element: Equatable {
  /// Two views of the same array differ only in their indices, so arrays that share their storage are not compared.
  public static func == (one: VisibleRows, other: VisibleRows) -> Bool {
    one.places == other.places ? one.all == other.all : one.elementsEqual(other)
  }
}

extension VisibleRows: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}
