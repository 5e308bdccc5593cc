import Foundation

/// A file that holds one secret: a token, a key.
enum SecretFile {
  /// Longer than any secret that can be sent in a header.
  private static let maximumLength = 4_096

  /// Reads the secret, once. Blanks and line ends around it do not count.
  ///
  /// - Throws: a sentence and exit code 78 where the file cannot be read, holds nothing, or can be read by others.
  static func read(_ path: String) throws -> String {
    let file: FileHandle
    do {
      file = try FileHandle(forReadingFrom: URL(filePath: path))
    } catch {
      let reason = (error as? CocoaError)?.underlying.map { String(cString: strerror(Int32($0.code))) }
      throw Failure(.settings, "\(path) cannot be read: \(reason ?? error.localizedDescription).")
    }
    defer { try? file.close() }
    // Asked of the open file, which nobody can exchange for another in between.
    var status = stat()
    guard fstat(file.fileDescriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
      throw Failure(.settings, "\(path) is no file that holds a secret.")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw Failure(.settings, "Others than its owner have access to \(path); do: chmod 600 \(path.shellQuoted)")
    }
    let bytes = (try? file.read(upToCount: maximumLength + 1)) ?? Data()
    let secret = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard !secret.isEmpty, bytes.count <= maximumLength else {
      throw Failure(.settings, "\(path) must hold one secret, of \(maximumLength) bytes at most.")
    }
    return secret
  }
}

extension CocoaError {
  fileprivate var underlying: NSError? { userInfo[NSUnderlyingErrorKey] as? NSError }
}

extension String {
  /// As a person can paste it into a shell: in quotes where the shell would make something else of it, as zsh does of the
  /// brackets in `http://[::1]:8642/`.
  var shellQuoted: String {
    guard isEmpty || contains(where: { !($0.isASCII && ($0.isLetter || $0.isNumber) || "-._~/:=@%+,".contains($0)) })
    else { return self }
    return "'" + replacing("'", with: #"'\''"#) + "'"
  }
}
