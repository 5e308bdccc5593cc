import Foundation
import NetTesting
import Testing
import Text

@testable import Clients

@Suite struct EntitiesTests {
  @Test(arguments: [
    ("Why does &quot;foo &amp;&amp; bar&quot; &lt; 3 print &#39;x&#39;?", "Why does \"foo && bar\" < 3 print 'x'?"),
    ("Caf&#233;&#160;&#8212; na&#239;ve &#x1F600; &hellip; &nbsp;end", "Café\u{A0}— naïve 😀 … \u{A0}end"),
    ("&#X41;&apos;&copy;", "A'©"),
    ("no reference", "no reference"),
  ])
  func referencesAreDecoded(encoded: String, text: String) {
    #expect(Entities.decoded(encoded) == text)
  }

  @Test(arguments: [
    ("&amp;lt;br&amp;gt;", "&lt;br&gt;"), ("&amp;amp;amp;", "&amp;amp;"), ("&amp;#39;", "&#39;"),
  ])
  func aReferenceIsDecodedOnce(encoded: String, text: String) {
    #expect(Entities.decoded(encoded) == text)
  }

  @Test(arguments: [
    "A bare & and &unknown; stay as they are", "&", "&;", "&#;", "&#x;", "&#+65;", "&#-65;", "&&", "a&\u{301}b",
    "&averyveryverylongname;", "& amp;", "&unknown &am", "&hellip", "&Amp;",
  ])
  func whatIsNoReferenceStays(text: String) {
    #expect(Entities.decoded(text) == text)
  }

  /// By HTML's standard.
  @Test(arguments: [
    ("It&#146;s a dash&#150;here&#133; and &#128;5", "It’s a dash–here… and €5"), ("&#x80;&#X9f;", "€Ÿ"),
    ("&#129;", "\u{81}"),
    ("&#0;&#xD800;&#x110000;&#9999999999;&#99999999999999999999", String(repeating: "\u{FFFD}", count: 5)),
    ("&#65", "A"), ("&#65b", "Ab"), ("&#x41g", "Ag"), ("&#0000000000000000000000000065;", "A"),
    ("Tom &amp Jerry &ltb&gt", "Tom & Jerry <b>"), ("&AMP;&LT&QUOT;", "&<\""), ("caf&eacute", "café"),
    ("&notit; &notin; &not;", "¬it; ∉ ¬"), ("a&copyb", "a©b"), ("&lthree; &plus;&NotEqualTilde;", "⋋ +≂̸"),
    ("&CounterClockwiseContourIntegral;", "∳"),
  ])
  func oldAndRareReferencesAreDecoded(encoded: String, text: String) {
    #expect(Entities.decoded(encoded) == text)
  }

  /// In HTML each reference is made one that every parser decodes alike; addresses keep their parameters.
  @Test(arguments: [
    ("<p>It&#146;s &lt;b&gt; &eacute;", "<p>It&#8217;s &lt;b&gt; &#233;"),
    ("&amp;lt; &#39; &#x27;", "&amp;lt; &#39; &#x27;"),
    (#"<a href="?a=1&copy=2&lt=3&amp;b">a&copy=2</a>"#, #"<a href="?a=1&copy=2&lt=3&amp;b">a&#169;=2</a>"#),
    (
      "<a href='&copy;&#150;'>&copyb<!-- &copyb > -->&copyb", "<a href='&#169;&#8211;'>&#169;b<!-- &#169;b > -->&#169;b"
    ),
    ("1 < 2 &copy=", "1 < 2 &#169;="), ("no reference & none", "no reference & none"),
  ])
  func referencesInHTMLAreMadePlain(html: String, expected: String) {
    #expect(Entities.normalized(html: html) == expected)
  }

  @Test func aBodyIsReadWithThem() {
    let text = RichText(html: "<p>It&#146;s a dash&#150;here&#133; and &#128;5 &ltb&gt caf&eacute</p>", base: nil)
    #expect(text.outline == "It’s a dash–here… and €5 <b> café")
  }

  @Test func aReferenceBeforeACombiningMarkIsDecoded() {
    #expect(Entities.decoded("&lt;\u{301}") == "<\u{301}")
  }
}
