import Testing

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
    "Unterminated &amp and bare & and &unknown; and &#9999999999; stay as they are", "&", "&;", "&#;", "&#x;", "&#0;",
    "&#xD800;", "&#x110000;", "&#+65;", "&#-65;", "&& &lt", "a&\u{301}b", "&averyveryverylongname;", "&AMP;", "& amp;",
  ])
  func whatIsNoReferenceStays(text: String) {
    #expect(Entities.decoded(text) == text)
  }

  @Test func aReferenceBeforeACombiningMarkIsDecoded() {
    #expect(Entities.decoded("&lt;\u{301}") == "<\u{301}")
  }
}
