import Testing

@testable import Recording

@Suite struct QuestionBodiesTests {
  private static func text(_ json: String) -> String {
    String(decoding: QuestionBodies(Array(json.utf8), ends: []).bytes, as: UTF8.self)
  }

  @Test func textsOfQuestionsAnswersAndCommentsAreReplaced() {
    let json =
      #"{"items":[{"title":"T","body":"<p>secret \"words\"<\/p>","answers":[{"body":"more"}],"comments":[{"body_markdown":"x"}]}],"has_more":false}"#
    let left = QuestionBodies.placeholder
    #expect(
      Self.text(json)
        == #"{"items":[{"title":"T","body":"\#(left)","answers":[{"body":"\#(left)"}],"comments":[{"body_markdown":"\#(left)"}]}],"has_more":false}"#
    )
  }

  @Test func aKeyThatIsWrittenWithEscapesIsTheSame() {
    #expect(!Self.text(#"{"items":[{"b\u006fdy":"hidden"}]}"#).contains("hidden"))
  }

  @Test func whatIsCutIsLeftOutToItsEnd() {
    #expect(!Self.text(#"{"items":[{"body":"hidden and cut"#).contains("hidden"))
    #expect(!Self.text(#"{"items":[{"body":"hidden\"#).contains("hidden"))
  }

  @Test func otherAnswersStayAsTheyAre() {
    for json in [#"{"body":"a"}"#, "<html>\"body\": \"b\"</html>", "[]", "", #"{"items":[{"title":"body"}]}"#] {
      #expect(Self.text(json) == json)
    }
  }

  @Test func piecesEndWhereTheyEndedBefore() {
    let json = Array(#"{"items":[{"body":"hidden","score":1}]}"#.utf8)
    let first = json.count - 5
    let bodies = QuestionBodies(json, ends: [first, json.count])
    #expect(bodies.ends == [bodies.bytes.count - 5, bodies.bytes.count])
  }
}
