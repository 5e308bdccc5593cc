import Testing
import Text

/// Foreign texts in Markdown.
@Suite struct MarkdownTextTests {
  @Test(
    arguments: [
      ("Office", "Office"), ("a_b *c*", "a\\_b \\*c\\*"), ("[x](y)", "\\[x\\](y)"), ("<!-- x", "\\<!-- x"),
      ("# x", "\\# x"), ("x # y", "x # y"), ("- x", "\\- x"), ("+214", "\\+214"), ("```", "\\`\\`\\`"),
      ("a & b", "a \\& b"),
      ("1. x", "1\\. x"), ("12) x", "12\\) x"), ("1847 x", "1847 x"), ("---", "\\---"), ("C:\\x", "C:\\\\x"), ("", ""),
      ("*\u{301}a*\u{301}", "\\*\u{301}a\\*\u{301}"), ("#\u{301} x", "\\#\u{301} x"),
    ] as [(SafeText, String)]) func foreignWordsAreNoMarkup(text: SafeText, written: String)
  {
    #expect(MarkdownText.words(text) == written)
  }

  @Test(
    arguments: [
      (["a"], "```"), (["```"], "````"), (["  ````", "x"], "`````"), (["\t```"], "````"), (["a ```` b"], "```"),
      (["a\n  ```\nb"], "````"), ([], "```"), (["```\u{301}"], "````"),
    ] as [([SafeText], String)]) func noLineEndsTheFence(lines: [SafeText], fence: String)
  {
    let code = MarkdownText.code(lines, language: "diff")
    #expect(code.first == fence + "diff" && code.last == fence && code.count == lines.count + 2)
  }

  /// A fence or HTML in a paragraph would take all that follows.
  @Test(
    arguments: [
      ("``` x", "\\``` x"), ("  ~~~", "  \\~~~"), ("<!-- x", "\\<!-- x"), ("<pre>", "\\<pre>"), ("a <b>", "a <b>"),
      ("# x", "# x"), ("```\u{301}", "\\```\u{301}"), (" \u{301}<pre>", " \u{301}<pre>"),
    ] as [(SafeText, String)]) func aParagraphEndsWhereItEnds(text: SafeText, written: String)
  {
    let body = RichText(blocks: [.paragraph([.init(text)]), .paragraph([.init("next")])])
    #expect(body.markdown == "\(written)\n\nnext")
  }

  @Test func indentedBackticksInCodeDoNotEndIt() {
    #expect(RichText(blocks: [.code(["  ```"])]).markdown == "````\n  ```\n````")
  }
}
