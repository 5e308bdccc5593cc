import Foundation
import Testing

@testable import Processes

@Suite struct ProcessArgumentsTests {
  @Test(
    arguments: [
      ("reactui\0--pane\0\0ä\0", ["--pane", "", "ä"]), ("reactui\0", []), ("\0a\0", ["a"]), ("reactui\0\0", [""]),
    ] as [(String, [String])])
  func anArgumentEndsWithAZeroByte(bytes: String, arguments: [String]) {
    #expect(ProcessArguments.parsed(Data(bytes.utf8)) == arguments)
  }

  @Test(arguments: [nil, Data(), Data("a".utf8)])
  func withoutTheKernelsListThereIsTheRuntimes(bytes: Data?) {
    #expect(ProcessArguments.parsed(bytes) == Array(CommandLine.arguments.dropFirst()))
  }

  @Test func theseAreThisProcess() {
    #expect(ProcessArguments.afterName == Array(CommandLine.arguments.dropFirst()))
  }
}
