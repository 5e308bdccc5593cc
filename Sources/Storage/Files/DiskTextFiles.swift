import Dispatch
import Foundation
import Glibc
import Model
import Signals
import Text

/// Writes files to the disk: first beside their place, then moved there, so that a file is never half written.
public struct DiskTextFiles: TextFiles {
  private let home: String?
  private let directory: String
  private let scheduler: any Scheduler
  private let queue = DispatchQueue(label: "reactui.files")

  /// - Parameters:
  ///   - home: What `~` stands for; `nil` if that is unknown.
  ///   - directory: Where relative paths begin.
  ///   - scheduler: The interface's, on which results are sent.
  public init(
    home: String?, directory: String = FileManager.default.currentDirectoryPath, on scheduler: any Scheduler
  ) {
    (self.home, self.directory, self.scheduler) = (home, directory, scheduler)
  }

  public func write(_ file: TextFile) -> SignalProducer<SafeText, FileRefusal> {
    SignalProducer<SafeText, FileRefusal> { [self] observer, _ in
      queue.async {
        do throws(FileRefusal) {
          observer.send(value: SafeText(oneLine: try writeNow(file)))
          observer.sendCompleted()
        } catch {
          observer.send(error: error)
        }
      }
    }
    .observe(on: scheduler)
  }

  /// - Returns: The path of the file.
  private func writeNow(_ file: TextFile) throws(FileRefusal) -> String {
    let path = expanded(file.path)
    guard !path.ends(with: "/") else { throw FileRefusal("A name for the file is missing", file: file) }
    var target = path
    var mode: mode_t?
    var known = stat()
    if stat(path, &known) == 0 {
      switch known.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFDIR: throw FileRefusal("\(name(path)) is a directory: add a name for the file", file: file)
      default: throw FileRefusal("\(name(path)) is no ordinary file: choose another name", file: file)
      }
      guard file.replaces else { throw Self.exists(file, name(path)) }
      // A link stays a link to the file that is replaced.
      target = resolved(path)
      mode = known.st_mode & 0o7777
    } else if let link = DanglingLink(onTheWayTo: path) {
      // The file would take the place of the link.
      throw FileRefusal(link.sentence, file: file)
    }
    let folder = target.unicodeScalars.lastIndex(of: "/").map { String(target.unicodeScalars[...$0]) } ?? "./"
    let beside = "\(folder).reactui-\(UInt32.random(in: 0...(.max)))"
    func refusal(_ code: Int32) -> FileRefusal { Self.refusal(code, file, name(path), folder: name(folder)) }
    let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw refusal(errno) }
    var code = Self.write(Array(file.text.utf8), to: descriptor)
    if code == 0, let mode, fchmod(descriptor, mode) != 0 { code = errno }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    if Glibc.close(descriptor) != 0, code == 0 { code = errno }
    if code == 0 { code = Self.move(beside, to: target, replacing: file.replaces) }
    guard code == 0 else {
      unlink(beside)
      throw refusal(code)
    }
    return target
  }

  private func expanded(_ path: String) -> String {
    if let home, path == "~" || path.begins(with: "~/") { return home + path.dropFirst() }
    return path.begins(with: "/") ? path : "\(directory)/\(path)"
  }

  private func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private func name(_ path: String) -> SafeText { "“\(SafeText(label: path))”" }

  /// - Returns: 0, or the code of the failure.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : EIO }
      rest = rest.dropFirst(count)
    }
    return 0
  }

  /// Without `replacing`, a file that another program has written meanwhile stays.
  ///
  /// - Returns: 0, or the code of the failure.
  private static func move(_ path: String, to target: String, replacing: Bool) -> Int32 {
    if !replacing {
      if link(path, target) == 0 {
        unlink(path)
        return 0
      }
      // Some file systems have no hard links.
      guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else { return errno }
      if access(target, F_OK) == 0 { return EEXIST }
    }
    return rename(path, target) == 0 ? 0 : errno
  }

  private static func exists(_ file: TextFile, _ name: SafeText) -> FileRefusal {
    FileRefusal("\(name) is there already", file: file, mayReplace: true)
  }

  /// The reason of a failure as a sentence.
  static func refusal(_ code: Int32, _ file: TextFile, _ name: SafeText, folder: SafeText) -> FileRefusal {
    switch code {
    case EEXIST: return exists(file, name)
    case ENOENT: return FileRefusal("There is no directory \(folder)", file: file)
    case ENOTDIR: return FileRefusal("\(folder) is no directory", file: file)
    case EACCES, EPERM: return FileRefusal("No permission to write in \(folder)", file: file)
    case EROFS: return FileRefusal("Nothing can be written in \(folder): it is read-only", file: file)
    case ENOSPC, EDQUOT: return FileRefusal("No space is left in \(folder)", file: file)
    case EFBIG: return FileRefusal("\(name) would be larger than files may be", file: file)
    case ENAMETOOLONG: return FileRefusal("This name is too long for a file", file: file)
    default:
      let reason = SafeText(oneLine: String(cString: strerror(code)))
      return FileRefusal("\(name) was not written: \(reason)", file: file)
    }
  }
}
