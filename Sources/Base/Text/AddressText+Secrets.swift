import Foundation

extension AddressText {
  /// The names of query items with secrets, in lowercase and without `-` and `_`.
  private static let secretNames: Set<String> = [
    "key", "apikey", "accesskey", "token", "accesstoken", "authtoken", "auth", "authorization", "secret",
    "clientsecret",
    "password", "passwd", "pwd", "sig", "signature", "code", "session", "sessionid",
  ]

  /// Returns whether a query item has the name of a secret.
  ///
  /// - Parameter name: Percent-encoded or not.
  public static func namesSecret(_ name: String) -> Bool {
    let name = (name.removingPercentEncoding ?? name).lowercased().filter { $0 != "-" && $0 != "_" }
    return secretNames.contains(name)
  }

  /// Returns a URL with `...` in place of the values of its query and of its fragment, which may be tokens.
  public static func withoutTokens(_ url: URL) -> String? {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return nil }
    parts.queryItems = parts.queryItems?.map { URLQueryItem(name: $0.name, value: $0.value.map { _ in "..." }) }
    if parts.fragment?.isEmpty == false { parts.fragment = "..." }
    return parts.string
  }

  /// Returns the address without credentials: name and password, and the values of a query and of a fragment, which may be tokens.
  public static func safe(_ url: URL) -> SafeText? {
    withoutTokens(url).map { SafeText(oneLine: withoutPasswords($0)) }
  }
}
