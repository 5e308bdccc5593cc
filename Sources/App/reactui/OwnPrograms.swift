import Foundation
import Model
import PaneKit
import Processes
import SettingsFile
import Signals
import Text

/// Runs the programs of own commands in the background, without a terminal. No shell is involved.
struct OwnPrograms: Sendable {
  private let environment: [String: String]
  /// The queue on which programs are started, which may take a while without blocking the interface.
  private let queue = QueueScheduler(qos: .utility, name: "reactui.programs")

  init(environment: [String: String]) { self.environment = environment }

  /// Starts a program, and sends once how it has ended. Interrupting the start ends the program; it has no other limit, because
  /// it may be a player or a browser.
  func run(_ call: ProgramCall) -> SignalProducer<ProgramEnd, Never> {
    SignalProducer { [environment] observer, lifetime in
      do throws(ChildError) {
        let folders = PersonalFolders(environment: environment)
        let program = try RunningProgram(
          call.words.prefix(1).map(folders.expanded) + call.words.dropFirst(), environment: environment.withoutSecrets,
          input: call.input.map { Data($0.string.utf8) }, keeping: .lastLine, stay: .unlimited
        ) { result in
          observer.send(
            value: ProgramEnd(
              failure: result.exit.failure.map { SafeText(oneLine: $0) },
              lastLine: SafeText(oneLine: String(decoding: result.output, as: UTF8.self))))
          observer.sendCompleted()
        }
        lifetime.observeEnded { program.end() }
      } catch {
        observer.send(
          value: ProgramEnd(failure: "\(call.name) cannot be run: \(SafeText(oneLine: error.reason))", hasRun: false))
        observer.sendCompleted()
      }
    }
    .start(on: queue)
  }
}
