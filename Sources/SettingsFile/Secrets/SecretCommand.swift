import Foundation
import Model
import Processes
import Signals
import Text

/// A program that prints a secret, such as `pass show stackexchange`.
enum SecretCommand {
  /// Bytes that it may print.
  static let maximumOutput = 4_096

  /// Runs the program and sends the first line that it prints. A disposed start ends it, and the programs that it has started.
  ///
  /// - Parameters:
  ///   - words: The program's name or path, and its arguments. No shell is involved.
  ///   - queue: Where it is started.
  static func secret(
    _ words: [String], environment: [String: String], on queue: QueueScheduler
  ) -> SignalProducer<Secret, SecretError> {
    SignalProducer { observer, lifetime in
      do throws(SecretError) {
        let program = try RunningProgram(words, environment: environment, limit: maximumOutput) { result in
          do throws(SecretError) {
            observer.send(value: try secret(of: words, result))
            observer.sendCompleted()
          } catch {
            observer.send(error: error)
          }
        }
        lifetime.observeEnded { program.end() }
      } catch {
        observer.send(error: error)
      }
    }
    .start(on: queue)
  }

  static func tookTooLong(_ words: [String]) -> SecretError {
    SecretError("\(name(words)) has not printed a secret within \(Int(SecretReader.limit)) s")
  }

  /// The program without its arguments, which may be private.
  static func name(_ words: [String]) -> SafeText { SafeText(oneLine: words.first ?? "") }

  /// What a program's end means.
  private static func secret(
    of words: [String], _ result: RunningProgram.Result
  ) throws(SecretError) -> Secret {
    let name = name(words)
    guard result.output.count <= maximumOutput else {
      throw SecretError("\(name) prints more than \(maximumOutput) bytes, which is no secret")
    }
    let line = firstLine(result.output)
    if let failure = result.exit.failure {
      let complaint = complaint(result.errors, without: line)
      let end = SafeText(oneLine: failure)
      throw SecretError(complaint.isEmpty ? "\(name) \(end)" : "\(name) \(end): \(complaint)")
    }
    guard !line.isEmpty else { throw SecretError("\(name) printed nothing on its first line") }
    guard let secret = Secret(line) else { throw SecretError("\(name) printed characters that no key has") }
    return secret
  }

  private static func firstLine(_ bytes: Data) -> String {
    String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The first line of what a program complains about, short enough for the screen's last line.
  private static func complaint(_ errors: Data, without output: String) -> SafeText {
    let line = firstLine(Data(errors.drop { $0 == UInt8(ascii: "\n") }))
    let rest = output.isEmpty ? line : line.replacing(output, with: Secret.mark)
    return SafeText(oneLine: rest.count > 120 ? rest.prefix(120) + "…" : rest)
  }
}
