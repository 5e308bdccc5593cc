import Text

extension NearestWord {
  /// Returns a sentence that a word is unknown, with the word that is meant, or the possible ones.
  static func unknown(_ noun: SafeText, _ word: String, among known: [String]) -> SafeText {
    let meant = nearest(to: word, among: known).map { [$0] } ?? known.filter { $0.begins(with: "\(word)-") }
    let advice: SafeText =
      meant.isEmpty
      ? "known here: \(Quoted.first(20, of: known))" : "did you mean \(Quoted.choice(meant))?"
    return "unknown \(noun) \(Quoted.text(word)); \(advice)"
  }
}
