extension StationRequest {
  /// The key of the application: `Authorization: Bearer KEY`, or the parameter `key`, where it was before.
  var applicationKey: String? {
    let words = (header("Authorization") ?? "").split(separator: " ", maxSplits: 1)
    let bearer = words.first?.lowercased() == "bearer" ? words.last.map(String.init) : nil
    return (bearer ?? query["key"]).flatMap { $0.isEmpty ? nil : $0 }
  }
}
