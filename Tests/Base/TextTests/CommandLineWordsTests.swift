import Testing
import Text

/// Command lines of settings and of variables.
@Suite struct CommandLineWordsTests {
  @Test(
    arguments: [
      ("firefox --new-tab:chromium", [["firefox", "--new-tab"], ["chromium"]]),
      (#""/opt/my browser/run" %s:w3m"#, [["/opt/my browser/run", "%s"], ["w3m"]]),
      (#"'/opt/a:b/run' x\:y"#, [["/opt/a:b/run", "x:y"]]), (" : ", []), ("", []), (":a::b:", [["a"], ["b"]]),
    ] as [(String, [[String]])])
  func severalLinesAreSplitAtTheSeparator(line: String, words: [[String]]) throws {
    #expect(try CommandLineWords.split(line, separator: ":") == words)
  }

  @Test(
    arguments: [
      (#""/opt/my"#, "a quote is not closed"),
      ("a | b", "no shell runs this, so | means nothing; put the commands into a script"),
      (#"a \"#, #"nothing follows the last backslash; write \\ for a backslash"#), ("", "no program is named"),
      (#""" a"#, "no program is named"),
    ] as [(String, SafeText)])
  func whatIsNoCommandIsSaidToBeNone(line: String, sentence: SafeText) {
    #expect(throws: CommandLineMistake(sentence: sentence)) { try CommandLineWords.split(line) }
  }
}

@Suite struct NounTests {
  @Test(arguments: [(0, "0 lines are"), (1, "1 line is"), (2, "2 lines are"), (-1, "−1 line is")] as [(Int, SafeText)])
  func aNounAndItsVerbAgreeWithTheNumber(number: Int, text: SafeText) {
    #expect(SafeText(number, "line is", "lines are") == text)
  }
}
