import Foundation
import Signals

@testable import SettingsFile

/// A folder for one test, removed after it.
final class WatchedFolder: Sendable {
  private let url = FileManager.default.temporaryDirectory.appending(path: "reactui-\(UUID().uuidString)")

  init() { try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { name.isEmpty ? url.path : url.appending(path: name).path }

  /// In place, as `cat >` does.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path(name)))
  }

  /// As if it were written at that date.
  func write(_ text: String, to name: String, at date: Date) throws {
    try write(text, to: name)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path(name))
  }

  func move(_ name: String, to other: String) throws { try check(rename(path(name), path(other))) }
  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
  }

  /// Makes a symbolic link, in the place of what is there, in a single step as `ln -sfn` should.
  func link(_ name: String, to target: String) throws {
    try check(symlink(target, path(name + ".new")))
    try move(name + ".new", to: name)
  }

  private func check(_ result: Int32) throws {
    if result != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  func text(of name: String) -> String? {
    FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Watches a file in the folder.
  func watch(_ name: String) -> WatchedFile { WatchedFile(self, name) }
}

/// A file, and what is told of its changes.
struct WatchedFile {
  private let folder: WatchedFolder
  private let name: String
  private var changes: AsyncStream<FileChange>.Iterator
  private let watch: ScopedDisposable<AnyDisposable>

  init(_ folder: WatchedFolder, _ name: String) {
    let (stream, input) = AsyncStream.makeStream(of: FileChange.self)
    self.folder = folder
    self.name = name
    changes = stream.makeAsyncIterator()
    let start = FileWatch.changes(of: folder.path(name), on: QueueScheduler(name: "test")).startWithResult { result in
      if case .success(let change) = result { input.yield(change) } else { input.finish() }
    }
    watch = ScopedDisposable(AnyDisposable(start))
  }

  /// Waits until a change was told of after which the file holds this text; `nil` where it cannot be read.
  mutating func becomes(_ text: String?) async {
    while let change = await changes.next() {
      if change == .changed, folder.text(of: name) == text { return }
    }
  }

  /// Waits until something was told of.
  @discardableResult
  mutating func next() async -> FileChange? { await changes.next() }
}
