import Foundation
import Model
import Signals
import Text

/// Reads secrets from their sources in the settings: a program, a file, the environment.
public struct SecretReader: Sendable {
  /// The seconds after which a program that prints a secret is ended.
  public static let limit: TimeInterval = 10

  private let environment: [String: String]
  private let features: [SettingsFeature]
  private let clock: any DateScheduler
  /// The queue on which programs are started and files read, so that the caller is not blocked.
  private let queue = QueueScheduler(qos: .userInitiated, name: "reactui.secrets")

  /// - Parameters:
  ///   - features: Those whose secrets in variables no other program gets.
  ///   - clock: The clock of ``limit``.
  public init(environment: [String: String], features: [SettingsFeature], clock: any DateScheduler) {
    self.environment = environment
    self.features = features
    self.clock = clock
  }

  /// Reads a secret once for each start, and sends it on another thread.
  public func secret(from source: SecretSource) -> SignalProducer<Secret, SecretError> {
    switch source {
    case .command(let words):
      SecretCommand.secret(expanded(words), environment: environment.withoutSecrets(of: features), on: queue)
        .timeout(after: Self.limit, raising: SecretCommand.tookTooLong(words), on: clock)
    case .file(let path):
      SignalProducer { [environment] in
        let path = PersonalFolders(environment: environment).expanded(path)
        return Result { () throws(SecretError) in try SecretFile.secret(path) }
      }
      .start(on: queue)
    case .environment(let name):
      SignalProducer { [environment] in Result { () throws(SecretError) in try Self.secret(in: environment, name) } }
    }
  }

  /// Returns a program's words. The first may be a path with `~/`.
  private func expanded(_ words: [String]) -> [String] {
    words.prefix(1).map(PersonalFolders(environment: environment).expanded) + words.dropFirst()
  }

  private static func secret(in environment: [String: String], _ name: String) throws(SecretError) -> Secret {
    let label = SafeText(oneLine: name)
    guard let text = environment[name], !text.isEmpty else { throw SecretError("the variable \(label) is not set") }
    // A shell puts a file with a mark into a variable as it is.
    return try .read(text.withoutByteOrderMark, "the variable \(label) holds")
  }
}
