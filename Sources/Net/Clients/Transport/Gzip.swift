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
    var inflation = try Inflation(format)
    try inflation.read(bytes) { piece throws(Inflation.Failure) in
      guard output.count + piece.count <= limit else { throw .tooLarge }
      output.append(contentsOf: piece)
    }
    guard inflation.isComplete else { throw .truncated }
    return output
  }
}
