/// An error of the Stack Exchange API. Source of numbers and names: https://api.stackexchange.com/docs/error-handling
struct APIError: Error, Hashable, Sendable {
  let id: Int
  let name: String
  let message: String

  /// A missing or invalid parameter, with its name or a message.
  static func badParameter(_ message: String) -> APIError {
    APIError(id: 400, name: "bad_parameter", message: message)
  }

  static let pageNeedsKey = APIError(
    id: 403, name: "access_denied", message: "page above 25 requires access token or app key")

  static let noMethod = APIError(id: 404, name: "no_method", message: "no method found with this name")

  static func internalError(_ message: String) -> APIError {
    APIError(id: 500, name: "internal_error", message: message)
  }

  static func throttled(seconds: Int) -> APIError {
    APIError(
      id: 502, name: "throttle_violation",
      message: "too many requests from this IP, more requests available in \(seconds) seconds")
  }
}
