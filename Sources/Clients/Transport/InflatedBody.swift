import Model
import NIOCore
import NIOHTTP1
import Signals
import Synchronization
import Text

extension SignalProducer where Value == HTTPPart, Error == ServiceError {
  /// The same answer with its body inflated as it comes: for a stream, for whose end nobody can wait. Fails when the body
  /// is compressed in a way that is not known, or is damaged.
  ///
  /// Whoever asks for a plain body (`Accept-Encoding: identity`) may still get another one, from a gateway on the way.
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
  private let host: SafeText
  /// `nil` while nothing needs to be inflated.
  private let inflation = Mutex<Inflation?>(nil)

  init(host: SafeText) { self.host = host }

  func inflated(_ part: HTTPPart) throws(ServiceError) -> HTTPPart {
    do {
      switch part {
      case .head(let head):
        if try isCompressed(head) {
          try inflation.withLock { inflation throws(Inflation.Failure) in inflation = try Inflation() }
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
        guard output.readableBytes + piece.count <= Gzip.sizeLimit else { throw .tooLarge }
        output.writeBytes(piece)
      }
      return isPlain == nil ? nil : output
    }
  }

  /// Whether the body has to be inflated; `x-gzip` is what gzip was called once (RFC 9110, §8.4.1.3).
  private func isCompressed(_ head: HTTPHead) throws(ServiceError) -> Bool {
    let codings = head.headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }
    switch codings.filter({ $0 != "identity" }) {
    case []: return false
    case ["gzip"], ["x-gzip"], ["deflate"]: return true
    default:
      let names = SafeText(oneLine: codings.joined(separator: ", "))
      throw .malformedAnswer(host: host, detail: "compressed with \(names)")
    }
  }
}
