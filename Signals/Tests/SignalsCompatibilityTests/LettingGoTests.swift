import Signals
import Testing

@Suite struct LettingGoTests {
  @Test func aLifetimeEndsWithItsToken() {
    var (lifetime, token): (Lifetime, Lifetime.Token?) = Lifetime.make()
    var ends = 0
    lifetime.observeEnded { ends += 1 }
    lifetime.ended.observeCompleted { ends += 1 }
    #expect(!lifetime.hasEnded)
    token = nil
    #expect(lifetime.hasEnded)
    #expect(ends == 2)
    withExtendedLifetime(token) {}
    lifetime = .empty
    #expect(lifetime.hasEnded)
  }

  @Test func aSignalIsTakenDuringALifetime() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let (lifetime, token) = Lifetime.make()
    var values: [Int] = []
    var isCompleted = false
    let taken = signal.take(during: lifetime)
    taken.observeValues { values.append($0) }
    taken.observeCompleted { isCompleted = true }
    observer.send(value: 1)
    token.dispose()
    observer.send(value: 2)
    #expect(values == [1])
    #expect(isCompleted)
  }

  @Test func aCompositeDisposesOfAllThatWasAdded() {
    var order: [Int] = []
    let composite = CompositeDisposable()
    composite += AnyDisposable { order.append(1) }
    composite += { order.append(2) }
    let handle = composite.add { order.append(3) }
    handle?.dispose()
    composite.dispose()
    composite += { order.append(4) }
    #expect(order == [1, 2, 4])
  }

  @Test func aSerialDisposableReplaces() {
    let (first, second) = (AnyDisposable(), AnyDisposable())
    let serial = SerialDisposable(first)
    serial.inner = second
    #expect(first.isDisposed)
    #expect(!second.isDisposed)
    serial.dispose()
    #expect(second.isDisposed)
  }

  @Test func aScopeDisposesWhenItIsLeft() {
    let disposable = AnyDisposable()
    var scope: ScopedDisposable<AnyDisposable>? = ScopedDisposable(disposable)
    #expect(scope?.isDisposed == false)
    scope = nil
    #expect(disposable.isDisposed)
  }
}
