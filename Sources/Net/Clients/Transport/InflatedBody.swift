import Model
import NIOCore
import NIOHTTP1
import Signals
import Synchronization
import Text

extension SignalProducer where Value == HTTPPart, Error == ServiceError {
  /// Inflates the body as it arrives, for a stream. Fails if the compression is unknown, or the data is damaged.
  ///
  /// A client that asks for an uncompressed body (`Accept-Encoding: identity`) may still get a compressed one from a gateway.
  package func inflatedAsItComes(host: SafeText) -> SignalProducer<HTTPPart, ServiceError> {
    SignalProducer { observer, lifetime in
      let body = InflatedBody(host: host)
      lifetime +=
        self
        .attemptMap { part in Result { () throws(ServiceError) in try body.inflated(part) } }
        .start(observer)
    }
  }
}

/// The body of one answer.
private final class InflatedBody: Sendable {
  /// The most bytes to which the few kilobytes of one arrival may inflate: text inflates about twentyfold.
  static let pieceLimit = 4 << 20

  private let host: SafeText
  /// `nil` while nothing has to be inflated.
  private let inflation = Mutex<Inflation?>(nil)

  init(host: SafeText) { self.host = host }

  func inflated(_ part: HTTPPart) throws(ServiceError) -> HTTPPart {
    do {
      switch part {
      case .head(let head):
        if let format = try ContentCoding.format(head.headers, host: host) {
          try inflation.withLock { inflation throws(Inflation.Failure) in inflation = try Inflation(format) }
        }
        return part
      case .body(let buffer):
        return .body(try inflated(buffer) ?? buffer)
      }
    } catch let error as Inflation.Failure {
      throw .malformedAnswer(host: host, detail: error.sentence)
    } catch {
      throw ServiceError(transport: error, host: host)
    }
  }

  private func inflated(_ buffer: ByteBuffer) throws(Inflation.Failure) -> ByteBuffer? {
    try inflation.withLock { inflation throws(Inflation.Failure) in
      var output = ByteBuffer()
      let isPlain: Void? = try inflation?.read(buffer.readableBytesView) { piece throws(Inflation.Failure) in
        guard output.readableBytes + piece.count <= Self.pieceLimit else { throw .tooLarge }
        output.writeBytes(piece)
      }
      return isPlain == nil ? nil : output
    }
  }
}

/// How a body is compressed, as its head says.
enum ContentCoding {
  /// Returns the compression of a whole body. Zstandard is recognised by its magic number (RFC 8878, §3.1.1) too: a file that
  /// was compressed beforehand may be served without a header.
  static func format(
    of body: [UInt8], _ headers: HTTPHeaders, host: SafeText
  ) throws(ServiceError) -> Inflation.Format? {
    if let format = try format(headers, host: host) { return format }
    guard body.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) else { return nil }
    throw unasked("zstd", host)
  }

  private static func unasked(_ names: SafeText, _ host: SafeText) -> ServiceError {
    .malformedAnswer(host: host, detail: "compressed with \(names), which was not asked for")
  }

  /// Returns the compression; `nil` if nothing has to be inflated. `x-gzip` is an old name of gzip (RFC 9110, §8.4.1.3).
  ///
  /// A word that names no compression is ignored, as elsewhere: small servers write `Content-Encoding: utf-8`.
  ///
  /// - Throws: the names of compressions that cannot be read, and that were not asked for.
  static func format(_ headers: HTTPHeaders, host: SafeText) throws(ServiceError) -> Inflation.Format? {
    let codings = headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }
    let compressions = codings.filter { known.contains($0) }
    switch compressions {
    case []: return nil
    case ["gzip"], ["x-gzip"]: return .withHeader
    case ["deflate"]: return .deflate
    default:
      throw unasked(SafeText(oneLine: compressions.joined(separator: ", ")), host)
    }
  }

  /// The names of compressions, of IANA's registry and of the drafts of some.
  private static let known: Set = [
    "gzip", "x-gzip", "deflate", "br", "zstd", "compress", "x-compress", "exi", "pack200-gzip", "lzma", "xz", "bzip2",
    "sdch",
    "dcb", "dcz",
  ]
}
