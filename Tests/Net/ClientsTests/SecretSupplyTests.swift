import Foundation
import Model
import NetTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import Clients

/// When a secret is read, and what becomes of those who wait for it.
@Suite struct SecretSupplyTests {
  private let clock = TestScheduler()
  private let readings = Shared(0)
  private let answers = Signal<Result<Secret, SecretError>, Never>.pipe()
  private let supply: SecretSupply
  private let told = Shared<[SafeText]>([])

  init() throws {
    let reading = SignalProducer(answers.output).take(first: 1)
      .promoteError(SecretError.self).flatMap(.concat) { SignalProducer(result: $0) }
    supply = SecretSupply(
      reading.on(started: { [readings] in readings.withLock { $0 += 1 } }), name: "the key", clock: clock)
    supply.notices.observeValues { [told] notice in told.withLock { $0.append(notice) } }
  }

  private func collected(_ producer: SignalProducer<Secret?, Never>) -> EventRecorder<Secret?, Never> {
    producer.record()
  }

  private func answer(_ text: String) throws { answers.input.send(value: .success(try #require(Secret(text)))) }
  private func fail() { answers.input.send(value: .failure(SecretError("pass ended with status 1"))) }

  @Test func nothingIsReadBeforeItIsNeededAndThenOnceForAll() throws {
    #expect(readings.withLock { $0 } == 0)
    let (first, second) = (collected(supply.current), collected(supply.current))
    #expect(readings.withLock { $0 } == 1 && first.values == [])
    try answer("a")
    #expect(first.values == [Secret("a")] && second.values == [Secret("a")])
    #expect(collected(supply.current).values == [Secret("a")])
    #expect(readings.withLock { $0 } == 1)
  }

  @Test func aSecretThatIsNotToBeHadIsToldOfOnceAndNobodyWaits() throws {
    let request = collected(supply.current)
    fail()
    #expect(request.values == [nil])
    #expect(collected(supply.current).values == [nil])
    #expect(told.withLock { $0 } == ["pass ended with status 1; going on without the key"])
    #expect(supply.trouble == SecretError("pass ended with status 1"))
    #expect(readings.withLock { $0 } == 1)
  }

  @Test func aRefusedSecretIsReadAgainAtMostOnceAMinute() throws {
    let first = collected(supply.current)
    try answer("a")
    let key = try #require(first.values.first ?? nil)
    #expect(collected(supply.replacement(for: key)).values == [nil], "it was read just now")
    clock.advance(by: .seconds(60))
    let (one, two) = (collected(supply.replacement(for: key)), collected(supply.replacement(for: key)))
    #expect(one.values == [] && readings.withLock { $0 } == 2)
    try answer("b")
    #expect(one.values == [Secret("b")] && two.values == [Secret("b")])
    // Whoever was refused with the old one has the new one at once.
    #expect(collected(supply.replacement(for: key)).values == [Secret("b")])
    #expect(readings.withLock { $0 } == 2)
  }

  @Test func aSecretThatHasNotChangedOrCannotBeReadAgainHasNoReplacement() throws {
    let first = collected(supply.current)
    try answer("a")
    let key = try #require(first.values.first ?? nil)
    clock.advance(by: .seconds(60))
    let same = collected(supply.replacement(for: key))
    try answer("a")
    #expect(same.values == [nil])
    clock.advance(by: .seconds(60))
    let failed = collected(supply.replacement(for: key))
    fail()
    #expect(failed.values == [nil])
    #expect(collected(supply.current).values == [key], "it may still be good for others")
  }
}
