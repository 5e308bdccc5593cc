import Signals
import SignalsTesting
import Testing

@Suite struct ValidatingPropertyTests {
  private func even(_ value: Int) -> ValidatingProperty<Int, OtherError>.Decision {
    value % 2 == 0
      ? .valid : value > 100 ? .coerced(100, OtherError(reason: "high")) : .invalid(OtherError(reason: "odd"))
  }

  @Test func onlyWhatPassesIsTakenOver() {
    let property = ValidatingProperty<Int, OtherError>(0, even)
    let recorder = property.producer.record()
    property.value = 1
    #expect(property.value == 0)
    #expect(property.result.value.isInvalid && property.result.value.error == OtherError(reason: "odd"))
    property.value = 2
    #expect(property.value == 2 && property.result.value.value == 2)
    property.value = 101
    #expect(property.value == 100 && property.result.value.error == nil)
    if case .coerced(replacement: 100, proposed: 101, let reason) = property.result.value {
      #expect(reason == OtherError(reason: "high"))
    } else {
      Issue.record("the result must say what was replaced")
    }
    #expect(recorder.values == [0, 2, 100])
  }

  @Test func theResultIsSentBeforeTheValue() {
    let property = ValidatingProperty<Int, OtherError>(0, even)
    let log = Log()
    property.result.signal.observeValues { log.add("result \($0.value ?? -1)") }
    property.signal.observeValues { log.add("value \($0)") }
    property.value = 2
    property.value = 3
    #expect(log.lines == ["result 2", "value 2", "result -1"])
  }

  @Test func whatOthersSetInTheInnerPropertyIsTestedToo() {
    let inner = MutableProperty(0)
    let property = ValidatingProperty<Int, OtherError>(inner, even)
    inner.value = 1
    #expect(property.value == 1)
    #expect(property.result.value.isInvalid)
    inner.value = 4
    #expect(property.result.value.value == 4)
  }

  @Test func theNewestProposalIsTestedAgainWhenTheConditionChanges() {
    let limit = MutableProperty(10)
    let property = ValidatingProperty<Int, OtherError>(0, with: limit) { value, limit in
      value <= limit ? .valid : .invalid(OtherError(reason: "above \(limit)"))
    }
    property.value = 15
    #expect(property.value == 0)
    limit.value = 20
    #expect(property.value == 15)
  }

  @Test func oneTestMayDependOnTheOutcomeOfAnother() {
    let password = ValidatingProperty<Int, OtherError>(0) { $0 > 9 ? .valid : .invalid(OtherError(reason: "short")) }
    let again = ValidatingProperty<Int, OtherError>(0, with: password) { value, password in
      value == password ? .valid : .invalid(OtherError(reason: "differs"))
    }
    password.value = 12
    #expect(again.result.value.isInvalid)
    again.value = 12
    #expect(again.result.value.value == 12)
    password.value = 13
    #expect(again.result.value.isInvalid)
  }

  @Test func theResultIsThatOfTheValueThatStandsThoughAnOlderOneIsStillOnItsWay() {
    let inner = MutableProperty(0)
    let tested = MutableProperty<ValidatingProperty<Int, OtherError>?>(nil)
    // It hears of a change before the property that tests does.
    inner.signal.observeValues { value in
      if value == 1 { tested.value?.value = 4 }
    }
    let property = ValidatingProperty<Int, OtherError>(inner, even)
    tested.value = property
    inner.value = 1
    #expect(property.value == 4)
    #expect(property.result.value.value == 4)
  }

  // A set that comes while another is being tested is a set by the test itself here, which takes no chance.

  @Test func aSetDuringATestThatAChangedConditionCausesStands() {
    let limit = MutableProperty(10)
    let step = MutableProperty<(@Sendable () -> Void)?>(nil)
    let property = limited(by: limit, step)
    property.value = 5
    step.value = { [weak property] in property?.value = 7 }
    limit.value = 20
    #expect(property.value == 7)
    #expect(property.result.value.value == 7)
  }

  @Test func aRefusedSetDuringATestThatAChangedConditionCausesIsTheNewestProposal() {
    let limit = MutableProperty(10)
    let step = MutableProperty<(@Sendable () -> Void)?>(nil)
    let property = limited(by: limit, step)
    property.value = 5
    step.value = { [weak property] in property?.value = 50 }
    limit.value = 20
    #expect(property.value == 5)
    #expect(property.result.value.isInvalid, "of 50")
    limit.value = 60
    #expect(property.value == 50)
  }

  @Test func whatOthersSetDuringATestThatAChangedConditionCausesStands() {
    let inner = MutableProperty(0)
    let limit = MutableProperty(10)
    let step = MutableProperty<(@Sendable () -> Void)?>(nil)
    let property = limited(inner, by: limit, step)
    property.value = 5
    step.value = { inner.value = 7 }
    limit.value = 20
    #expect(inner.value == 7)
    #expect(property.result.value.value == 7)
  }

  @Test func aValueThatWasTestedUnderAnOlderConditionIsTestedAgain() {
    for othersSet in [false, true] {
      let inner = MutableProperty(0)
      let limit = MutableProperty(10)
      let step = MutableProperty<(@Sendable () -> Void)?>(nil)
      // The condition changes when the value has been compared with the old one.
      let property = limited(inner, by: limit, step)
      step.value = { limit.value = 3 }
      if othersSet { inner.value = 5 } else { property.value = 5 }
      #expect(property.result.value.isInvalid, "\(othersSet ? "set by others" : "set")")
    }
  }

  @Test func noConditionThatChangesWhileThePropertyIsMadeIsMissed() {
    let limit = MutableProperty(10)
    let step = MutableProperty<(@Sendable () -> Void)?>(nil)
    step.value = { limit.value = -1 }
    let property = limited(by: limit, step)
    #expect(property.result.value.isInvalid)
  }

  @Test func noSetIsLostToAChangeOfTheConditionOnAnotherThread() async {
    for round in 1...200 {
      let limit = MutableProperty(1_000)
      let property = ValidatingProperty<Int, OtherError>(0, with: limit) { value, limit in
        value <= limit ? .valid : .invalid(OtherError(reason: "above"))
      }
      await onThreads(2) { thread in
        if thread == 0 { property.value = round } else { limit.value = 1_000 + round }
      }
      #expect(property.value == round)
      #expect(property.result.value.value == round)
    }
  }

  /// A property that takes what is not above `limit`, and whose next test runs `step` after it has read the limit.
  private func limited(
    _ inner: MutableProperty<Int> = MutableProperty(0), by limit: MutableProperty<Int>,
    _ step: MutableProperty<(@Sendable () -> Void)?>
  ) -> ValidatingProperty<Int, OtherError> {
    ValidatingProperty(inner, with: limit) { value, limit in
      step.swap(nil)?()
      return value <= limit ? .valid : .invalid(OtherError(reason: "above \(limit)"))
    }
  }
}
