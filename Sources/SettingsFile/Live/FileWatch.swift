import Foundation
import Signals
import Text

/// Why a file cannot be watched.
public struct FileWatchError: Error, Hashable, Sendable {
  /// The system's number for it (errno(3)).
  public let code: Int32

  /// What a person can do about it.
  public var sentence: SafeText {
    switch code {
    // inotify(7): the limit on watches, and the limits on instances and on open files.
    case ENOSPC: "saved settings are seen at the next start only: raise fs.inotify.max_user_watches"
    case EMFILE, ENFILE: "saved settings are seen at the next start only: raise fs.inotify.max_user_instances"
    default: "saved settings are seen at the next start only: \(SafeText(oneLine: String(cString: strerror(code))))"
    }
  }
}

/// Tells when a file may have changed, by inotify(7): nothing is polled.
public enum FileWatch {
  /// Sends when what is at a path may have changed: the file was saved, replaced, deleted or created, its permissions were
  /// changed, a folder above it was, or a symbolic link on the way to it leads elsewhere. Sends once as soon as the file
  /// is watched, so that a change before that is seen.
  ///
  /// Several values may come for one change. Changes that another machine makes on a network file system are not seen.
  ///
  /// - Parameters:
  ///   - path: An absolute path. Neither the file nor its folder has to be there.
  ///   - queue: Where values are sent, and where the work is done.
  public static func changes(of path: String, on queue: QueueScheduler) -> SignalProducer<Void, FileWatchError> {
    changes(of: path, on: queue, onClose: {})
  }

  /// - Parameter onClose: Called when the descriptor of a start was closed, for tests.
  static func changes(
    of path: String, on queue: QueueScheduler, onClose: @escaping @Sendable () -> Void
  ) -> SignalProducer<Void, FileWatchError> {
    SignalProducer { observer, lifetime in
      do throws(FileWatchError) {
        let watch = try InotifyWatch(path, on: queue, onClose: onClose) { result in
          switch result {
          case .success: observer.send(value: ())
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
