/// The questions found, one of which is open above the list, or above the question that was open before.
struct FoundVisit: Sendable, Equatable {
  var questions: [FoundQuestion]
  var index: Int
  /// The question that was open before.
  var before: ListedQuestion?

  var opened: ListedQuestion {
    ListedQuestion(question: questions[index].question, key: questions[index].key)
  }

  var place: FoundPlace {
    FoundPlace(
      number: index + 1, count: questions.count, site: questions[index].key.site, text: questions[index].place)
  }

  /// Goes a number of questions further on.
  ///
  /// - Returns: `false` if there is none.
  mutating func step(_ distance: Int) -> Bool {
    guard questions.indices.contains(index + distance) else { return false }
    index += distance
    return true
  }
}

/// The place of an open question among those found, and where its text has the words.
public struct FoundPlace: Sendable, Hashable {
  /// Counted from 1.
  public var number: Int
  public var count: Int
  public var site: String
  public var text: FoundQuestion.Place

  public init(number: Int, count: Int, site: String, text: FoundQuestion.Place) {
    self.number = number
    self.count = count
    self.site = site
    self.text = text
  }
}
