import Foundation
import Signals
import Text

/// The reason why a file cannot be watched.
public struct FileWatchError: Error, Hashable, Sendable {
  /// The value of errno(3).
  public let code: Int32

  /// A sentence with what a person can do about it.
  public var sentence: SafeText {
    switch code {
    // inotify(7): the limit on watches, and the limits on instances and on open files.
    case ENOSPC: "saved settings are seen at the next start only: raise fs.inotify.max_user_watches"
    case EMFILE, ENFILE: "saved settings are seen at the next start only: raise fs.inotify.max_user_instances"
    default: "saved settings are seen at the next start only: \(SafeText(oneLine: String(cString: strerror(code))))"
    }
  }
}

/// What has been seen of a watched file.
public enum FileChange: Sendable, Hashable {
  /// Its content may be another one, and stands.
  case changed
  /// A program has begun to write it and has it open, so that its content is not whole.
  case beingWritten
}

/// Watches a file for changes by inotify(7), without polling.
public enum FileWatch {
  /// Sends when the content of a path may have changed: the file was saved, replaced, deleted or created, its permissions
  /// were changed, a folder above it was, or a symbolic link on the way to it leads elsewhere. Sends once when the file is
  /// first watched, so that a change before that is noticed. A file that is made, or written to, has changed when it is closed.
  ///
  /// Several values may be sent for one change. Changes by another machine on a network file system are not noticed.
  ///
  /// - Parameters:
  ///   - path: An absolute path. Neither the file nor its folder must exist.
  ///   - queue: The queue of the work and the values.
  public static func changes(of path: String, on queue: QueueScheduler) -> SignalProducer<FileChange, FileWatchError> {
    changes(of: path, on: queue, onClose: {})
  }

  /// - Parameter onClose: Called when the descriptor of a start has been closed, for tests.
  static func changes(
    of path: String, on queue: QueueScheduler, onClose: @escaping @Sendable () -> Void
  ) -> SignalProducer<FileChange, FileWatchError> {
    SignalProducer { observer, lifetime in
      do throws(FileWatchError) {
        let watch = try InotifyWatch(path, on: queue, onClose: onClose) { result in
          switch result {
          case .success(let change): observer.send(value: change)
          case .failure(let error): observer.send(error: error)
          }
        }
        lifetime.observeEnded { watch.cancel() }
      } catch {
        observer.send(error: error)
      }
    }
  }
}
