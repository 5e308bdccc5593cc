import Model
import Questions
import Testing
import Text

@Suite struct QuestionSearchTests {
  @Test func operatorsBecomeWhatTheyMean() {
    let search = QuestionSearch(
      #"[Swift] -[ios] user:1234 is:accepted is:open score:5 answers:2 views:100 title:"web socket" body:nio std::vector now"#
    )
    #expect(search.tags == ["swift"] && search.withoutTags == ["ios"])
    #expect(search.user == 1234 && search.isAccepted == true && search.isClosed == false)
    #expect(search.score == 5 && search.answers == 2 && search.views == 100)
    #expect(search.title == "web socket" && search.body == "nio")
    #expect(search.words == ["std::vector", "now"])
    #expect(search.mistakes == [])
  }

  @Test(arguments: [
    ("\"exact words\" more", ["\"exact words\"", "more"]), ("a  b", ["a", "b"]), ("[]", ["[]"]), ("", []),
    ("http://example.org", ["http://example.org"]),
  ])
  func theRestAreWords(text: String, words: [String]) {
    #expect(QuestionSearch(text).words == words)
  }

  @Test(arguments: [
    ("user:me", "user: takes a number, such as user:1234"), ("user:-1", "user: takes a number, such as user:1234"),
    ("score:", "score: takes a number, such as score:5"),
    ("is:best", "is: takes accepted, unaccepted, answered, closed or open"),
    ("title:", "title: takes words, such as title:\"web socket\""), ("[swift", "] is missing after [swift"),
    ("title:\"a b", "\" is missing after title:\"a b"), ("-[ios]", "-[ios] needs another word beside it"),
    ("[web socket]", "[web socket] is no tag: tags have no blanks, commas or semicolons"),
    ("nio -[a;b]", "[a;b] is no tag: tags have no blanks, commas or semicolons"),
    ("user:99999999999999999999", "user: takes a number, such as user:1234"),
  ])
  func whatIsWrongIsTold(text: String, sentence: SafeText) {
    #expect(QuestionSearch(text).mistakes == [sentence])
  }

  @Test func aLeastScoreIsSortedByVotes() {
    #expect(QuestionFeed(search: "nio score:5").orders == [.votes])
    #expect(QuestionFeed(search: "nio").orders == [.relevance, .activity, .creation, .votes])
    #expect(QuestionFeed(search: "[swift] user:7").orders == [.activity, .creation, .votes], "without words")
  }
}
