import NIOCore
import NIOHTTP1

// What tests make of responses.
extension Response {
  init(_ canned: CannedResponse) {
    status = HTTPResponseStatus(statusCode: canned.status)
    headers = HTTPHeaders(canned.headers.map { ($0.name, $0.value) })
    headers.remove(name: "Content-Length")
    headers.remove(name: "Transfer-Encoding")
    chunks = canned.chunks.map { ByteBuffer(bytes: $0) }
    ending = canned.ending
    // RFC 1952 §2.3.1: what a gzip file begins with.
    let isGzipAlready = canned.chunks.joined().prefix(2).elementsEqual([0x1F, 0x8B])
    isCompressed = headers["Content-Encoding"].contains("gzip") && !isGzipAlready
  }

  /// The same response with what a fault does to it; faults that are no matter of a finished response change nothing.
  func broken(by fault: Fault) -> Response {
    var response = self
    switch fault {
    case .truncatedBody: response.isTruncated = true
    case .byteOrderMark:
      let body = chunks.flatMap { $0.readableBytesView }
      response.chunks = [ByteBuffer(bytes: [0xEF, 0xBB, 0xBF] + body)]
    case .uncompressed: response.isCompressed = false
    case .gzipWithoutHeader:
      response.isCompressed = true
      response.hidesCoding = true
    case .notANumber:
      let body = String(decoding: chunks.flatMap { $0.readableBytesView }, as: UTF8.self)
      let number = body.firstMatch(of: /"temperature":(-?[0-9.eE+-]+)/)?.output.1
      guard let number else { break }
      let broken = body.replacingCharacters(in: number.startIndex..<number.endIndex, with: "NaN")
      response.chunks = [ByteBuffer(string: broken)]
    default: break
    }
    return response
  }
}
