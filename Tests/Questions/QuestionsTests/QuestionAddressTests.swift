import Model
import Questions
import Testing

/// Links as people copy them from pages of Stack Exchange.
@Suite struct QuestionAddressTests {
  @Test(arguments: [
    ("https://stackoverflow.com/questions/11227809/why-is-processing", "stackoverflow", 11_227_809),
    ("https://stackoverflow.com/questions/11227809", "stackoverflow", 11_227_809),
    ("http://www.stackoverflow.com/q/11227809/1234", "stackoverflow", 11_227_809),
    ("stackoverflow.com/questions/5/x?rq=1", "stackoverflow", 5),
    ("https://stackoverflow.com/questions/5/x/7#7", "stackoverflow", 5),
    ("https://unix.stackexchange.com/questions/5/x", "unix", 5),
    ("https://unix.meta.stackexchange.com/q/5", "unix.meta", 5),
    ("https://meta.stackexchange.com/q/5", "meta", 5),
    ("https://meta.superuser.com/q/5", "meta.superuser", 5),
    ("https://ru.stackoverflow.com/questions/5/", "ru.stackoverflow", 5),
    ("https://MathOverflow.net/questions/5", "mathoverflow.net", 5),
    ("http://127.0.0.1:8642/questions/5/slug", "stackoverflow", 5),
    ("http://[::1]:8642/questions/5", "stackoverflow", 5),
  ])
  func aQuestionIsKnownByItsSiteAndItsNumber(link: String, site: String, id: Int) {
    #expect(QuestionAddress(link) == QuestionAddress(site: site, post: .question(id)))
  }

  @Test func aSharedAnswerHasTheNumberOfTheAnswer() {
    #expect(
      QuestionAddress("https://askubuntu.com/a/7/1234") == QuestionAddress(site: "askubuntu", post: .answer(7)))
  }

  @Test(arguments: [
    "", "7x", "https://", "https://stackoverflow.com", "https://stackoverflow.com/questions", "foo",
    "https://stackoverflow.com/questions/tagged/swift", "https://stackoverflow.com/q/0",
    "https://stackoverflow.com/q/-5",
    "https://stackoverflow.com/users/5", "ftp://stackoverflow.com/q/5", "https://evilstackoverflow.com/q/5",
    "https://stackoverflow.com.example/q/5", "https://.stackexchange.com/q/5", "https://example.com/questions/5",
    "https://stackoverflow.com/q/99999999999999999999", "https://a%0Ab.stackexchange.com/q/5",
  ])
  func anythingElseIsNone(text: String) {
    #expect(QuestionAddress(text) == nil)
  }
}
