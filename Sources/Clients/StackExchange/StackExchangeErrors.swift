import Foundation
import Model
import Text

/// Tells answers of the API from its failures (https://api.stackexchange.com/docs/error-handling).
///
/// Every error of the API itself is HTTP 400 with the code in the body; a status like 502 with HTML comes from the
/// gateway in front of it.
enum StackExchangeErrors {
  /// The content of an answer that is none.
  ///
  /// - Throws: the service's own error where the body holds one, else what the status says, else what is wrong with
  ///   the body.
  static func payload<Item>(
    in answer: HTTPAnswer, of item: Item.Type = Item.self, at now: Date
  ) throws(ServiceError) -> StackExchangePayload<Item> {
    let payload = Result { () throws(ServiceError) in try answer.decoded(StackExchangePayload<Item>.self) }
    if case .success(let payload) = payload, let id = payload.errorID {
      throw error(id: id, name: payload.errorName, message: payload.errorMessage, at: now)
    }
    switch answer.status {
    case 200..<300: return try payload.get()
    default: throw answer.refusal(at: now)
    }
  }

  private static func error(id: Int, name: String?, message: String?, at now: Date) -> ServiceError {
    let message = message ?? ""
    switch id {
    case 502: return .throttled(until: seconds(in: message).map { now.addingTimeInterval(Double($0)) })
    default:
      return .refused(
        name: SafeText(oneLine: name ?? "error \(id)"), message: SafeText(oneLine: Entities.decoded(message)))
    }
  }

  /// The 17524 of "too many requests from this IP, more requests available in 17524 seconds": the only place where the
  /// service says how long.
  static func seconds(in message: String) -> Int? {
    guard let match = message.firstMatch(of: /available in (\d{1,9}) second/) else { return nil }
    return Int(match.1)
  }
}
