import Text

/// The names by which a person calls wikis: database names, codes and languages.
///
/// | word | wiki |
/// | --- | --- |
/// | `dewiktionary`, `xyzwiki` | the one with that database name, also of a wiki that is not listed, by its form |
/// | `de`, `zh-yue`, `wikidata` | the one whose address begins with it; of several the first listed, else the Wikipedia |
/// | `german`, `Deutsch` | the one of that language |
///
/// Settings, `REACTUI_WIKIS`, `--wiki`, `wiki:` in conditions and `w` all read names with it.
public struct WikiNames: Sendable, Equatable {
  /// The database names of wikis, by everything in lower case that means them.
  private let names: [String: String]
  /// The languages that are several words.
  private let phrases: [String]

  /// The longest phrase that ``isBeginning(_:)`` and ``databaseName(of:)`` can know, in words.
  public static let longestPhrase = 4

  /// - Parameter wikis: Of several with the same code or language, the first one is meant.
  public init(_ wikis: [Wiki]) {
    var names: [String: String] = [:]
    func add(_ word: String, _ wiki: Wiki) { if names[word] == nil { names[word] = wiki.name } }
    for wiki in wikis { add(wiki.name, wiki) }
    for wiki in wikis { add(String(wiki.code), wiki) }
    var phrases: [String] = []
    for wiki in wikis {
      for language in [wiki.language, wiki.nativeLanguage].compactMap({ $0?.string.lowercased() }) {
        add(language, wiki)
        if language.contains(" ") { phrases.append(language) }
      }
    }
    (self.names, self.phrases) = (names, phrases)
  }

  /// The names of the largest wikis.
  public static let known = WikiNames(Wiki.known)

  /// Returns the database name of the wiki that a word means, in any case; `nil` if it means none.
  public func databaseName(of word: String) -> String? {
    let word = word.lowercased()
    if let name = names[word] { return name }
    let code = word.replacing("_", with: "-")
    if let name = names[code] { return name }
    if Self.codes.contains(code) { return Self.wikipedia(code) }
    return WikiDomain.domain(ofDatabase: word) == nil ? nil : word
  }

  /// Whether a language of several words begins with a text in lower case.
  public func isBeginning(_ text: String) -> Bool { phrases.contains { $0.begins(with: text) } }

  /// Whether a wiki has the database name for certain. Others may have been founded later, or never.
  public static func isCertain(_ database: String) -> Bool {
    known.names[database] == database
      || database.ends(with: "wiki") && codes.contains(String(database.dropLast(4)).replacing("_", with: "-"))
  }

  /// The words that a misspelt one may have meant.
  public static var suggestions: [String] {
    Wiki.known.map(\.name) + codes.sorted() + codes.sorted().map(wikipedia) + Wiki.known.map(\.language.string)
  }

  private static func wikipedia(_ code: String) -> String { code.replacing("-", with: "_") + "wiki" }

  /// The codes of the open Wikipedias.
  ///
  /// Source: https://meta.wikimedia.org/wiki/List_of_Wikipedias
  private static let codes: Set<String> = [
    "ab", "ace", "ady", "af", "als", "alt", "am", "ami", "an", "ang", "ann", "anp", "ar", "arc", "ary", "arz", "as",
    "ast", "atj", "av", "avk", "awa", "ay", "az", "azb", "ba", "ban", "bar", "bat-smg", "bbc", "bcl", "bdr", "be",
    "bew", "bg", "bh", "bi", "bjn", "blk", "bm", "bn", "bo", "bol", "bpy", "br", "bs", "btm", "bug", "bxr", "ca",
    "cbk-zam", "cdo", "ce", "ceb", "ch", "chr", "chy", "ckb", "co", "cr", "crh", "cs", "csb", "cu", "cv", "cy",
    "da", "dag", "de", "dga", "din", "diq", "dsb", "dty", "dv", "dz", "ee", "el", "eml", "en", "eo", "es", "et",
    "eu", "ext", "fa", "fat", "ff", "fi", "fiu-vro", "fj", "fo", "fr", "frp", "frr", "fur", "fy", "ga", "gag",
    "gan", "gcr", "gd", "gl", "glk", "gn", "gom", "gor", "got", "gpe", "gu", "gur", "guw", "gv", "ha", "hak", "haw",
    "he", "hi", "hif", "hr", "hsb", "ht", "hu", "hy", "hyw", "ia", "iba", "id", "ie", "ig", "igl", "ik", "ilo",
    "inh", "io", "is", "isv", "it", "iu", "ja", "jam", "jbo", "jv", "ka", "kaa", "kab", "kaj", "kbd", "kbp", "kcg",
    "kg", "kge", "ki", "kk", "kl", "km", "kn", "ko", "koi", "krc", "ks", "ksh", "ku", "kus", "kv", "kw", "ky", "la",
    "lad", "lb", "lbe", "lez", "lfn", "lg", "li", "lij", "lld", "lmo", "ln", "lo", "lrc", "lt", "ltg", "lv", "mad",
    "mai", "map-bms", "mdf", "mg", "mhr", "mi", "min", "mk", "ml", "mn", "mni", "mnw", "mos", "mr", "mrj", "ms",
    "mt", "mwl", "my", "myv", "mzn", "na", "nah", "nap", "nds", "nds-nl", "ne", "new", "nia", "nl", "nn", "no",
    "nov", "nqo", "nr", "nrm", "nso", "nup", "nv", "ny", "oc", "olo", "om", "or", "os", "pa", "pag", "pam", "pap",
    "pcd", "pcm", "pdc", "pfl", "pi", "pih", "pl", "pms", "pnb", "pnt", "ps", "pt", "pwn", "qu", "rki", "rm", "rmy",
    "rn", "ro", "roa-rup", "roa-tara", "rsk", "ru", "rue", "rw", "sa", "sah", "sat", "sc", "scn", "sco", "sd", "se",
    "sg", "sh", "shi", "shn", "si", "simple", "sk", "skr", "sl", "sm", "smn", "sn", "so", "sq", "sr", "srn", "ss",
    "st", "stq", "su", "sv", "sw", "syl", "szl", "szy", "ta", "tay", "tcy", "tdd", "te", "test", "test2", "tet",
    "tg", "th", "ti", "tig", "tk", "tl", "tly", "tn", "to", "tpi", "tr", "trv", "ts", "tt", "tum", "tw", "ty",
    "tyv", "udm", "ug", "uk", "ur", "uz", "ve", "vec", "vep", "vi", "vls", "vo", "wa", "war", "wo", "wuu", "xal",
    "xh", "xmf", "yi", "yo", "za", "zea", "zgh", "zh", "zh-classical", "zh-min-nan", "zh-yue", "zu",
  ]
}
