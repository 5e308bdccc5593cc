/// The secret that every request to a station must contain. It is never printed.
public struct AccessToken: Sendable {
  private let bytes: [UInt8]

  /// - Returns: `nil` unless `Authorization: Bearer` can carry the text: letters, digits and `-._~+/`, then perhaps `=`.
  ///   Source: RFC 6750 §2.1.
  public init?(_ text: String) {
    guard text.wholeMatch(of: /[A-Za-z0-9\-._~+\/]+=*/) != nil else { return nil }
    bytes = Array(text.utf8)
  }

  /// Returns whether `candidate` is this token. The duration depends only on the candidate's length and does not reveal how
  /// much of a guess was right.
  func matches(_ candidate: some Collection<UInt8>) -> Bool {
    var difference: UInt8 = candidate.count == bytes.count ? 0 : 1
    for (index, byte) in candidate.enumerated() { difference |= byte ^ bytes[index % bytes.count] }
    return difference == 0
  }
}

extension AccessToken: CustomStringConvertible, CustomReflectable {
  public var description: String { "(a token)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
