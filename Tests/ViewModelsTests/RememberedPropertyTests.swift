import Signals
import Testing

@testable import ViewModels

/// `Property(initial:remembered:changes:apply:)`.
@Suite struct RememberedPropertyTests {
  private let remembered = Signal<Set<Int>, Never>.pipe()
  private let changes = Signal<Int, Never>.pipe()
  private let property: Property<Set<Int>>

  init() {
    // A number is put into the set, a negative one taken out.
    property = Property(initial: [], remembered: remembered.output, changes: changes.output) { set, number in
      if number < 0 { set.remove(-number) } else { set.insert(number) }
    }
  }

  @Test func changesAreMadeAgainToWhatIsRemembered() {
    changes.input.send(value: 1)
    changes.input.send(value: -2)
    #expect(property.value == [1])
    remembered.input.send(value: [2, 3])
    #expect(property.value == [1, 3])
    changes.input.send(value: -3)
    #expect(property.value == [1])
  }

  @Test func onlyTheFirstRememberedValueCounts() {
    remembered.input.send(value: [2])
    changes.input.send(value: 1)
    remembered.input.send(value: [3])
    #expect(property.value == [1, 2])
  }
}
