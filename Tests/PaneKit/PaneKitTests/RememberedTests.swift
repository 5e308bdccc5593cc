import Testing

@testable import PaneKit

@Suite struct RememberedTests {
  /// A set into which a number is put, or, if negative, from which it is taken.
  private var numbers = Remembered<Set<Int>, Int>([]) { set, number in
    if number < 0 { set.remove(-number) } else { set.insert(number) }
  }

  @Test mutating func changesAreMadeAgainToWhatIsRemembered() {
    numbers.reduce(1)
    numbers.reduce(-2)
    #expect(numbers.value == [1])
    numbers.recall([2, 3])
    #expect(numbers.value == [1, 3])
    numbers.reduce(-3)
    #expect(numbers.value == [1])
  }

  @Test mutating func onlyTheFirstRememberedValueCounts() {
    numbers.recall([2])
    numbers.reduce(1)
    numbers.recall([3])
    #expect(numbers.value == [1, 2])
  }
}
