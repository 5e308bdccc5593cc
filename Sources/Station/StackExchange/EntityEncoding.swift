extension String {
  /// The text with HTML's five special characters as entities, as the service writes titles and names.
  package var entityEncoded: String {
    var encoded = ""
    encoded.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      switch scalar {
      case "&": encoded += "&amp;"
      case "<": encoded += "&lt;"
      case ">": encoded += "&gt;"
      case "\"": encoded += "&quot;"
      case "'": encoded += "&#39;"
      default: encoded.unicodeScalars.append(scalar)
      }
    }
    return encoded
  }
}
