extension StationRequest {
  /// The key of the application that asks: `Authorization: Bearer KEY`. The parameter `key`, where it stood before that,
  /// is read too.
  var applicationKey: String? {
    let words = (header("Authorization") ?? "").split(separator: " ", maxSplits: 1)
    let bearer = words.first?.lowercased() == "bearer" ? words.last.map(String.init) : nil
    return (bearer ?? query["key"]).flatMap { $0.isEmpty ? nil : $0 }
  }
}
