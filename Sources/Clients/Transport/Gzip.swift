/// Complete bodies in gzip (RFC 1952), and in HTTP's `deflate`.
enum Gzip {
  /// Returns whether the first two bytes are those of gzip; no JSON, HTML or text begins like this.
  static func isGzip(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: magic)
  }

  /// Returns whether gzip may begin with a byte.
  static func mayBegin(with byte: UInt8) -> Bool { byte == magic[0] }

  private static let magic: [UInt8] = [0x1F, 0x8B]

  /// - Parameter limit: A body that inflates to more bytes is treated as an attack.
  static func inflated(
    _ bytes: [UInt8], as format: Inflation.Format = .withHeader, limit: Int = HTTPRequest.wholeBodyLimit
  ) throws(Inflation.Failure) -> [UInt8] {
    var output: [UInt8] = []
    guard try inflate(bytes, as: format, limit: limit, into: &output) else { throw .truncated }
    return output
  }

  /// Appends what a body inflates to, also before it throws.
  ///
  /// - Returns: Whether the body is complete.
  fileprivate static func inflate(
    _ bytes: [UInt8], as format: Inflation.Format, limit: Int, into output: inout [UInt8]
  ) throws(Inflation.Failure) -> Bool {
    var inflation = try Inflation(format)
    try inflation.read(bytes) { piece throws(Inflation.Failure) in
      guard output.count + piece.count <= limit else { throw .tooLarge }
      output.append(contentsOf: piece)
    }
    return inflation.isComplete
  }
}

/// What a compressed body says, for those who keep it.
package enum InflatedBeginning {
  /// Returns what a body inflates to, as far as it is whole; the body itself if it is not compressed.
  ///
  /// - Parameter coding: The value of `Content-Encoding`, in lower case.
  package static func of(_ body: [UInt8], coding: String?) -> [UInt8] {
    let isDeflated = coding == "deflate"
    guard isDeflated || Gzip.isGzip(body) else { return body }
    var output: [UInt8] = []
    // Whatever cannot be inflated is lost, as it is for the client.
    _ = try? Gzip.inflate(
      body, as: isDeflated ? .deflate : .withHeader, limit: HTTPRequest.wholeBodyLimit, into: &output)
    return output
  }
}
