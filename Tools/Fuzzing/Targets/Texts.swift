import Assembly
import Foundation
import Model
import Screen
import Text

@testable import Clients
@testable import Questions
@testable import SettingsFile
@testable import Storage
@testable import Terminal

// Texts of services and of people, rows of the cache, and what a terminal sends.

let texts: [Target] = [
  Target("safe-text", texts: strings) { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = SafeText.lines(of: text)
    for safe in [SafeText(oneLine: text), SafeText(label: text), SafeText(title: text)] + lines {
      check(safe.string.unicodeScalars.allSatisfy(isHarmless), "a control character")
      check(SafeText(oneLine: safe.string) == safe, "not safe the second time")
    }
    check(SafeText(oneLine: text, limit: 20).string.count <= 20, "too long")
    _ = FoldedText(lines)
  },
  Target("code", texts: code) { bytes in
    let lines = SafeText.lines(of: String(decoding: bytes.dropFirst(), as: UTF8.self))
    let languages = CodeLanguage.allCases
    var lexer = CodeLexer(languages[Int(bytes.first ?? 0) % languages.count])
    for line in lines {
      let spans = lexer?.spans(of: line) ?? []
      var end = 0
      for span in spans {
        check(span.end > end, "an empty part")
        end = span.end
      }
      check(spans.isEmpty || end == line.string.utf8.count, "a part is missing")
    }
  },
  Target("html", texts: pages) { bytes in
    let html = String(decoding: bytes, as: UTF8.self)
    let text = RichText(html: html, base: URL(string: "https://example.org/a/"))
    for link in text.links {
      let scheme = link.target.string.prefix { $0 != ":" }.lowercased()
      check(["http", "https", "mailto"].contains(scheme), "a strange link")
    }
    _ = Entities.decoded(html)
    _ = Entities.normalized(html: html)
  },
  Target("settings", texts: settings) { bytes in
    switch SettingsText.decode(bytes, vocabulary: vocabulary) {
    case .success(let layer):
      if case .failure(let mistakes) = Settings.resolve(file: layer, vocabulary: vocabulary) { mistakes.read() }
    case .failure(let mistakes): mistakes.read()
    }
  },
  Target("cache", seeds: rows) { bytes in
    if let page = try? QuestionCoding.page(of: bytes, from: .standard, site: QuestionFeed.standardSite) {
      // What was read once is written and read the same.
      let again = try? QuestionCoding.page(
        of: QuestionCoding.bytes(of: page), from: .standard, site: QuestionFeed.standardSite)
      check(again == page, "another page")
    }
    if let detail = try? QuestionCoding.detail(
      of: bytes, from: .standard, site: QuestionFeed.standardSite, fetched: .moment),
      let written = try? QuestionCoding.bytes(of: detail)
    {
      let again = try? QuestionCoding.detail(
        of: written, from: .standard, site: QuestionFeed.standardSite, fetched: .moment)
      check(again == detail, "another question")
    }
    _ = try? QuestionCoding.question(of: bytes, site: QuestionFeed.standardSite)
    _ = try? SiteCoding.sites(of: bytes)
    _ = FeedKey.feed(of: String(decoding: bytes, as: UTF8.self))
    _ = KeptAddress.page(String(decoding: bytes, as: UTF8.self))
  },
  Target("terminal", texts: keys) { bytes in
    var decoder = InputDecoder()
    var paste: PasteCollector?
    for (index, byte) in bytes.enumerated() {
      if paste != nil {
        if paste?.take([byte]) == true {
          check((paste?.text.string.count ?? 0) <= PasteCollector.characterLimit, "too long")
          paste = nil
        }
        continue
      }
      // Of some bytes the next one makes a key code of ncurses, a pause, or the end of a burst.
      let events: [InputEvent]
      switch byte {
      case 0xFD: events = decoder.take(0o400 + CInt(index < bytes.count - 1 ? bytes[index + 1] : 0))
      case 0xFE: events = decoder.pause()
      case 0xFF:
        decoder.endBurst()
        events = []
      case 0xFC:
        decoder.awaitsAnswer.toggle()
        events = []
      default: events = decoder.take(CInt(byte))
      }
      check(events.count <= 4, "many keys of one byte")
      if events.contains(.pasteBegins) { paste = PasteCollector() }
    }
    _ = decoder.pause()
    check(!decoder.isPending, "still pending after a pause")
  },
]

func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
  default: true
  }
}

extension SettingsMistakes {
  /// A person reads them, on a terminal.
  func read() {
    check(!all.isEmpty, "refused without a reason")
    for mistake in all {
      check(mistake.description.unicodeScalars.allSatisfy(isHarmless), "a control character")
    }
  }
}

let vocabulary = SettingsVocabulary(
  commands: ["pane.refresh", "pane.next", "app.quit", "app.redraw", "list.down"],
  globalCommands: ["app.quit", "app.redraw"], features: Features.settings)

private let strings = [
  "plain", "\u{1B}[31mred\u{1B}[0m", "a\tb\r\nc\u{2028}d\u{85}e", "e\u{301}\u{302}\u{303}\u{304}\u{305}",
  "\u{202E}evil\u{2066}", "👩‍👩‍👧‍👦🏳️‍🌈🇩🇪", "\u{FEFF}\u{200B}\u{200D}", "東京\u{3099}", "\u{1F1E9}\u{1F1E9}\u{1F1E9}",
]

private let code = [
  "\u{0}let s = #\"a\"b\"# /* a /* b */ c */ \\", "\u{1}cat <<'EOF'\nx\nEOF\nR\"x(a)\"b)x\" 'a' 'b r##\"a\"#b\"##",
  "\u{b}<a b='c'><!-- d\ne -->\n- key: 'it''s' # no", "\u{e}\"\"\"a\n\"\"\" @b 0x1F 1.5e-3 1'000 x.class ..in",
]

private let pages = [
  "<p>one <b>two <i>three</b></i></p>", "<pre><code>a\n\tb</code></pre>", "<ul><li>a<ol start=3><li>b</ol></ul>",
  "<table><tr><th align=right>a<td colspan=9>b</table>", "<a href=\"/x?y=z#w\">link</a><a href=javascript:x>no</a>",
  "<blockquote class=spoiler><blockquote>deep", "&amp;&#x41;&#65;&nbsp;&unknown;&#xFFFFFFFF;&#0;",
  "<img src=x alt='a picture'><br><hr><h1>h</h1><dl><dt>a<dd>b</dl><kbd>k</kbd><sup>2</sup><del>d</del>",
  "<!-- c --><![CDATA[x]]><?pi?><!DOCTYPE x><svg><script>x</script><style>y</style>",
]

private let settings = [
  """
  stack-overflow:
    tabs:
      - { name: Top, sort: hot }
      - { tags: [swift, concurrency], any: true, sort: active }
      - { search: "nio websocket" }
    refresh-every: 5 min
    key-command: pass show stackexchange
  wikipedia: { wikis: [enwiki, dewiki], show: people }
  rooms:
    - { name: Office, conair: "http://pi.local:8642/data/", above: 26, for: 10 min }
    - { name: Rack, prometheus: "http://p.local:9090", query: 'avg by (rack) (temperature_celsius)' }
    - { sensors: this-machine }
  keys: { pane.refresh: [r, F5], app.quit: Q }
  theme: auto
  layout: { panes: [stack-overflow, wikipedia, conair], large: stack-overflow, share: 56 }
  unit: celsius
  """,
  "a: &a [*a]\nb: *a\n", "? [x]\n: {y: !!str z}\n", "theme: |-\n  dark\n# c\n...\n", "%YAML 1.2\n---\n- 1\n- ~\n",
  "unit: \"\\u0007\\x41\"\n", "{a: {b: {c: [[[[1]]]]}}}",
  "network: { proxy: \"http://u:p@h:99999/\" }\nalarms: [{room: x}]\n",
]

private let keys = [
  "jk/é東\u{7F}\r", "\u{1B}OA\u{1B}[B\u{1B}[1;5C\u{1B}[3~", "\u{1B}[200~q\u{1B}OA\u{1B}[201~x",
  "\u{1B}[<0;250;3M\u{1B}[M !!",
  "\u{1B}P>|XTerm\u{1B}\\\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{7}\u{1B}_G\u{1B}\\", "\u{1B}[[A\u{1B}\u{1B}[A\u{1B}",
]

/// Rows as the cache has them.
private let rows: [[UInt8]] = {
  let body = RichText(
    blocks: [
      .paragraph([.init("a paragraph", style: .bold), .init("a link", link: 0)]), .heading(level: 2, [.init("h")]),
      .code(["let x", "= 1"]), .quote([.rule]), .list(ordered: true, start: 3, items: [[.paragraph([.init("i")])]]),
    ], links: [.init("https://example.org/")])
  var question = Question(
    id: 7, title: "title", tags: ["swift", "c"], score: -3, answerCount: 2, viewCount: 9, bounty: 50,
    acceptedAnswerID: 8, asker: "asker", creationDate: .moment, closedReason: "closed")
  let page = QuestionPage(questions: [question, Question(id: 1, title: "t")], hasMore: true)
  question.body = body
  let answer = Answer(id: 8, score: 4, isAccepted: true, author: "author", creationDate: .moment, body: body)
  let comment = Comment(id: 9, post: 8, score: 1, author: "c", creationDate: .moment, body: body)
  let known = KnownComments([comment], on: [8], fetched: .moment)
  let detail = CachedDetail(
    detail: QuestionDetail(question: question, answers: [answer]), fetched: .moment,
    comments: CachedComments(ofQuestion: known, ofAnswers: known))
  let sites = try? SiteCoding.bytes(of: [Site(id: "s", name: "n", audience: "a")])
  return [
    QuestionCoding.bytes(of: page), (try? QuestionCoding.bytes(of: detail)) ?? [], sites ?? [],
    Array(#"{"site":"unix","tags":["a"],"search":"x"}"#.utf8), Array("https://u:p@example.org/?key=x&a=b".utf8),
  ]
}()
