/// A language whose code is shown in colours.
///
/// The raw value is what the cache stores. It is never reused.
public enum CodeLanguage: String, Sendable, Hashable, CaseIterable {
  /// Text that its author calls no language.
  case none
  case bash, c, cpp, csharp, css, dart, go, haskell, java, javascript, json, kotlin, lua, markup, objectivec, perl, php
  case powershell, python, r, ruby, rust, scala, sql, swift, typescript, visualBasic, yaml

  /// Creates the language of a block's class or of a tag, such as `py`, `python-3.x` or `c++17`; `nil` if it is unknown.
  public init?(name: some StringProtocol) {
    guard let language = Self.language(of: name.lowercased(), in: Self.names) else { return nil }
    self = language
  }

  /// Looks up a name that a version may follow.
  private static func language(of name: String, in table: [String: CodeLanguage]) -> CodeLanguage? {
    if let language = table[name] { return language }
    return name.lastIndex { !"0123456789.x-".contains($0) }.flatMap { table[String(name[...$0])] }
  }

  /// Creates the language that the classes of an HTML element name, such as `lang-py prettyprint-override`.
  public init?(classes: String) {
    for name in classes.split(whereSeparator: \.isWhitespace) {
      for prefix in ["lang-", "language-"] where name.begins(with: prefix) {
        guard let language = CodeLanguage(name: name.dropFirst(prefix.count)) else { continue }
        self = language
        return
      }
    }
    return nil
  }

  /// Creates the most specific language that a question's tags name: a programming language rather than the one of a library,
  /// and that rather than one of data or pages; among equals the first.
  public init?(tags: [SafeText]) {
    var best: (language: CodeLanguage, rank: Int)?
    for tag in tags {
      let named = CodeLanguage(name: tag.string)
      guard let language = named ?? Self.language(of: tag.string.lowercased(), in: Self.libraries), language != .none
      else { continue }
      let rank = language.rank(isNamed: named != nil)
      if best.map({ rank > $0.rank }) ?? true { best = (language, rank) }
    }
    guard let best else { return nil }
    self = best.language
  }

  private func rank(isNamed: Bool) -> Int {
    switch self {
    case .css, .json, .markup, .sql, .yaml: 0
    case _ where !isNamed: 1
    // Questions about these often carry the tag of the language that they extend.
    case .typescript, .cpp: 3
    default: 2
    }
  }

  private static let names: [String: CodeLanguage] = [
    "none": .none, "text": .none, "plaintext": .none,
    "bash": .bash, "sh": .bash, "shell": .bash, "zsh": .bash, "ksh": .bash, "bsh": .bash,
    "c": .c, "c++": .cpp, "cpp": .cpp, "cc": .cpp, "cxx": .cpp, "c++-cli": .cpp,
    "c#": .csharp, "cs": .csharp, "csharp": .csharp,
    "css": .css, "sass": .css, "scss": .css, "less": .css, "dart": .dart, "go": .go, "golang": .go,
    "haskell": .haskell, "hs": .haskell, "java": .java,
    "javascript": .javascript, "js": .javascript, "jsx": .javascript, "ecmascript": .javascript,
    "json": .json, "kotlin": .kotlin, "kt": .kotlin, "lua": .lua,
    "html": .markup, "xml": .markup, "xhtml": .markup, "xaml": .markup, "svg": .markup, "xslt": .markup,
    "objective-c": .objectivec, "objectivec": .objectivec, "objc": .objectivec,
    "perl": .perl, "pl": .perl, "php": .php, "powershell": .powershell, "ps1": .powershell,
    "python": .python, "py": .python, "r": .r, "ruby": .ruby, "rb": .ruby, "rust": .rust, "rs": .rust,
    "scala": .scala, "sql": .sql, "mysql": .sql, "postgresql": .sql, "sqlite": .sql, "tsql": .sql, "t-sql": .sql,
    "plsql": .sql, "sql-server": .sql, "swift": .swift,
    "typescript": .typescript, "ts": .typescript, "tsx": .typescript,
    "vb.net": .visualBasic, "vba": .visualBasic, "vb": .visualBasic, "vbscript": .visualBasic,
    "yaml": .yaml, "yml": .yaml,
  ]

  /// The languages of libraries and platforms that questions are often tagged with.
  private static let libraries: [String: CodeLanguage] = [
    "jquery": .javascript, "node.js": .javascript, "reactjs": .javascript, "vue.js": .javascript,
    "express": .javascript, "react-native": .javascript, "angularjs": .javascript, "ajax": .javascript,
    "next.js": .javascript, "google-apps-script": .javascript, "d3.js": .javascript,
    "angular": .typescript, "nestjs": .typescript,
    "django": .python, "pandas": .python, "numpy": .python, "flask": .python, "tensorflow": .python,
    "matplotlib": .python, "scikit-learn": .python, "keras": .python, "dataframe": .python, "pip": .python,
    "spring": .java, "spring-boot": .java, "spring-mvc": .java, "hibernate": .java, "maven": .java, "swing": .java,
    "jpa": .java, "junit": .java,
    "laravel": .php, "wordpress": .php, "codeigniter": .php, "symfony": .php,
    ".net": .csharp, "asp.net": .csharp, "asp.net-mvc": .csharp, "asp.net-core": .csharp, "wpf": .csharp,
    "entity-framework": .csharp, "linq": .csharp, "unity-game-engine": .csharp, "winforms": .csharp,
    "ruby-on-rails": .ruby, "rspec": .ruby, "flutter": .dart, "qt": .cpp, "boost": .cpp, "opengl": .cpp,
    "ggplot2": .r, "dplyr": .r, "shiny": .r, "swiftui": .swift, "uikit": .swift, "swift-concurrency": .swift,
    "excel-vba": .visualBasic, "cocoa-touch": .objectivec,
    "android-jetpack-compose": .kotlin, "apache-spark": .scala, "rust-cargo": .rust, "twitter-bootstrap": .markup,
    "linux": .bash, "oracle": .sql, "docker-compose": .yaml, "kubernetes": .yaml, "ansible": .yaml,
  ]
}
