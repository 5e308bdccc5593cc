import Model

extension Override<Int?> {
  /// The percentages in the stored form: the chosen one, and that of the settings if there is one, `62 50`.
  var text: String { ([value, setting].compactMap { $0 }).map(String.init).joined(separator: " ") }

  /// - Returns: `nil` for a text without one or two percentages.
  init?(text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(parts.count), parts.allSatisfy({ $0.map((1...99).contains) ?? false }) else { return nil }
    self.init(parts[0], of: parts.count > 1 ? parts[1] : nil)
  }
}
