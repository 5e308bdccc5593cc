import Text

/// A wiki that can be chosen by name.
public struct Wiki: Sendable, Hashable {
  /// The name of its database, `dewiki`.
  public let name: String
  /// Its language in English, or the name of the wiki.
  public let language: SafeText
  /// The language's own name, if it differs.
  public let nativeLanguage: SafeText?

  public init(_ name: String, _ language: SafeText, _ nativeLanguage: SafeText? = nil) {
    (self.name, self.language, self.nativeLanguage) = (name, language, nativeLanguage)
  }

  /// The first part of its address that is its own: `de` for `dewiki`, `wikidata` for `www.wikidata.org`.
  public var code: Substring {
    let parts = WikiDomain.domain(ofDatabase: name)?.split(separator: ".")
    return parts?.first { $0 != "www" } ?? Substring(name)
  }

  /// The wikis with the most edits: Wikipedias by number of edits, then other projects.
  ///
  /// Source: https://meta.wikimedia.org/wiki/List_of_Wikipedias
  public static let known: [Wiki] = [
    Wiki("enwiki", "English"),
    Wiki("dewiki", "German", "Deutsch"),
    Wiki("frwiki", "French", "Français"),
    Wiki("eswiki", "Spanish", "Español"),
    Wiki("ruwiki", "Russian", "Русский"),
    Wiki("jawiki", "Japanese", "日本語"),
    Wiki("zhwiki", "Chinese", "中文"),
    Wiki("itwiki", "Italian", "Italiano"),
    Wiki("ptwiki", "Portuguese", "Português"),
    Wiki("plwiki", "Polish", "Polski"),
    Wiki("nlwiki", "Dutch", "Nederlands"),
    Wiki("arwiki", "Arabic", "العربية"),
    Wiki("fawiki", "Persian", "فارسی"),
    Wiki("ukwiki", "Ukrainian", "Українська"),
    Wiki("viwiki", "Vietnamese", "Tiếng Việt"),
    Wiki("svwiki", "Swedish", "Svenska"),
    Wiki("hewiki", "Hebrew", "עברית"),
    Wiki("trwiki", "Turkish", "Türkçe"),
    Wiki("idwiki", "Indonesian", "Bahasa Indonesia"),
    Wiki("cswiki", "Czech", "Čeština"),
    Wiki("kowiki", "Korean", "한국어"),
    Wiki("cawiki", "Catalan", "Català"),
    Wiki("huwiki", "Hungarian", "Magyar"),
    Wiki("fiwiki", "Finnish", "Suomi"),
    Wiki("nowiki", "Norwegian Bokmål", "Norsk bokmål"),
    Wiki("srwiki", "Serbian", "Српски"),
    Wiki("rowiki", "Romanian", "Română"),
    Wiki("dawiki", "Danish", "Dansk"),
    Wiki("elwiki", "Greek", "Ελληνικά"),
    Wiki("bgwiki", "Bulgarian", "Български"),
    Wiki("skwiki", "Slovak", "Slovenčina"),
    Wiki("hrwiki", "Croatian", "Hrvatski"),
    Wiki("euwiki", "Basque", "Euskara"),
    Wiki("thwiki", "Thai", "ไทย"),
    Wiki("hiwiki", "Hindi", "हिन्दी"),
    Wiki("bnwiki", "Bengali", "বাংলা"),
    Wiki("tawiki", "Tamil", "தமிழ்"),
    Wiki("simplewiki", "Simple English"),
    Wiki("azwiki", "Azerbaijani", "Azərbaycanca"),
    Wiki("hywiki", "Armenian", "Հայերեն"),
    Wiki("kawiki", "Georgian", "ქართული"),
    Wiki("kkwiki", "Kazakh", "Қазақша"),
    Wiki("slwiki", "Slovenian", "Slovenščina"),
    Wiki("etwiki", "Estonian", "Eesti"),
    Wiki("ltwiki", "Lithuanian", "Lietuvių"),
    Wiki("lvwiki", "Latvian", "Latviešu"),
    Wiki("bewiki", "Belarusian", "Беларуская"),
    Wiki("eowiki", "Esperanto"),
    Wiki("glwiki", "Galician", "Galego"),
    Wiki("uzwiki", "Uzbek", "Oʻzbekcha"),
    Wiki("shwiki", "Serbo-Croatian", "Srpskohrvatski"),
    Wiki("mswiki", "Malay", "Bahasa Melayu"),
    Wiki("urwiki", "Urdu", "اردو"),
    Wiki("arzwiki", "Egyptian Arabic", "مصرى"),
    Wiki("cebwiki", "Cebuano", "Sinugboanon"),
    Wiki("zh_min_nanwiki", "Southern Min", "閩南語"),
    Wiki("zh_yuewiki", "Cantonese", "粵語"),
    Wiki("commonswiki", "Wikimedia Commons"),
    Wiki("wikidatawiki", "Wikidata"),
    Wiki("metawiki", "Meta-Wiki"),
    Wiki("enwiktionary", "English Wiktionary"),
    Wiki("dewiktionary", "German Wiktionary"),
    Wiki("frwiktionary", "French Wiktionary"),
    Wiki("enwikisource", "English Wikisource"),
  ]
}
