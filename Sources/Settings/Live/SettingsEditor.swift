import Foundation
import Model
import Screen
import Signals
import Text

/// The person's editor for the file of settings.
public struct SettingsEditor: Sendable {
  private let path: String
  private let name: SafeText
  private let environment: [String: String]
  private let vocabulary: SettingsVocabulary

  public init(_ sources: SettingsSources) {
    path = sources.path
    name = sources.fileName
    environment = sources.environment
    vocabulary = sources.vocabulary
  }

  /// Returns the call of the editor each time it is started, when there is a file for it to open.
  ///
  /// - Parameter queue: Where the file is looked at, and made of the example if there is none.
  public func calls(on queue: QueueScheduler) -> SignalProducer<ProgramCall, DisplayRefusal> {
    SignalProducer { () -> Result<ProgramCall, DisplayRefusal> in
      do throws(DisplayRefusal) {
        return .success(try call())
      } catch {
        return .failure(error)
      }
    }
    .start(on: queue)
  }

  /// Returns the call of the editor, after making the file if there is none.
  func call() throws(DisplayRefusal) -> ProgramCall {
    guard let words = try words() else {
      throw DisplayRefusal("Set VISUAL or EDITOR to your editor, and start reactui again")
    }
    try makeFile()
    // The path is absolute, so that it is no option.
    return ProgramCall(words + [path])
  }

  /// Returns the editor and its arguments, split as the commands of the settings are; `nil` if none is set.
  private func words() throws(DisplayRefusal) -> [String]? {
    let set = ["VISUAL", "EDITOR"].first { !(environment[$0] ?? "").allSatisfy(\.isWhitespace) }
    guard let set, let line = environment[set] else { return nil }
    do throws(CommandLineMistake) {
      return try CommandLineWords.split(line)
    } catch {
      throw DisplayRefusal("\(SafeText(oneLine: set)) cannot be used: \(error.sentence)")
    }
  }

  /// Writes the example into a new file. A file that is there stays as it is, and must be writable.
  private func makeFile() throws(DisplayRefusal) {
    let folder = NSString(string: path).deletingLastPathComponent
    // What goes wrong is told when the file is opened.
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // Exclusively, so that nothing is lost that another program writes meanwhile.
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      guard errno == EEXIST else { throw refusal("cannot be made", errno) }
      return try checkFile()
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: Data(SettingsText.example(vocabulary: vocabulary).utf8))
    } catch {
      // A part of the example would be taken for the person's settings.
      unlink(path)
      throw DisplayRefusal("\(name) cannot be written: is there room on the disk?")
    }
  }

  private func checkFile() throws(DisplayRefusal) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      throw DanglingLink(onTheWayTo: path).map { DisplayRefusal($0.sentence) } ?? refusal("cannot be opened", code)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw DisplayRefusal("\(name) is no file: move it away") }
    guard access(path, W_OK) == 0 else { throw refusal("cannot be written", errno) }
  }

  private func refusal(_ what: SafeText, _ code: Int32) -> DisplayRefusal {
    DisplayRefusal("\(name) \(what): \(SafeText(oneLine: String(cString: strerror(code))))")
  }
}
