import Foundation
import NetTesting
import Testing
import Text

@testable import Clients

@Suite struct RichTextParsingTests {
  private let page = URL(string: "https://stackoverflow.com/questions/1/title")

  private func outline(_ html: String) -> String { RichText(html: html, base: page).outline }

  @Test(arguments: [
    ("<p>a <b>b</b> <em>c <code>d</code></em></p>", "a *b* /c //`d`/"),
    ("<p><kbd>Ctrl</kbd>+<kbd>C</kbd> <s>old</s><del>er</del></p>", "<Ctrl>+<C> ~older~"),
    ("<p>  many \n\t spaces&nbsp; here </p>", "many spaces\u{A0} here"),
    ("<p>one<br>two<br/><br>three<br></p>", "one⏎two⏎⏎three"),
    ("stray <p>inside</p> text", "stray\ninside\ntext"),
    ("<h1>A</h1><h6>B <i>c</i></h6>", "# A\n###### B /c/"),
    ("<p>a</p><hr><p></p><p> </p><p>b</p>", "a\n---\nb"),
    ("H<sub>2</sub>O x<sup>2n</sup> y<sup>ab</sup> <sub>Image by me.</sub>", "H₂O x²ⁿ y^ab Image by me."),
    ("<unknown>kept</unknown> <span>too</span>", "kept too"),
    ("<script>alert(1)</script><style>p{}</style><template>t</template>left", "left"),
    ("before<!-- language: lang-js -->after", "beforeafter"),
  ])
  func paragraphsAreRead(html: String, expected: String) {
    #expect(outline(html) == expected)
  }

  @Test(arguments: [
    ("<pre><code>a\n\n  b\n</code></pre>", "| a\n| \n|   b"),
    ("<pre class=\"lang-swift\"><code>f&lt;T&gt;\r\n\treturn</code></pre>", "| f<T>\n|     return"),
    ("<pre>a<br>b</pre>", "| a\n| b"),
    ("<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul>", "- a\n  - b\n- c\n  d"),
    ("<ol start=\"3\"><li>c</li><li>d<pre>e</pre></li></ol>", "3. c\n4. d\n  | e"),
    ("<ol start=\"99999999999999999999\"><li>a</li></ol>", "1. a"),
    ("<ul><li>a</li><ul><li>b</li></ul></ul>", "- a\n  - b"),
    ("<blockquote><p>a</p><blockquote>b</blockquote></blockquote>", "> a\n> > b"),
    ("<blockquote class=\"spoiler\"><p>secret</p></blockquote>", "> *Spoiler*\n> secret"),
    ("<dl><dt>term</dt><dd>meaning</dd></dl>", "*term*\n- meaning"),
    ("<div class=\"snippet\"><div><pre><code>&lt;b&gt;</code></pre></div></div>", "| <b>"),
  ])
  func blocksAreRead(html: String, expected: String) {
    #expect(outline(html) == expected)
  }

  @Test(
    arguments: [
      ("<pre class=\"lang-py prettyprint-override\"><code>x</code></pre>", .python),
      ("<pre><code class=\"hljs language-rust\">x</code></pre>", .rust), ("<pre><code>x</code></pre>", nil),
      ("<pre class=\"lang-none\"><code>x</code></pre>", CodeLanguage.none),
      ("<pre class=\"default s-code-block\"><code>x</code></pre>", nil),
      ("<pre class=\"lang-klingon\"><code class=\"lang-c++\">x</code></pre>", .cpp),
    ] as [(String, CodeLanguage?)])
  func aBlockSaysItsLanguage(html: String, language: CodeLanguage?) {
    #expect(RichText(html: html).blocks == [.code(["x"], language: language)])
  }

  @Test func aTableHasRowsOfRuns() {
    let html = """
      <table><thead><tr><th>A</th><th><b>B</b></th></tr></thead>
      <tbody><tr><td>1 &lt; 2 | 3</td><td></td></tr><tr><td><p>x</p><p>y</p></td><td><pre>z</pre></td></tr></tbody></table>
      """
    #expect(outline(html) == "= A ¦ *B*\n  1 < 2 | 3 ¦ \n  x⏎y ¦ `z`")
  }

  @Test(arguments: [
    ("<tr><th align=\"right\">a</th><th>b</th></tr><tr><td>1</td></tr>", [RichText.Alignment.right]),
    (
      "<tr><th style=\"text-align: left;\">a</th><th style=\"color:red; TEXT-ALIGN:Center\">b</th>"
        + "<th style='text-align:end'>c</th></tr>", [.left, .centre, .right]
    ),
    // What is below the head says more than the head, and a cell more than its row.
    (
      "<tr><th align=center>a</th><th align=center>b</th></tr><tr><td></td></tr>"
        + "<tr align=right><td>1</td><td align=left>2</td></tr>", [.right, .left]
    ),
    ("<tr><td>1</td><td>2</td></tr><tr><td>1</td><td align=RIGHT>2</td><td>3</td></tr>", [.left, .right]),
    ("<tr><td align=\"justify\">1</td><td style=\"text-align\">2</td></tr>", []),
  ])
  func theColumnsOfATableAreAlignedAsItsCellsSay(rows: String, expected: [RichText.Alignment]) throws {
    let body = RichText(html: "<table>\(rows)</table>")
    guard case .table(_, _, let alignments)? = body.blocks.first else {
      Issue.record("no table")
      return
    }
    #expect(alignments == expected)
  }

  @Test func aTableInATableBecomesTextOfItsCell() {
    let html = "<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table></td></tr></table>"
    #expect(outline(html) == "  a⏎b c")
  }

  @Test func linksAreNumberedByTheirTargetAndMadeAbsolute() {
    let body = RichText(
      html: """
        <a href="/questions/2">one</a> <a href="//example.com/p">two</a> <a href="/questions/2">again</a>
        <a href="mailto:a@example.com">mail</a> <a href="  HTTPS://example.com/q  ">loud</a>
        """, base: page)
    #expect(body.outline == "{one 0} {two 1} {again 0} {mail 2} {loud 3}")
    #expect(
      body.links.prefix(3).map(\.target.string) == [
        "https://stackoverflow.com/questions/2", "https://example.com/p", "mailto:a@example.com",
      ])
  }

  @Test(arguments: [
    "javascript:alert(1)", " JavaScript:alert(1)", "java\nscript:alert(1)", "data:text/html,x", "file:///etc/passwd",
    "vbscript:x", "", "http:", "https://",
  ])
  func aTargetThatNobodyShouldOpenIsNoLink(href: String) {
    let body = RichText(html: "<a href=\"\(href)\">text</a>", base: nil)
    #expect(body.outline == "text")
    #expect(body.links.isEmpty)
  }

  @Test func aRelativeLinkOnAnUnknownPageIsText() {
    #expect(RichText(html: "<a href=\"/a\">text</a>", base: nil).outline == "text")
  }

  @Test func imagesAreNamedAndLinked() {
    let body = RichText(
      html: """
        <img src="https://i.example/a.png" alt=" a chart "><img src="https://i.example/b.png">
        <a href="https://i.example/big.png"><img src="https://i.example/c.png" alt="c"></a> <img alt="none">
        """, base: page)
    #expect(body.outline == "{[image: a chart] 0}{[image] 1} {[image: c] 2} [image: none]")
  }

  @Test func whatIsNestedWronglyIsRepaired() {
    #expect(
      outline("<p>Unclosed <b>bold <i>both</b> stray</i> &copy; &notanentity;")
        == "Unclosed *bold **/both/* stray © ¬anentity;")
    #expect(outline("<p>a<p>b<li>c</ul></div></p>") == "a\nb\nc")
    #expect(outline("<a href=\"/x\"><p>block in a link</p></a>") == "{block in a link 0}")
  }

  @Test(arguments: ["div", "blockquote", "ul><li", "b", "table><tr><td", "a href='/x'"])
  func deepNestingIsBoundedAndLosesNoText(tag: String) {
    let body = RichText(html: String(repeating: "<\(tag)>", count: 80) + "deep", base: page)
    #expect(body.plainText.contains("deep"))
  }

  @Test func nestingThatNobodyMeansHonestlyDoesNotCrash() {
    for tag in ["<div>", "<blockquote>", "<ul><li>", "<b>", "<table><tr><td>"] {
      _ = RichText(html: String(repeating: tag, count: 20_000) + "deep", base: page)
    }
  }

  @Test(arguments: [
    "", "<", "<!", "<p", "&", "&#", "<a href=", "<!--", "\u{0}", "<p>\u{0}a</p>", "<![CDATA[x]]>", "<?x?>",
  ])
  func anyStumpIsRead(html: String) {
    #expect(RichText(html: html, base: page).blocks.count <= 1)
  }

  @Test func controlCharactersAreShownAsSuchAndTextGoesOn() {
    #expect(outline("<pre>\u{1B}[2J\u{0}x\u{9B}y</pre>after") == "| \u{FFFD}[2J\u{FFFD}x\u{FFFD}y\nafter")
    #expect(outline("<p>a&#27;b&#0;c</p>").contains("\u{1B}") == false)
  }

  /// A machine may have none. Answers and comments, of which there are many, do not say it again.
  @Test func withoutLibxml2AQuestionSaysSoOnceAndTextsAreAsTheyWereSent() {
    let html = "<p>a <b>b</b></p>"
    let question = RichText(question: html, base: page, isReadable: false)
    #expect(question.plainText.contains("libxml2 is missing: texts are shown as they were sent. Install libxml2"))
    #expect(question.plainText.contains(html))
    #expect(RichText(html: html, base: page, isReadable: false).outline == html)
    #expect(RichText(question: html, base: page).outline == "a *b*")
  }
}
