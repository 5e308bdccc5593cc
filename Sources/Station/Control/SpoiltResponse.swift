import NIOCore
import NIOHTTP1

// Changes to responses for tests.
extension Response {
  init(_ canned: CannedResponse) {
    status = HTTPResponseStatus(statusCode: canned.status)
    headers = HTTPHeaders(canned.headers.map { ($0.name, $0.value) })
    headers.remove(name: "Content-Length")
    headers.remove(name: "Transfer-Encoding")
    chunks = canned.chunks.map { ByteBuffer(bytes: $0) }
    ending = canned.ending
    // RFC 1952 §2.3.1: the first bytes of a gzip file.
    let isGzipAlready = canned.chunks.joined().prefix(2).elementsEqual([0x1F, 0x8B])
    isCompressed = headers["Content-Encoding"].contains("gzip") && !isGzipAlready
  }

  /// Returns the response with a fault. Faults that do not concern a finished response change nothing.
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
