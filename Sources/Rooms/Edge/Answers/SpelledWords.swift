extension String {
  /// The words of a name as they are written: `esp_temperatureC` has three. They are parted by whatever is neither a letter
  /// nor a digit, and by a capital letter after a small one.
  var spelledWords: [String] {
    var words: [String] = []
    var former: Unicode.Scalar = "_"
    for scalar in unicodeScalars {
      if scalar.isPartOfWord {
        if !former.isPartOfWord || former.properties.isLowercase && scalar.properties.isUppercase { words.append("") }
        words[words.count - 1].unicodeScalars.append(scalar)
      }
      former = scalar
    }
    return words
  }

  /// The words in lower case.
  var lowercasedWords: [String] { spelledWords.map { $0.lowercased() } }
}

extension Unicode.Scalar {
  fileprivate var isPartOfWord: Bool { properties.isAlphabetic || properties.numericType != nil }
}
