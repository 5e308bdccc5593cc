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
  /// This machine's thermometers; `nil` for those that the kernel tells of.
  package var machine: (any RoomSource)?
  /// Variables that replace addresses, for tests.
  package var variables: [String: String]

  /// - Parameter machine: `nil` for the thermometers that the kernel tells of.
  package init(
    transport: Transport, clock: any DateScheduler,
    secret: @escaping @Sendable (SecretSource) -> SignalProducer<Secret, SecretError>,
    demonstration: Demonstration, machine: (any RoomSource)? = nil, variables: [String: String] = [:]
  ) {
    self.transport = transport
    self.clock = clock
    self.secret = secret
    self.demonstration = demonstration
    self.machine = machine
    self.variables = variables
  }

  /// Creates the dependencies of the program's clients: the network as the environment says, and its event loop as the clock.
  ///
  /// - Parameters:
  ///   - version: The program's version.
  ///   - observer: Follows what passes over the network; `nil` if nothing is recorded.
  package init(
    version: String, environment: [String: String], demonstration: Demonstration,
    observer: (any WireObserver)? = nil
  ) {
    let transport = Transport(
      version: version, projectURL: Services.projectURL, network: NetworkSettings(environment: environment),
      observer: observer)
    let clock = TransportClock(transport)
    let secrets = SecretReader(environment: environment, clock: clock)
    self.init(
      transport: transport, clock: clock, secret: { secrets.secret(from: $0) }, demonstration: demonstration,
      variables: environment)
  }
}

/// A variable of the environment that cannot be used.
package struct EnvironmentMistake: Error {
  package var sentence: String
}
