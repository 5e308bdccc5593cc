import Clients
import Edits
import Foundation
import Model
import Signals
import Text

extension MediaWikiClient {
  /// What an edit changed. A person is waiting for this request, so if the service asks for a pause, the error is reported
  /// immediately.
  public func diff(of edit: WikiRevision) -> SignalProducer<EditAnswer, ServiceError> {
    guard let host = WikiDomain.domain(ofDatabase: edit.wiki), let url = address.rest(of: host) else {
      return SignalProducer(error: .notFound("the address of \(SafeText(label: edit.wiki))"))
    }
    let rest = api(at: url)
    let answer =
      if let old = edit.old {
        politely(
          rest.get("v1/revision/\(old)/compare/\(edit.new)", headers: headers)
            .json(Comparison.self) { $0.content.map(EditDiff.init) })
      } else {
        politely(
          rest.get("v1/revision/\(edit.new)", headers: headers)
            .json(Revision.self) { $0.content.map { EditDiff(newPage: $0.source) } })
      }
    return answer.map { EditAnswer.diff($0 ?? EditDiff()) }
      .flatMapError { error in
        error.isMissingPath ? table(of: edit, at: host) : SignalProducer(error: error)
      }
      .flatMapError { error in
        error.absence.map { SignalProducer(value: .absent($0)) } ?? SignalProducer(error: error)
      }
  }

  /// The same from `api.php`, for a wiki without `rest.php`. It is sent without `maxlag`, which is for requests that nobody
  /// is waiting for (https://www.mediawiki.org/wiki/API:Etiquette).
  private func table(of edit: WikiRevision, at host: String) -> SignalProducer<EditAnswer, ServiceError> {
    // Without it no row is found, and nothing would look like an edit that changed nothing.
    guard HTMLTree.isAvailable else {
      return SignalProducer(error: .notFound("libxml2 on this machine, which reads what this wiki sends"))
    }
    guard let url = address.api(of: host) else { return SignalProducer(error: .notFound("the address of the wiki")) }
    var parameters: Parameters = [
      "action": "compare", "format": "json", "formatversion": 2, "uselang": "en", "prop": "diff",
      "fromrev": edit.old ?? edit.new,
    ]
    if edit.old == nil { parameters.append("torelative", "prev") } else { parameters.append("torev", edit.new) }
    return politely(
      api(at: url).get("", parameters, headers: headers).json(MediaWikiAnswer<ComparedPage>.self) {
        .diff(EditDiff(table: $0.content?.body ?? ""))
      })
  }

  private typealias Comparison = RESTAnswer<ComparePayload>
  private typealias Revision = RESTAnswer<RevisionPayload>
}

extension ServiceError {
  /// Whether the server has nothing at this address.
  fileprivate var isMissingPath: Bool {
    switch self {
    case .httpStatus(404, _, _): true
    case .refused(let name, _): name == "rest-no-match"
    default: false
    }
  }

  /// The permanent reason why an edit cannot be shown, from the service's error. Source: wikimedia/mediawiki
  /// includes/Rest/Handler/CompareHandler.php and RevisionSourceHandler.php.
  var absence: EditAnswer.Absence? {
    guard case .refused(let name, _) = self else { return nil }
    return switch name.string {
    case "rest-compare-nonexistent", "rest-nonexistent-revision", "nosuchrevid": .deleted
    case "rest-compare-inaccessible", "rest-compare-permission-denied", "rest-permission-denied-revision",
      "missingcontent":
      .hidden
    case "rest-compare-wrong-content", "rest-compare-page-mismatch": .noText
    default: nil
    }
  }
}

extension ServiceError {
  /// Adds the setting that fixes the error, if Wikimedia's gateway refuses a client that does not give a contact, or allows
  /// it fewer requests (https://www.mediawiki.org/wiki/Wikimedia_APIs/Rate_limits).
  ///
  /// - Parameters:
  ///   - contact: the contact in the settings.
  ///   - isCounted: whether the request counts against the rate limit. Connections to the stream do not.
  func advising(contact: String?, isCounted: Bool = true) -> ServiceError {
    let line: SafeText = "contact: you@example.org"
    switch self {
    case .throttled(var pause) where contact == nil && isCounted:
      pause.words = "a line in the settings allows more requests, \(line)"
      return .throttled(pause)
    case .httpStatus(let status, let host, let words?) where [401, 403].contains(status) && words.blamesName:
      let message: SafeText =
        contact == nil
        ? "\(host) wants to know whom to contact; put a line into the settings, \(line)"
        : "\(host) does not take the contact in the settings; it wants a mail address or a URL"
      return .refused(name: "HTTP status \(status)", message: message)
    default: return self
    }
  }
}

extension SafeText {
  /// Whether the server refuses because of the program's user agent.
  fileprivate var blamesName: Bool {
    let words = string.lowercased()
    return ["user-agent", "user agent", "robot policy"].contains { words.contains($0) }
  }
}
