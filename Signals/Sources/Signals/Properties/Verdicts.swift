import Synchronization

/// The tests of a validating property and their results.
///
/// A set, a change of the condition and a set of the inner property by others can come at the same time. None undoes
/// another: each notes, under the lock of the inner property, which version it has judged; the newest proposal wins, and
/// a verdict that was reached under an older condition is reached again.
final class Verdicts<Value: Sendable, ValidationError: Swift.Error>: Sendable {
  typealias Property = ValidatingProperty<Value, ValidationError>
  typealias Verdict = Property.Result

  private let storage: PropertyStorage<Value>
  /// Returns nil when nobody can read the results any more.
  private let results: @Sendable () -> MutableProperty<Verdict>?
  private let conditions: Conditions
  private let validate: @Sendable (Value) -> Property.Decision
  private let judged = Atomic<UInt64>(0)

  init(
    on storage: PropertyStorage<Value>, into results: MutableProperty<Verdict>, _ conditions: Conditions,
    _ validate: @escaping @Sendable (Value) -> Property.Decision
  ) {
    self.storage = storage
    self.results = { [weak results] in results }
    self.conditions = conditions
    self.validate = validate
  }

  /// The version of the inner property that the newest result is about, or that was there when it was reached. The
  /// lock of the inner property guards it.
  private var judgedVersion: UInt64 {
    get { judged.load(ordering: .relaxed) }
    set { judged.store(newValue, ordering: .relaxed) }
  }

  /// Tests a value, and stores it if it passes.
  func propose(_ proposed: Value) {
    guard let results = results()?.storage else { return }
    let conditionCount = conditions.count
    let result = Verdict(validate(proposed), of: proposed)
    var storingResult: Storing?
    var storing: Storing?
    if let accepted = result.value {
      storing = storage.store(
        accepted,
        alongside: { version in
          judgedVersion = version
          storingResult = results.store(result)
        })
    } else {
      storage.withVersion { version in
        // A value that others have set and that is not delivered yet is older than this proposal.
        judgedVersion = version
        storingResult = results.store(result)
      }
    }
    send(result, storingResult, to: results, storing)
    if conditions.count != conditionCount { testAgain() }
  }

  /// Tests a value that is being delivered, if others have set it in the inner property.
  func take(_ value: Value) {
    guard let results = results()?.storage, storage.withVersion({ judgedVersion < $0 }) else { return }
    let conditionCount = conditions.count
    let result = Verdict(validate(value), of: value)
    var storingResult: Storing?
    storage.withVersion { version in
      guard judgedVersion < version, version == storage.core.deliveryCount else { return }
      judgedVersion = version
      storingResult = results.store(result)
    }
    send(result, storingResult, to: results, nil)
    if conditions.count != conditionCount { testAgain() }
  }

  /// Tests the newest proposed value again, unless another is proposed meanwhile, which is tested by itself.
  func testAgain() {
    guard let results = results()?.storage else { return }
    let newest = results.valueAndVersion
    let result = Verdict(validate(newest.value.proposed), of: newest.value.proposed)
    var storingResult: Storing?
    var storing: Storing?
    func isStillNewest(_ version: UInt64) -> Bool {
      guard version == judgedVersion else { return false }
      storingResult = results.store(result, if: { $0 == newest.version })
      return storingResult != nil
    }
    if let accepted = result.value {
      storing = storage.store(
        accepted,
        if: { version in
          guard isStillNewest(version) else { return false }
          judgedVersion = version + 1
          return true
        })
    } else {
      storage.withVersion { _ = isStillNewest($0) }
    }
    send(result, storingResult, to: results, storing)
  }

  /// Sends what has been stored, the result first.
  private func send(
    _ result: Verdict, _ storingResult: Storing?, to results: PropertyStorage<Verdict>, _ storing: Storing?
  ) {
    if let storingResult { results.send(result, storingResult) }
    if let storing, let accepted = result.value { storage.send(accepted, storing) }
  }
}

/// Counts the changes of what the test of a validating property depends on.
final class Conditions: Sendable {
  private let changes = Atomic<UInt64>(0)

  var count: UInt64 { changes.load(ordering: .acquiring) }

  func change() {
    changes.add(1, ordering: .acquiringAndReleasing)
  }
}
