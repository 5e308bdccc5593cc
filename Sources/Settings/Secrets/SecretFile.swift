import Foundation
import Model
import Text

extension Secret {
  /// Returns the secret of a text.
  ///
  /// - Parameter source: The words before what is wrong with the text: `the variable TOKEN holds`.
  static func read(_ text: String, _ source: SafeText) throws(SecretError) -> Secret {
    if isTooShort(text) {
      throw SecretError("\(source) fewer than \(leastLength) letters, which is too short for a secret")
    }
    guard let secret = Secret(text) else { throw SecretError("\(source) characters that no key has") }
    return secret
  }
}

/// A file that contains one secret: a token, a key.
public enum SecretFile {
  /// Longer than any secret that can be sent in a header.
  private static let maximumLength = 4_096

  /// Reads the secret once. Surrounding white space is ignored.
  ///
  /// - Throws: if the file cannot be read, can be read by others than its owner, or contains no secret.
  public static func secret(_ path: String) throws(SecretError) -> Secret {
    try .read(try text(path), "\(SafeText(oneLine: path)) holds")
  }

  /// Reads the file's text without surrounding white space.
  public static func text(_ path: String) throws(SecretError) -> String {
    let label = SafeText(oneLine: path)
    // Opening a pipe would block otherwise.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      let code = errno
      if let link = DanglingLink(onTheWayTo: path) { throw SecretError(link.sentence) }
      throw SecretError("\(label) cannot be read: \(SafeText(oneLine: String(cString: strerror(code))))")
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    // Checked on the open file, which cannot be replaced in between.
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw SecretError("\(label) is no file that holds a secret")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw SecretError("chmod 600 \(SafeText(oneLine: path.shellQuoted)): others than its owner have access to it")
    }
    let bytes: Data
    do {
      bytes = try file.read(upToCount: maximumLength + 1) ?? Data()
    } catch {
      throw SecretError("\(label) cannot be read: \(SafeText(oneLine: error.localizedDescription))")
    }
    let secret = String(decoding: bytes.withoutByteOrderMark, as: UTF8.self).trimmingCharacters(
      in: .whitespacesAndNewlines)
    guard !secret.isEmpty, bytes.count <= maximumLength else {
      throw SecretError("\(label) must hold one secret, of \(maximumLength) bytes at most")
    }
    return secret
  }
}
