import Foundation
import Model
import NIOHTTP1
import Text

/// A request before it is sent: a plain value, so that its encoding can be tested without a network. ``API`` creates and
/// sends it.
package struct Request: Sendable {
  /// The place of the parameters.
  package enum Encoding: Sendable {
    /// In the address, after the base's own query.
    case query
    /// In the body, `application/x-www-form-urlencoded`.
    case form
    /// In the body, as a JSON object.
    case json
  }

  /// The address before the path. Its own query, such as a token, comes before all parameters.
  var base: URL
  var path: RequestPath = ""
  var method = HTTPMethod.GET
  var parameters: Parameters = [:]
  var encoding = Encoding.query
  var headers: [(name: String, value: String)] = []
  var authorization: Authorization?

  /// Returns the request as it is sent.
  ///
  /// - Throws: if JSON cannot represent a parameter.
  func encoded() throws(ServiceError) -> HTTPRequest {
    var request = HTTPRequest(url: address, headers: headers)
    request.method = method
    if let authorization { request.headers.append(("Authorization", authorization.headerValue)) }
    switch encoding {
    case .query: break
    case .form:
      request.headers.append(("Content-Type", "application/x-www-form-urlencoded"))
      request.body = Array(parameters.urlEncoded(space: "+").utf8)
    case .json:
      request.headers.append(("Content-Type", "application/json"))
      do {
        request.body = Array(try parameters.json())
      } catch {
        throw .unreachable(host: base.hostLabel, reason: "the request holds a number that JSON cannot")
      }
    }
    return request
  }

  private var address: String {
    let text = base.absoluteString.prefix { $0 != "#" }
    let parts = text.split(separator: "?", maxSplits: 1)
    var address = String(parts.first ?? "")
    if !path.escaped.isEmpty {
      while address.ends(with: "/") { address.removeLast() }
      address += "/" + path.escaped
    }
    var fields = parts.dropFirst().map(String.init)
    if encoding == .query, !parameters.isEmpty { fields.append(parameters.urlEncoded(space: "%20")) }
    return address + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
  }
}

/// The authorisation of a request.
package enum Authorization: Sendable {
  /// A key or a token (RFC 6750).
  case bearer(Secret)
  /// A name and a password (RFC 7617).
  case basic(user: String, password: Secret)

  var headerValue: String {
    switch self {
    case .bearer(let secret): "Bearer " + secret.value
    case .basic(let user, let password): "Basic " + Data("\(user):\(password.value)".utf8).base64EncodedString()
    }
  }

  /// The secrets that no error may repeat: the key or the password, and how it is encoded in the header.
  var secrets: [Secret] {
    switch self {
    case .bearer(let secret): [secret]
    case .basic(_, let password): [password, Secret(anything: String(headerValue.dropFirst("Basic ".count)))]
    }
  }
}
