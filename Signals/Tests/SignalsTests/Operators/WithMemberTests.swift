import Signals
import SignalsTesting
import Testing

/// The member for the one element that is shown, among many that were.
@Suite struct WithMemberTests {
  private struct Row: Sendable {
    var shown: Int
    var ids: [Int]
  }

  private let made = Log()
  private let keyed = Counter()

  private func members(_ rows: Signal<Row, Never>) -> Signal<(Row, String), Never> {
    let key = { @Sendable [keyed] (id: Int) in
      keyed.next()
      return id
    }
    return rows.withMember(for: \.shown, keyedBy: key, among: \.ids) { [made] id in
      made.add("\(id)")
      return "\(id)"
    }
  }

  @Test func aMemberIsMadeWhenItsKeyFirstComesAndKeptWhileThatIsListed() {
    let (rows, input) = Signal<Row, Never>.pipe()
    let shown = Log()
    members(rows).observeValues { shown.add($1) }
    for id in [1, 2, 1, 3, 2] { input.send(value: Row(shown: id, ids: [1, 2, 3])) }
    #expect(shown.lines == ["1", "2", "1", "3", "2"])
    #expect(made.lines == ["1", "2", "3"])
    input.send(value: Row(shown: 3, ids: [3]))
    input.send(value: Row(shown: 1, ids: [3, 1]))
    #expect(made.lines == ["1", "2", "3", "1"], "a key that was away has a new member")
  }

  /// To go from one to another costs the same among a thousand as among ten.
  @Test(arguments: [10, 1_000]) func aValueLooksAtOneKeyOnly(count: Int) {
    let (rows, input) = Signal<Row, Never>.pipe()
    members(rows).observeValues { _ in }
    let ids = Array(0..<count)
    for id in ids { input.send(value: Row(shown: id, ids: ids)) }
    #expect(made.lines.count == count)
    let before = keyed.value
    for id in 0..<10 { input.send(value: Row(shown: id, ids: ids)) }
    #expect(keyed.value - before == 10)
    #expect(made.lines.count == count)
  }

  @Test func aMemberIsReleasedWhenItsKeyIsNoLongerListed() {
    let (rows, input) = Signal<Row, Never>.pipe()
    let released = Counter()
    let observation = rows.withMember(for: \.shown, keyedBy: \.self, among: \.ids) { _ in Life(released) }
      .observeValues { _ in }
    for id in 0..<3 { input.send(value: Row(shown: id, ids: [0, 1, 2])) }
    #expect(released.value == 0)
    input.send(value: Row(shown: 2, ids: [2, 1]))
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
      source.withMember(for: \.self, keyedBy: \.self, among: { [$0, $0 + 1] }) { "\($0)" }.map { $1.count }
    }
  }
}
