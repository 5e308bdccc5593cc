import CLibXML2
import Text

/// Inflates a body as it arrives: gzip (RFC 1952) or zlib (RFC 1950), detected from the data, and if allowed also raw deflate
/// (RFC 1951).
struct Inflation: ~Copyable {
  enum Format {
    /// With a header that identifies the format.
    case withHeader
    /// HTTP's `deflate`: zlib's format, which the name stands for, or raw data without a header, which some servers send (RFC
    /// 9110, §8.4.1.2).
    case deflate
  }

  enum Failure: Error {
    case truncated
    case damaged
    case tooLarge

    var sentence: SafeText {
      switch self {
      case .truncated: "cut off in the middle"
      case .damaged: "damaged compression"
      case .tooLarge: "too large"
      }
    }
  }

  /// The most bytes passed on at once, however much the input inflates to.
  static let pieceSize = 64 << 10

  /// Whether the input so far is complete.
  private(set) var isComplete = false
  /// What follows a whole text has begun, and is no other one: it is passed over to its end, however it is cut into pieces.
  private var isPadding = false

  // On the heap, because zlib keeps a pointer back to its stream. Nobody else has this pointer, and `deinit` frees it.
  private let stream: UnsafeMutablePointer<z_stream>

  /// The first bytes, from which the format is detected; `nil` afterwards.
  private var beginning: [UInt8]?

  init(_ format: Format = .withHeader) throws(Failure) {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(stream, Self.eitherFormatWithLargestWindow, ZLIB_VERSION, size) == Z_OK else {
      stream.deallocate()
      throw .damaged
    }
    self.stream = stream
    beginning = format == .deflate ? [] : nil
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Takes bytes and passes on what they inflate to.
  ///
  /// Another member may follow the end (RFC 1952, §2.2); other data there is padding.
  mutating func read(
    _ bytes: some Collection<UInt8>, then deliver: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    guard !isPadding else { return }
    var input = Array(bytes)
    if let known = beginning {
      input = known + input
      guard input.count >= 2 else {
        beginning = input
        return
      }
      beginning = nil
      guard Self.hasHeader(input) || inflateReset2(stream, Self.bareWithLargestWindow) == Z_OK else { throw .damaged }
    }
    var output = [UInt8](repeating: 0, count: Self.pieceSize)
    var taken = 0
    var hasMore = !input.isEmpty
    while hasMore {
      if isComplete {
        guard Gzip.mayBegin(with: input[taken]), inflateReset(stream) == Z_OK else {
          isPadding = true
          return
        }
        isComplete = false
      }
      let step = step(&input, from: taken, into: &output)
      taken += step.read
      if step.written > 0 { try deliver(output[..<step.written]) }
      switch step.status {
      case Z_OK: hasMore = taken < input.count || step.written == output.count
      case Z_STREAM_END:
        isComplete = true
        hasMore = taken < input.count
      // No progress is possible: all input has been read.
      case Z_BUF_ERROR: hasMore = false
      default: throw .damaged
      }
    }
  }

  // zlib's window bits.
  private static let eitherFormatWithLargestWindow: Int32 = 32 + 15
  private static let bareWithLargestWindow: Int32 = -15

  /// Returns whether two bytes are a header of zlib (RFC 1950, §2.2) or gzip.
  private static func hasHeader(_ bytes: [UInt8]) -> Bool {
    let isZlib = bytes[0] & 0x0F == 8 && (Int(bytes[0]) << 8 + Int(bytes[1])) % 31 == 0
    return isZlib || Gzip.isGzip(bytes)
  }

  private func step(
    _ input: inout [UInt8], from start: Int, into output: inout [UInt8]
  ) -> (status: Int32, read: Int, written: Int) {
    // Both buffers outlive the call, and zlib does not use the pointers after it.
    input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        let rest = UnsafeMutableBufferPointer(rebasing: input[start...])
        let available = (read: UInt32(clamping: rest.count), written: UInt32(clamping: output.count))
        stream.pointee.next_in = rest.baseAddress
        stream.pointee.avail_in = available.read
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = available.written
        let status = inflate(stream, Z_NO_FLUSH)
        return (
          status, Int(available.read - stream.pointee.avail_in), Int(available.written - stream.pointee.avail_out)
        )
      }
    }
  }
}
