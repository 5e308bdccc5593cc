import Signals

/// A client for which the demonstration stands in while its service cannot be reached.
package protocol DemonstrationFallback {
  /// Whether it does so now.
  var isStandIn: Property<Bool> { get }
}

extension Property {
  /// Whether the demonstration stands in for the current client.
  package var isStandIn: Property<Bool> {
    Property<Bool>(
      initial: false,
      then: producer.flatMap(.latest) {
        ($0 as? any DemonstrationFallback)?.isStandIn.producer ?? SignalProducer(value: false)
      })
  }
}
