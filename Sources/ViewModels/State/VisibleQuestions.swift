import Model

/// The questions that a filter lets through, counted from 0: a view of all questions, so that filtering copies none.
public struct VisibleQuestions: RandomAccessCollection, Sendable {
  private let all: [Question]
  /// The places among all; `nil` where nothing is filtered.
  private let places: [Int]?

  /// All questions.
  public init(_ all: [Question] = []) {
    self.all = all
    places = nil
  }

  /// - Parameter places: indices of `all`, ascending.
  init(_ all: [Question], places: [Int]) {
    self.all = all
    self.places = places
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { places?.count ?? all.count }

  public subscript(row: Int) -> Question {
    all[places.map { $0[row] } ?? row]
  }
}

extension VisibleQuestions {
  /// The row of a question; `nil` where it is not among them.
  public func row(of id: Question.ID) -> Int? {
    // Looked at in place: a question taken out is a copy, which counts a reference to each of its texts.
    guard let places else { return all.indices.first { all[$0].id == id } }
    return places.indices.first { all[places[$0]].id == id }
  }
}

extension VisibleQuestions: Equatable {
  /// Two views of the same array differ only in what they let through; so an array that was not replaced is not compared.
  public static func == (one: VisibleQuestions, other: VisibleQuestions) -> Bool {
    one.places == other.places ? one.all == other.all : one.elementsEqual(other)
  }
}

extension VisibleQuestions: ExpressibleByArrayLiteral {
  public init(arrayLiteral questions: Question...) { self.init(questions) }
}
