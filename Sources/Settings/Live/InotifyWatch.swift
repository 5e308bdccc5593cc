import Dispatch
import Foundation
import Signals

/// An inotify descriptor with a watch on every folder in which a name of a path is looked up.
// Unchecked: what is mutable is used on the queue only, after `init`.
final class InotifyWatch: @unchecked Sendable {
  /// The events that matter in a folder or of a file.
  private enum Interest {
    /// Of the file.
    case anything
    /// In a folder, by name: whether it is that of the file.
    case names([String: Bool])
  }

  private let path: String
  private let descriptor: Int32
  private let source: any DispatchSourceRead
  private let report: @Sendable (Result<FileChange, FileWatchError>) -> Void
  /// By watch descriptor.
  private var interests: [Int32: Interest] = [:]
  /// Whether the file was made or written to, and has not been closed since.
  private var isBeingWritten = false

  /// - Parameters:
  ///   - onClose: Called when the descriptor has been closed.
  ///   - report: Called on `queue`, with a success for each change and once when the watches are set.
  init(
    _ path: String, on queue: QueueScheduler, onClose: @escaping @Sendable () -> Void,
    report: @escaping @Sendable (Result<FileChange, FileWatchError>) -> Void
  ) throws(FileWatchError) {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { throw FileWatchError(code: errno) }
    self.path = path
    self.descriptor = descriptor
    self.report = report
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue.queue)
    // The descriptor may be closed only after the source has been cancelled.
    source.setCancelHandler {
      close(descriptor)
      onClose()
    }
    // The source keeps the watch until it is cancelled.
    source.setEventHandler { self.read() }
    source.activate()
    queue.queue.async { self.follow { _ in .changed } }
  }

  func cancel() { source.cancel() }

  // MARK: Following the path

  private static let changesOfNames = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_ONLYDIR

  /// Watches the path as it leads now, and reports.
  ///
  /// - Parameter change: Returns what has changed of the file at the path's end; nil if it is not to be told.
  private func follow(_ change: (PathEnd) -> FileChange?) {
    guard !source.isCancelled else { return }
    var found: [Int32: Interest] = [:]
    var failure: FileWatchError?
    func watch(_ path: String, _ events: Int32) -> Int32? {
      // Added to the events of the same folder, in case several names are looked up in it.
      let number = inotify_add_watch(descriptor, path, UInt32(bitPattern: events) | UInt32(IN_MASK_ADD))
      guard number < 0 else { return number }
      // A folder that has disappeared in the meantime is noticed in the folder above it. An unreadable one is not watched.
      if errno == ENOSPC || errno == ENOMEM { failure = FileWatchError(code: errno) }
      return nil
    }

    let end = PathLookup.walk(along: path) { lookup in
      let events = Self.changesOfNames | (lookup.isLast ? Self.writing : 0)
      guard let number = watch(lookup.folder, events) else { return }
      var names: [String: Bool] = if case .names(let names) = found[number] { names } else { [:] }
      names[lookup.name] = lookup.isLast || names[lookup.name] == true
      found[number] = .names(names)
    }
    // The file may have another name (a hard link), by which it may be written.
    if case .file(let file) = end, let number = watch(file, Self.writing) { found[number] = .anything }

    for number in interests.keys where found[number] == nil { inotify_rm_watch(descriptor, number) }
    interests = found
    if let failure {
      report(.failure(failure))
    } else if let change = change(end) {
      report(.success(change))
    }
  }

  /// Of a file that is being written only the end matters: its content is incomplete before.
  private static let writing = IN_MODIFY | IN_CLOSE_WRITE

  // MARK: Events

  private func read() {
    var isOurs = false
    let wasBeingWritten = isBeingWritten
    for event in pendingEvents() {
      func has(_ mask: Int32) -> Bool { event.mask & UInt32(bitPattern: mask) != 0 }
      let isOfFile: Bool?
      switch interests[event.number] {
      case .anything: isOfFile = true
      // The watch disappears with the folder.
      case .names(let names): isOfFile = event.name.isEmpty ? false : names[event.name]
      case nil: isOfFile = has(IN_Q_OVERFLOW) ? false : nil
      }
      if let isOfFile {
        if isOfFile, has(IN_CREATE | IN_MODIFY) {
          isBeingWritten = true
        } else if !has(IN_ATTRIB | IN_IGNORED) {
          // It was closed, or is another one. The end of a watch comes late, and may be that of the file before.
          isBeingWritten = false
        }
        if !has(IN_MODIFY) { isOurs = true }
      }
      if has(IN_IGNORED) { interests[event.number] = nil }
    }
    guard isOurs else {
      if isBeingWritten, !wasBeingWritten { report(.success(.beingWritten)) }
      return
    }
    follow { end in
      isBeingWritten = isBeingWritten && Self.mayBeOpenForWriting(end)
      guard isBeingWritten else { return .changed }
      return wasBeingWritten ? nil : .beingWritten
    }
  }

  /// `F_SETLEASE` and `F_SETSIG` of fcntl(2), macros for GNU sources.
  private static let (setLease, setSignal): (Int32, Int32) = (1_024, 10)

  /// Returns whether a program may have a file open that has just been made or written to: no one can have a lease on it then. A
  /// name that is linked to a file that was there before (a hard link) is no new file.
  private static func mayBeOpenForWriting(_ end: PathEnd) -> Bool {
    var status = stat()
    guard case .file(let path) = end, lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_nlink == 1
    else { return false }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return true }
    // Gives back the lease. A program that opens the file meanwhile waits for that, and the signal about it has no effect.
    defer { close(descriptor) }
    _ = fcntl(descriptor, setSignal, SIGURG)
    return fcntl(descriptor, setLease, Int32(F_RDLCK)) != 0
  }

  private struct Event {
    var number: Int32
    var mask: UInt32
    var name: String
  }

  /// Returns all events that can be read now.
  private func pendingEvents() -> [Event] {
    var events: [Event] = []
    // A raw buffer, because the kernel writes records of different lengths: the numbers of `inotify_event`, then the name,
    // padded with zeros. It is large enough for any record, and used only within the closure.
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      while true {
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var offset = 0
        while offset < count {
          let head = buffer.load(fromByteOffset: offset, as: inotify_event.self)
          offset += MemoryLayout<inotify_event>.size
          let name = buffer[offset..<offset + Int(head.len)].prefix { $0 != 0 }
          events.append(Event(number: head.wd, mask: head.mask, name: String(decoding: name, as: UTF8.self)))
          offset += Int(head.len)
        }
      }
    }
    return events
  }
}
