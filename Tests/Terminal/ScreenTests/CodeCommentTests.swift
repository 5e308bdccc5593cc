import Testing
import Text

@testable import Screen

@Suite struct CodeCommentTests {
  @Test(arguments: [
    ("print(x)   // not main", 11), ("// all of it", 0), ("    # indented", 4), ("x = 1 # one", 6), ("-- drop it", 0),
    ("  //", 2), ("/// A summary", 0), ("f() // a note", 4),
  ])
  func aCommentBeginsAtItsMark(line: String, start: Int) {
    #expect(CodeComment.start(in: [Character](line)) == start)
  }

  @Test(arguments: [
    "", "n // 2", "len(x) // step", "#include <stdio.h>", "#[derive(Debug)]", "git log -- path",
    "i -- 1", "print(\"a # b\")", "let url = \"x // y\"", "a//b", "a[x]# one", "color: #fff",
  ])
  func whatOnlyLooksLikeACommentIsCode(line: String) {
    #expect(CodeComment.start(in: [Character](line)) == nil)
  }

  @Test func aCommentIsDimAndCodeIsWhatIsRead() {
    let theme = Theme()
    #expect(
      CodeComment.spans(of: "go() // now or never", theme)
        == [Span("go() ", theme.plain), Span("// now or never", theme.dim)])
    #expect(CodeComment.spans(of: "// now", theme) == [Span("// now", theme.dim)])
  }
}
