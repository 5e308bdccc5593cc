import Foundation
import Model
import Text

/// Reads the bytes of a settings file.
public enum SettingsFileReader {
  /// Returns the file's bytes; `nil` if there is no such file.
  ///
  /// Never blocks, whatever the path leads to: a FIFO, a device other than `/dev/null` or a folder is refused.
  public static func bytes(
    at path: String, name: SafeText = "config.yaml"
  ) -> Result<[UInt8]?, SettingsMistakes> {
    // Without O_NONBLOCK, opening a FIFO would block until it has a writer.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      let code = errno
      // Settings on a disk that is not there are not the same as none.
      if let link = DanglingLink(onTheWayTo: path) { return failure(link.sentence, name) }
      return failure(code, name)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return failure(errno, name) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    // It has no settings, as it has nothing else.
    case S_IFCHR where status.st_rdev == Self.nullDevice: return .success([])
    case S_IFDIR: return failure("this is a folder; the settings are a file", name)
    default: return failure("this is no file but a device, a socket or a pipe; save it as a file", name)
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    // One byte more than allowed shows that there are too many.
    while bytes.count <= SettingsBytes.maximumCount {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return failure(errno, name) }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return .success(bytes)
  }

  /// `/dev/null`, by whatever path: character device 1, 3 (null(4)), as the C library writes small numbers (makedev(3)).
  private static let nullDevice: dev_t = 1 << 8 | 3

  /// Returns when the file at a path, or at the end of the links there, was last written to; `nil` where there is none.
  static func modificationDate(at path: String) -> Date? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let time = status.st_mtim
    return Date(timeIntervalSince1970: TimeInterval(time.tv_sec) + TimeInterval(time.tv_nsec) / 1e9)
  }

  /// What a failed call means; `nil` bytes where there is no file.
  static func failure(_ code: Int32, _ name: SafeText) -> Result<[UInt8]?, SettingsMistakes> {
    switch code {
    case ENOENT, ENOTDIR: .success(nil)
    case EACCES, EPERM:
      failure("the file cannot be read: you have no permission; look at the modes of the file and its folders", name)
    case ELOOP: failure("the file cannot be read: its symbolic links lead in a circle", name)
    case ENXIO: failure("this is no file but a device, a socket or a pipe; save it as a file", name)
    default: failure("the file cannot be read: \(SafeText(oneLine: String(cString: strerror(code))))", name)
    }
  }

  private static func failure(_ sentence: SafeText, _ name: SafeText) -> Result<[UInt8]?, SettingsMistakes> {
    .failure(SettingsMistakes(place: .wholeFile(name: name), sentence))
  }
}
