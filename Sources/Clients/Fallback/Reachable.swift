import Signals

/// A client that tells when its service has been heard of, even if the answer is an error or still on its way.
protocol Reachable: Sendable {
  /// Sends whenever a status line has come in.
  var reached: Signal<Void, Never> { get }
}
