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
  func inflatedAsItComes(host: SafeText) -> SignalProducer<HTTPPart, ServiceError> {
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
        if let format = try format(head) {
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

  /// Returns the compression of the body; `x-gzip` is an old name of gzip (RFC 9110, §8.4.1.3).
  private func format(_ head: HTTPHead) throws(ServiceError) -> Inflation.Format? {
    let codings = head.headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }
    switch codings.filter({ $0 != "identity" }) {
    case []: return nil
    case ["gzip"], ["x-gzip"]: return .withHeader
    case ["deflate"]: return .deflate
    default:
      let names = SafeText(oneLine: codings.joined(separator: ", "))
      throw .malformedAnswer(host: host, detail: "compressed with \(names)")
    }
  }
}
