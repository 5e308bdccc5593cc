import Foundation
import Testing

@testable import Processes

@Suite(.timeLimit(.minutes(2))) struct RunningProgramTests {
  private func run(
    _ words: [String], input: String? = nil, keeping kept: RunningProgram.Kept = .lastLine
  ) async throws -> RunningProgram.Result {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<RunningProgram.Result, any Error>) in
      do {
        _ = try RunningProgram(
          words, environment: ["PATH": "/usr/bin:/bin"], input: input.map { Data($0.utf8) }, keeping: kept,
          stay: .unlimited
        ) { done.resume(returning: $0) }
      } catch {
        done.resume(throwing: error)
      }
    }
  }

  private func text(_ result: RunningProgram.Result) -> String { String(decoding: result.output, as: UTF8.self) }

  @Test func theLastLineOfOutputAndErrorsIsKept() async throws {
    let result = try await run(["sh", "-c", "echo one; echo two >&2; echo; exit 3"])
    #expect(text(result) == "two")
    #expect(result.exit.failure == "ended with status 3")
  }

  @Test func anyAmountOfOutputIsReadAndDropped() async throws {
    let result = try await run(["sh", "-c", "head -c 200000000 /dev/zero; echo; echo done"])
    #expect(text(result) == "done" && result.exit.failure == nil)
  }

  @Test func aGrandchildThatGoesOnPrintingIsNotWaitedFor() async throws {
    let result = try await run(["sh", "-c", "echo start; (sleep 0.1; timeout 20 yes) & exit 4"])
    #expect(result.exit.failure == "ended with status 4" && !result.isOutputWhole)
  }

  @Test func theInputIsReadFromTheBeginningOrNotAtAll() async throws {
    let body = String(repeating: "a line\n", count: 300_000)
    #expect(try await text(run(["wc", "-c"], input: body)) == "2100000")
    // A pipe that nobody reads would hold 64 KB, and then the one who writes.
    #expect(try await run(["true"], input: body).exit.failure == nil)
    #expect(try await text(run(["sh", "-c", "read x || echo nothing"])) == "nothing")
  }

  @Test(arguments: [["no-such-program"], ["/etc/passwd"], ["/"], []])
  func whatCannotBeRunIsAnError(words: [String]) async {
    await #expect(throws: ChildError.self) { try await run(words) }
  }

  @Test func tooLongAnArgumentIsAnError() async {
    let word = String(repeating: "x", count: 1 << 20)
    await #expect(throws: ChildError(code: E2BIG)) { try await run(["echo", word]) }
  }

  @Test(arguments: [
    ([""], ""), (["one"], "one"), (["one\n"], "one"), (["one\n\n \n"], "one"), (["one\ntw", "o\n"], "two"),
    (["one\ntwo", "\n", "\n"], "two"), (["one\n", "\n\n"], "one"), (["a", "b", "c\n  \n"], "abc"),
    (["10 %\r20 %\r"], "20 %"), (["a\nb\n", "c"], "c"), (["a\n", "  ", "\n"], "a"), (["\n\n"], ""),
  ])
  func theLastLineThatIsNotBlankCounts(chunks: [String], line: String) {
    var last = LastLine()
    for chunk in chunks { last.take(Array(chunk.utf8)[...]) }
    #expect(String(decoding: last.bytes, as: UTF8.self) == line)
  }

  @Test func oneLongLineIsKeptInPart() {
    var last = LastLine()
    for _ in 0..<100 { last.take([UInt8](repeating: 65, count: 65_536)[...]) }
    #expect(last.bytes.count == LastLine.limit)
  }
}
