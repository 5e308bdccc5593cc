import Signals
import SignalsTesting
import Testing

/// A value together with that of a property which it names.
@Suite struct CombineLatestFollowingTests {
  private struct List: Sendable {
    var row: Int
    var open: Property<String>?
  }

  private func shown(_ list: MutableProperty<List>) -> Log {
    let shown = Log()
    list.combineLatest(following: \.open).startWithValues { shown.add("\($0.row) \($1 ?? "-")") }
    return shown
  }

  @Test func theyBelongTogetherWhicheverChanges() {
    let (one, other) = (MutableProperty("a"), MutableProperty("x"))
    let (first, second) = (Property(one), Property(other))
    let list = MutableProperty(List(row: 1))
    let shown = shown(list)
    list.value = List(row: 2, open: first)
    one.value = "b"
    list.value.row = 3
    list.value = List(row: 4, open: second)
    one.value = "unseen"
    other.value = "y"
    list.value.open = nil
    #expect(shown.lines == ["1 -", "2 a", "2 b", "3 b", "4 x", "4 y", "4 -"])
  }

  @Test func aPropertyIsFollowedOnceHoweverManyValuesNameIt() {
    let starts = Counter()
    let text = Property(capturing: Counted(starts))
    let list = MutableProperty(List(row: 0, open: text))
    let shown = shown(list)
    for row in 1...100 { list.value.row = row }
    #expect(shown.lines.count == 101)
    #expect(starts.value == 1)
  }

  /// A property that counts the starts of its producer.
  private final class Counted: PropertyProtocol {
    let starts: Counter
    private let property = MutableProperty("text")

    init(_ starts: Counter) { self.starts = starts }

    var value: String { property.value }
    var signal: Signal<String, Never> { property.signal }
    var producer: SignalProducer<String, Never> { property.producer.on(starting: { [starts] in starts.next() }) }
  }

  @Test func itCompletesWhenTheValueAndTheLastNamedPropertyHave() {
    var text: MutableProperty<String>? = MutableProperty("a")
    var list: MutableProperty<List>? = text.map { MutableProperty(List(row: 1, open: Property($0))) }
    let end = Log()
    list?.combineLatest(following: \.open).startWithCompleted { end.add("completed") }
    list = nil
    #expect(end.lines == [])
    text = nil
    #expect(end.lines == ["completed"])
  }
}
