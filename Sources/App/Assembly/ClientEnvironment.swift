import Clients
import Foundation
import Model
import SettingsFile
import Signals
import Text

/// The dependencies of the clients of ``Services``: the network, a clock, and what they read besides.
package struct ClientEnvironment {
  package var transport: Transport
  package var clock: any DateScheduler
  /// Returns a secret of the settings.
  package var secret: @Sendable (SecretSource) -> SignalProducer<Secret, SecretError>
  package var demonstration: Demonstration
  /// Variables that replace addresses, for tests.
  package var variables: [String: String]

  /// Creates the dependencies of the program's clients: the network as the environment says, and its event loop as the clock.
  ///
  /// - Parameters:
  ///   - version: The program's version.
  ///   - asked: Gets a sentence about each request; `nil` if nothing is recorded.
  package init(
    version: String, environment: [String: String], demonstration: Demonstration,
    asked: Signal<SafeText, Never>.Observer? = nil
  ) {
    transport = Transport(
      version: version, projectURL: Services.projectURL, network: NetworkSettings(environment: environment),
      asked: asked)
    clock = TransportClock(transport)
    let secrets = SecretReader(environment: environment, features: Features.settings, clock: clock)
    secret = { secrets.secret(from: $0) }
    self.demonstration = demonstration
    variables = environment
  }
}

/// A variable of the environment that cannot be used.
package struct EnvironmentMistake: Error {
  package var sentence: String
}
