import Dispatch
import Foundation
import Signals

/// An inotify descriptor with a watch on every folder in which a name of a path is looked up.
// Unchecked: what is mutable is used on the queue only, after `init`.
final class InotifyWatch: @unchecked Sendable {
  /// The events that matter in a folder or of a file.
  private enum Interest {
    case anything
    case names(Set<String>)
  }

  private let path: String
  private let descriptor: Int32
  private let source: any DispatchSourceRead
  private let report: @Sendable (Result<Void, FileWatchError>) -> Void
  /// By watch descriptor.
  private var interests: [Int32: Interest] = [:]

  /// - Parameters:
  ///   - onClose: Called when the descriptor has been closed.
  ///   - report: Called on `queue`, with a success for each change and once when the watches are set.
  init(
    _ path: String, on queue: QueueScheduler, onClose: @escaping @Sendable () -> Void,
    report: @escaping @Sendable (Result<Void, FileWatchError>) -> Void
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
    queue.queue.async { self.follow() }
  }

  func cancel() { source.cancel() }

  // MARK: Following the path

  private static let changesOfNames = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_ONLYDIR

  /// Watches the path as it leads now, and reports.
  private func follow() {
    guard !source.isCancelled else { return }
    var found: [Int32: Interest] = [:]
    var failure: FileWatchError?
    func watch(_ path: String, _ events: Int32, for name: String?) {
      // Added to the events of the same folder, in case several names are looked up in it.
      let number = inotify_add_watch(descriptor, path, UInt32(bitPattern: events) | UInt32(IN_MASK_ADD))
      guard number >= 0 else {
        // A folder that has disappeared in the meantime is noticed in the folder above it. An unreadable one is not watched.
        if errno == ENOSPC || errno == ENOMEM { failure = FileWatchError(code: errno) }
        return
      }
      guard let name else {
        found[number] = .anything
        return
      }
      if case .names(let names) = found[number] {
        found[number] = .names(names.union([name]))
      } else {
        found[number] = .names([name])
      }
    }

    let end = PathLookup.walk(along: path) { lookup in
      // Of a file that is being written only the end matters: its content is incomplete before.
      watch(lookup.folder, Self.changesOfNames | (lookup.isLast ? IN_CLOSE_WRITE : 0), for: lookup.name)
    }
    // The file may have another name (a hard link), by which it may be written.
    if case .file(let file) = end { watch(file, IN_CLOSE_WRITE, for: nil) }

    for number in interests.keys where found[number] == nil { inotify_rm_watch(descriptor, number) }
    interests = found
    report(failure.map { .failure($0) } ?? .success(()))
  }

  // MARK: Events

  private func read() {
    var isOurs = false
    for event in pendingEvents() {
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isOurs = true }
      switch interests[event.number] {
      case .anything: isOurs = true
      // The watch disappears with the folder.
      case .names(let names): if event.name.isEmpty || names.contains(event.name) { isOurs = true }
      case nil: break
      }
      if event.mask & UInt32(IN_IGNORED) != 0 { interests[event.number] = nil }
    }
    if isOurs { follow() }
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
