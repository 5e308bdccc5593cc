extension CodeSyntax {
  /// Returns `nil` for text without a language.
  static func of(_ language: CodeLanguage) -> CodeSyntax? { all[language] }

  private static let slashes = Quote("/*", "*/", escape: nil, spansLines: true)
  private static let nestedSlashes = Quote("/*", "*/", escape: nil, spansLines: true, nests: true)
  private static let double = Quote("\"")
  private static let single = Quote("'")
  private static let character = Quote("'", isCharacter: true)
  private static let triple = Quote("\"\"\"", spansLines: true)

  private static let cWords = """
    auto break case char const continue default do double else enum extern float for goto if inline int long register \
    return short signed sizeof static struct switch typedef union unsigned void volatile while bool true false NULL
    """

  private static let scriptWords = """
    async await break case catch class const continue debugger default delete do else export extends false finally for \
    from function get if import in instanceof let new null of return set static super switch this throw true try typeof \
    undefined var void while with yield
    """

  private static let all: [CodeLanguage: CodeSyntax] = [
    .bash: CodeSyntax(
      """
      if then elif else fi for while until do done case esac in function select return break continue local export \
      readonly declare unset shift exit
      """, lineComments: ["#"]
    ) {
      $0.commentsFollowSpace = true
      $0.strings = [Quote("\"", spansLines: true), Quote("'", escape: nil, spansLines: true)]
      $0.heredoc = .twoSigns
    },
    .c: CodeSyntax(cWords, lineComments: ["//"]) {
      $0.comments = [slashes]
      $0.strings = [double, character]
      $0.sigils = Array("#".utf8)
    },
    .cpp: CodeSyntax(
      cWords
        + " " + """
          alignas alignof and catch class co_await co_return co_yield concept consteval constexpr constinit const_cast \
          decltype delete dynamic_cast explicit final friend mutable namespace new noexcept not nullptr operator or \
          override private protected public reinterpret_cast requires static_assert static_cast template this \
          thread_local throw try typeid typename using virtual
          """, lineComments: ["//"]
    ) {
      $0.comments = [slashes]
      $0.strings = [double, character]
      $0.sigils = Array("#".utf8)
      $0.rawPrefixes = ["R", "LR", "uR", "UR", "u8R"]
    },
    .csharp: CodeSyntax(
      """
      abstract as async await base bool break byte case catch char checked class const continue decimal default delegate \
      do double else enum event explicit extern false finally fixed float for foreach get goto if implicit in int \
      interface internal is lock long namespace new null object operator out override params private protected public \
      readonly record ref return sbyte sealed set short sizeof static string struct switch this throw true try typeof \
      uint ulong unchecked unsafe ushort using value var virtual void volatile when where while yield
      """, lineComments: ["//"]
    ) {
      $0.comments = [slashes]
      let verbatim = ["@\"", "$@\"", "@$\""].map { Quote($0, "\"", escape: nil, spansLines: true) }
      $0.strings = [Quote("\"\"\"", escape: nil, spansLines: true)] + verbatim + [double, character]
      $0.sigils = Array("#".utf8)
    },
    .css: CodeSyntax("important") {
      $0.comments = [slashes]
      $0.strings = [double, single]
      $0.nameBytes = Array("-".utf8)
      $0.sigils = Array("@".utf8)
      $0.hasKeys = true
    },
    .dart: CodeSyntax(
      scriptWords
        + " " + """
          abstract as assert bool double dynamic enum extension external factory final implements int interface is late \
          library mixin num on operator part required rethrow sealed String typedef when
          """, lineComments: ["//"]
    ) {
      $0.comments = [nestedSlashes]
      $0.strings = [triple, Quote("'''", spansLines: true), double, single]
      $0.sigils = Array("@".utf8)
      $0.rawPrefixes = ["r"]
    },
    .go: CodeSyntax(
      """
      any break byte case chan const continue default defer else error fallthrough false float32 float64 for func go goto \
      if import int int32 int64 interface iota map nil package range return rune select string struct switch true type \
      uint var
      """, lineComments: ["//"]
    ) {
      $0.comments = [slashes]
      $0.strings = [Quote("`", escape: nil, spansLines: true), double, character]
    },
    .haskell: CodeSyntax(
      """
      case class data default deriving do else forall foreign if import in infix infixl infixr instance let module newtype \
      of qualified then type where
      """, lineComments: ["--"]
    ) {
      $0.comments = [Quote("{-", "-}", escape: nil, spansLines: true, nests: true)]
      $0.strings = [double, character]
      $0.nameBytes = Array("'".utf8)
    },
    .java: CodeSyntax(
      """
      abstract assert boolean break byte case catch char class const continue default do double else enum extends false \
      final finally float for if implements import instanceof int interface long native new null package permits private \
      protected public record return sealed short static super switch synchronized this throw throws transient true try \
      var void volatile while yield
      """, lineComments: ["//"]
    ) {
      $0.comments = [slashes]
      $0.strings = [triple, double, character]
      $0.sigils = Array("@".utf8)
    },
    .javascript: CodeSyntax(scriptWords, lineComments: ["//"]) { script(&$0) },
    .json: CodeSyntax("true false null", lineComments: ["//"]) {
      $0.comments = [slashes]
      $0.strings = [double]
      $0.hasStringKeys = true
    },
    .kotlin: CodeSyntax(
      """
      abstract actual annotation as break by catch class companion const constructor continue crossinline data do else \
      enum expect external false final finally for fun get if import in infix init inline inner interface internal is \
      lateinit null object open operator out override package private protected public reified return sealed set super \
      suspend this throw true try typealias val var vararg when where while
      """, lineComments: ["//"]
    ) {
      $0.comments = [nestedSlashes]
      $0.strings = [Quote("\"\"\"", escape: nil, spansLines: true), double, character]
      $0.sigils = Array("@".utf8)
    },
    .lua: CodeSyntax(
      """
      and break do else elseif end false for function goto if in local nil not or repeat return then true until while
      """, lineComments: ["--"]
    ) {
      $0.comments = [Quote("--[[", "]]", escape: nil, spansLines: true)]
      $0.strings = [Quote("[[", "]]", escape: nil, spansLines: true), double, single]
    },
    .markup: CodeSyntax("") {
      $0.comments = [Quote("<!--", "-->", escape: nil, spansLines: true)]
      $0.strings = [Quote("\"", escape: nil, spansLines: true), Quote("'", escape: nil, spansLines: true)]
      $0.nameBytes = Array("-:.".utf8)
      $0.isMarkup = true
    },
    .objectivec: CodeSyntax(
      cWords + " BOOL Class id IMP in instancetype nil Nil NO nonatomic nullable out SEL self strong super weak YES",
      lineComments: ["//"]
    ) {
      $0.comments = [slashes]
      $0.strings = [Quote("@\"", "\""), double, character]
      $0.sigils = Array("@#".utf8)
    },
    .perl: CodeSyntax(
      """
      and cmp die do else elsif eq eval foreach for ge given gt if last le local lt my ne next no not or our package print \
      redo require return say sub undef unless until use while xor
      """, lineComments: ["#"]
    ) {
      $0.commentsFollowSpace = true
      $0.strings = [double, single]
      $0.nameBytes = Array("$".utf8)
      $0.heredoc = .twoSigns
    },
    .php: CodeSyntax(
      """
      abstract and array as break callable case catch class clone const continue declare default do echo else elseif empty \
      enum extends false final finally fn for foreach function global goto if implements include include_once instanceof \
      insteadof interface isset list match namespace new null or print private protected public readonly require \
      require_once return static switch throw trait true try unset use var while xor yield
      """, lineComments: ["//", "#"]
    ) {
      $0.comments = [slashes]
      $0.strings = [double, single]
      $0.nameBytes = Array("$".utf8)
      $0.heredoc = .threeSigns
    },
    .powershell: CodeSyntax(
      """
      begin break catch class continue data do dynamicparam else elseif end enum exit filter finally for foreach function \
      if in param process return switch throw trap try until using while
      """, lineComments: ["#"]
    ) {
      $0.comments = [Quote("<#", "#>", escape: nil, spansLines: true)]
      $0.strings = [Quote("\"", escape: "`"), Quote("'", escape: nil)]
      $0.nameBytes = Array("$-".utf8)
      $0.ignoresCase = true
    },
    .python: CodeSyntax(
      """
      and as assert async await break case class continue def del elif else except False finally for from global if import \
      in is lambda match None nonlocal not or pass raise return True try while with yield
      """, lineComments: ["#"]
    ) {
      $0.strings = [triple, Quote("'''", spansLines: true), double, single]
      $0.sigils = Array("@".utf8)
    },
    .r: CodeSyntax(
      "break else FALSE for function if in Inf library NA NaN next NULL repeat require return TRUE while",
      lineComments: ["#"]
    ) {
      $0.strings = [double, single]
      $0.nameBytes = Array(".".utf8)
    },
    .ruby: CodeSyntax(
      """
      alias and attr_accessor attr_reader attr_writer begin BEGIN break case class def defined do else elsif end END ensure \
      extend false for if in include module next nil not or private protected public raise redo require require_relative \
      rescue retry return self super then true undef unless until when while yield
      """, lineComments: ["#"]
    ) {
      $0.strings = [double, single, Quote("`")]
      $0.heredoc = .twoSigns
    },
    .rust: CodeSyntax(
      """
      as async await bool break char const continue crate dyn else enum extern f32 f64 false fn for i32 i64 if impl in let \
      loop match mod move mut pub ref return self Self static str struct super trait true type u32 u64 u8 unsafe use usize \
      where while
      """, lineComments: ["//"]
    ) {
      $0.comments = [nestedSlashes]
      $0.strings = [Quote("\"", spansLines: true), character]
      $0.rawPrefixes = ["r", "br", "cr"]
    },
    .scala: CodeSyntax(
      """
      abstract case catch class def do else enum extends extension false final finally for given if implicit import lazy \
      match new null object override package private protected return sealed super then this throw trait true try type \
      using val var while with yield
      """, lineComments: ["//"]
    ) {
      $0.comments = [nestedSlashes]
      $0.strings = [Quote("\"\"\"", escape: nil, spansLines: true), double, character]
      $0.sigils = Array("@".utf8)
    },
    .sql: CodeSyntax(
      """
      add all alter and as asc begin between bigint boolean by cascade case char check column commit constraint create \
      cross cursor database date decimal declare default delete desc distinct drop else end exec exists false fetch float \
      for foreign from full function go grant group having if in index inner insert int integer into is join key left \
      like limit not null numeric offset on or order outer over partition primary procedure references return right \
      rollback row rows select set table text then timestamp to top transaction trigger true truncate union unique update \
      using values varchar view when where while with
      """, lineComments: ["--"]
    ) {
      $0.comments = [slashes]
      $0.strings = ["'", "\"", "`"].map { Quote($0, escape: nil, spansLines: true) }
      $0.ignoresCase = true
    },
    .swift: CodeSyntax(
      """
      actor any as associatedtype async await break case catch class consuming continue convenience default defer deinit do \
      else enum extension fallthrough false fileprivate final for func get guard if import in indirect init inout internal \
      is isolated lazy let mutating nil nonisolated nonmutating open operator override package precedencegroup private \
      protocol public repeat required rethrows return self Self sending set some static struct subscript super switch throw \
      throws true try typealias unowned var weak where while willSet didSet
      """, lineComments: ["//"]
    ) {
      $0.comments = [nestedSlashes]
      $0.strings = [triple, double]
      $0.sigils = Array("@#".utf8)
      $0.hasHashStrings = true
    },
    .typescript: CodeSyntax(
      scriptWords
        + " " + """
          abstract any as asserts bigint boolean declare enum implements infer interface is keyof namespace never number \
          object override private protected public readonly satisfies string symbol type unknown
          """, lineComments: ["//"]
    ) { script(&$0) },
    .visualBasic: CodeSyntax(
      """
      and as boolean byref byval call case class const dim do double each else elseif end enum exit false for friend \
      function get goto if imports in integer is let long loop me module namespace new next not nothing object of on option \
      or private property public redim resume return select set shared single step string sub then to true try until using \
      variant wend while with xor
      """, lineComments: ["'"]
    ) {
      $0.strings = [Quote("\"", escape: nil)]
      $0.ignoresCase = true
    },
    .yaml: CodeSyntax("true false null yes no on off", lineComments: ["#"]) {
      $0.commentsFollowSpace = true
      $0.strings = [double, Quote("'", escape: nil)]
      $0.hasKeys = true
    },
  ]

  private static func script(_ syntax: inout CodeSyntax) {
    syntax.comments = [slashes]
    syntax.strings = [Quote("`", spansLines: true), double, single]
    syntax.nameBytes = Array("$".utf8)
    syntax.sigils = Array("@".utf8)
  }
}
