extension SignalProducer {
  /// Does the work `count` times, one after the other, as long as it completes.
  ///
  /// ```
  /// source:    -a--b|
  /// repeat(2): -a--b-a--b|
  /// ```
  public func `repeat`(_ count: Int) -> SignalProducer<Value, Error> {
    precondition(count >= 0, "Work cannot be done fewer than no times.")
    if count == 0 { return .empty }
    return restarting { restarts, termination in
      if case .completed = termination, restarts < count - 1 { .restart } else { .end }
    }
  }
}
