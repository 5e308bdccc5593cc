/// The elements of a list that its filter lets through, in the order in which they are shown, counted from 0.
///
/// It is a view of all elements, so that filtering copies none of them.
public struct VisibleRows<Element: Sendable>: RandomAccessCollection, Sendable {
  private let all: [Element]
  /// The places among all; `nil` where nothing is filtered.
  private let places: [Int]?

  /// All elements.
  public init(_ all: [Element] = []) {
    self.init(all, places: nil)
  }

  /// - Parameter places: indices of `all`, in the order in which the elements are shown; all elements when `nil`.
  init(_ all: [Element], places: [Int]?) {
    (self.all, self.places) = (all, places)
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { places?.count ?? all.count }

  public subscript(row: Int) -> Element {
    all[places.map { $0[row] } ?? row]
  }
}

extension VisibleRows where Element: Identifiable {
  /// The row of an element; `nil` where it is not among them.
  public func row(of id: Element.ID) -> Int? {
    // Looked at in place: an element taken out is a copy, which counts a reference to each of its texts.
    guard let places else { return all.indices.first { all[$0].id == id } }
    return places.indices.first { all[places[$0]].id == id }
  }
}

extension VisibleRows: Equatable where Element: Equatable {
  /// Two views of the same array differ only in what they let through; so an array that was not replaced is not compared.
  public static func == (one: VisibleRows, other: VisibleRows) -> Bool {
    one.places == other.places ? one.all == other.all : one.elementsEqual(other)
  }
}

extension VisibleRows: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}
