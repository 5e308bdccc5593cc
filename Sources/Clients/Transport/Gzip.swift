import CLibXML2
import Text

/// Inflates gzip bodies (RFC 1952) with zlib.
enum Gzip {
  enum Failure: Error {
    case truncated
    case damaged
    case tooLarge

    var sentence: SafeText {
      switch self {
      case .truncated: "it ends in the middle"
      case .damaged: "its compression is damaged"
      case .tooLarge: "it is too large"
      }
    }
  }

  /// A body inflated to more than this is not an answer but an attack.
  static let sizeLimit = 64 << 20

  /// Whether bytes are gzip by their first two; no JSON, HTML or text begins like that.
  static func isGzip(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x1F, 0x8B])
  }

  static func inflated(_ bytes: [UInt8], limit: Int = sizeLimit) throws(Failure) -> [UInt8] {
    // zlib keeps a pointer back to its stream, so the stream must not move: it lives on the heap until the end.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer {
      stream.deinitialize(count: 1)
      stream.deallocate()
    }
    let gzipWithLargestWindow: Int32 = 16 + 15
    guard
      inflateInit2_(stream, gzipWithLargestWindow, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw .damaged }
    defer { inflateEnd(stream) }
    return try inflate(bytes, with: stream, limit: limit).get()
  }

  private static func inflate(
    _ bytes: [UInt8], with stream: UnsafeMutablePointer<z_stream>, limit: Int
  ) -> Result<[UInt8], Failure> {
    var input = bytes
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    // Both buffers outlive every call that is given a pointer into them.
    return input.withUnsafeMutableBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = UInt32(clamping: input.count)
      return chunk.withUnsafeMutableBufferPointer { chunk in
        while true {
          stream.pointee.next_out = chunk.baseAddress
          stream.pointee.avail_out = UInt32(chunk.count)
          let status = CLibXML2.inflate(stream, Z_NO_FLUSH)
          let produced = chunk.count - Int(stream.pointee.avail_out)
          guard output.count + produced <= limit else { return .failure(.tooLarge) }
          output.append(contentsOf: chunk[..<produced])
          switch status {
          case Z_STREAM_END: return .success(output)
          case Z_OK: continue
          // No progress is possible: the input is used up before the end.
          case Z_BUF_ERROR: return .failure(.truncated)
          default: return .failure(.damaged)
          }
        }
      }
    }
  }
}
