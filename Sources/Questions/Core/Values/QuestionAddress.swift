import Foundation
import Text

/// What an address of a Stack Exchange site leads to: a question, or an answer whose question is known to the service.
///
/// | address | post |
/// | --- | --- |
/// | `https://stackoverflow.com/questions/11227809/why-is…` | the question |
/// | `https://stackoverflow.com/q/11227809/1234` | the question, as a person shared it |
/// | `https://stackoverflow.com/questions/11227809/why-is…/11227902#11227902` | the question of that answer |
/// | `https://unix.stackexchange.com/a/11227902/1234` | the answer |
public struct QuestionAddress: Sendable, Hashable {
  public enum Post: Sendable, Hashable {
    case question(Question.ID)
    case answer(Answer.ID)
  }

  /// The site, by the name that requests give it (https://api.stackexchange.com/docs/sites, `api_site_parameter`).
  public var site: String
  public var post: Post

  public init(site: String, post: Post) {
    self.site = site
    self.post = post
  }

  /// Returns `nil` for any other address. A page of the station on this machine counts as one of Stack Overflow.
  public init?(_ text: String) {
    let text = text.contains("://") ? text : "https://\(text)"
    guard let address = URLComponents(string: text), ["http", "https"].contains(address.scheme?.lowercased()),
      let host = address.host?.lowercased(), let site = Self.site(ofHost: host)
    else { return nil }
    let parts = address.path.split(separator: "/")
    guard parts.count > 1, let id = Int(parts[1]), id > 0 else { return nil }
    switch parts[0] {
    case "questions", "q": post = .question(id)
    case "a": post = .answer(id)
    default: return nil
    }
    self.site = site
  }

  /// Returns the name in requests of a site that a person has named: `unix` for `unix`, `unix.stackexchange.com` and
  /// `www.unix.stackexchange.com`. A name that is no known address is returned as it is.
  public static func site(named name: String) -> String {
    let name = name.lowercased()
    // `localhost` is no site.
    guard name.contains("."), let site = site(ofHost: name), !name.begins(with: "127.") else { return name }
    return site
  }

  /// Sites with domains of their own; every other one is below `stackexchange.com`.
  private static let domains = [
    "stackoverflow.com": "stackoverflow", "superuser.com": "superuser", "serverfault.com": "serverfault",
    "askubuntu.com": "askubuntu", "mathoverflow.net": "mathoverflow.net", "stackapps.com": "stackapps",
  ]

  private static func site(ofHost host: String) -> String? {
    let host = host.begins(with: "www.") ? String(host.dropFirst(4)) : host
    if let site = domains[host] { return site }
    if ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host) { return QuestionFeed.standardSite }
    if host == "meta.stackexchange.com" { return "meta" }
    // `meta.superuser.com`, `ru.stackoverflow.com`, `unix.meta.stackexchange.com`
    let network = "stackexchange.com"
    guard let domain = (domains.keys + [network]).first(where: { host.ends(with: ".\($0)") }) else { return nil }
    let name = String(host.dropLast(domain.count + 1))
    guard name.wholeMatch(of: /[a-z0-9.-]+/) != nil else { return nil }
    return domains[domain].map { "\(name).\($0)" } ?? name
  }
}
