import Signals
import SignalsTesting
import Testing

/// Members that live as long as their key is in a collection.
@Suite struct WithMembersTests {
  /// What is made for an element.
  private final class Member: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
  }

  private let made = Log()

  private func members(_ names: Signal<[String], Never>) -> Signal<[Member], Never> {
    names.withMembers(of: \.self, keyedBy: { $0.lowercased() }) { [made] name in
      made.add(name)
      return Member(name)
    }
    .map { $1 }
  }

  @Test func eachMemberIsMadeOnceAndKeepsItsPlaceAmongTheElements() {
    let (names, input) = Signal<[String], Never>.pipe()
    let rows = MutableProperty<[[Member]]>([])
    members(names).observeValues { row in rows.modify { $0.append(row) } }
    for row in [["a", "b"], ["c", "a", "b"], ["B", "c"], []] { input.send(value: row) }
    #expect(rows.value.map { $0.map(\.name) } == [["a", "b"], ["c", "a", "b"], ["b", "c"], []])
    #expect(made.lines == ["a", "b", "c"])
    #expect(rows.value[0][1] === rows.value[2][0])
  }

  @Test func aKeyThatComesBackHasANewMember() {
    let (names, input) = Signal<[String], Never>.pipe()
    members(names).observeValues { _ in }
    for row in [["a"], [], ["a"]] { input.send(value: row) }
    #expect(made.lines == ["a", "a"])
  }

  @Test func elementsWithEqualKeysShareAMember() {
    let (names, input) = Signal<[String], Never>.pipe()
    let rows = MutableProperty<[[Member]]>([])
    members(names).observeValues { row in rows.modify { $0.append(row) } }
    input.send(value: ["a", "A", "b"])
    #expect(rows.value[0].map(\.name) == ["a", "a", "b"])
    #expect(made.lines == ["a", "b"])
  }

  @Test func eachValueComesWithItsMembers() {
    let pairs = SignalProducer<[Int], Never>([[1, 2], [2]])
      .withMembers(of: \.self, keyedBy: \.self) { $0 * 10 }.map { "\($0): \($1)" }
    #expect(pairs.record().values == ["[1, 2]: [10, 20]", "[2]: [20]"])
    let property = MutableProperty([3]).withMembers(of: \.self, keyedBy: \.self) { $0 * 10 }
    #expect(property.value.1 == [30])
  }

  @Test func aMemberIsReleasedWhenItsKeyGoesAndAllOfThemAtTheEnd() {
    let (names, input) = Signal<[String], Never>.pipe()
    let released = Counter()
    let observation = names.withMembers(of: \.self, keyedBy: \.self) { _ in Life(released) }.observeValues { _ in }
    input.send(value: ["a", "b", "c"])
    #expect(released.value == 0)
    input.send(value: ["c", "a"])
    #expect(released.value == 1)
    observation?.dispose()
    #expect(released.value == 3)
  }

  /// Counts those that were released.
  private final class Life: Sendable {
    private let released: Counter
    init(_ released: Counter) { self.released = released }
    deinit { released.next() }
  }

  @Test func nothingIsLeft() {
    expectNothingLeft { source, _ in
      source.map { [$0, $0 + 1] }.withMembers(of: \.self, keyedBy: \.self) { Member("\($0)") }.map { $1.count }
    }
  }
}
