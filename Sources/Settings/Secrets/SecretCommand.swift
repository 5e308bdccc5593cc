import Foundation
import Model
import Processes
import Signals
import Text

/// A program that prints a secret, such as `pass show stackexchange`.
enum SecretCommand {
  /// The greatest output in bytes.
  static let maximumOutput = 4_096

  /// Runs the program and sends the first line of its output. Disposing a start ends the program and its child processes.
  ///
  /// - Parameters:
  ///   - words: The program's name or path, and its arguments. No shell is involved.
  ///   - queue: The queue on which it is started.
  static func secret(
    _ words: [String], environment: [String: String], on queue: QueueScheduler
  ) -> SignalProducer<Secret, SecretError> {
    SignalProducer { observer, lifetime in
      do throws(SecretError) {
        let program = try run(words, environment) { result in
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

  /// The seconds after which the program ends even if this process was killed: a little more than the reader's limit, which
  /// explains the end.
  private static let longest = SecretReader.limit + 1

  private static func run(
    _ words: [String], _ environment: [String: String], finish: @escaping @Sendable (RunningProgram.Result) -> Void
  ) throws(SecretError) -> RunningProgram {
    do throws(ChildError) {
      return try RunningProgram(
        words, environment: environment, keeping: .beginning(limit: maximumOutput), stay: .dependent(limit: longest),
        finish: finish)
    } catch {
      throw SecretError("\(name(words)) cannot be run: \(SafeText(oneLine: error.reason))")
    }
  }

  static func tookTooLong(_ words: [String]) -> SecretError {
    SecretError("\(name(words)) has not printed a secret within \(Int(SecretReader.limit)) s")
  }

  /// Returns the program without its arguments, which may be private.
  static func name(_ words: [String]) -> SafeText { SafeText(oneLine: words.first ?? "") }

  /// Returns the secret or the error, depending on how the program ended.
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
    // Many programs print a secret without a line feed, so the end of the output is as good.
    guard result.isOutputWhole || result.output.contains(UInt8(ascii: "\n")) else {
      throw SecretError("\(name) ended before its first line did, so the secret may be cut off")
    }
    return try .read(line, "\(name) printed")
  }

  private static func firstLine(_ bytes: Data) -> String {
    String(decoding: bytes.withoutByteOrderMark.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Returns the first line of the program's errors, short enough for the screen's last line.
  private static func complaint(_ errors: Data, without output: String) -> SafeText {
    let line = firstLine(Data(errors.drop { $0 == UInt8(ascii: "\n") }))
    let rest = Secret.isTooShort(output) ? line : line.replacing(scalars: output, with: Secret.mark)
    return SafeText(oneLine: rest.count > 120 ? rest.prefix(120) + "…" : rest)
  }
}
