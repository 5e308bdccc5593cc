import Charting
import Foundation
import Locks
import Model
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import Panes

/// What the chart shows, or the open question, as a file.
@Suite(.serialized) struct WritingTests {
  /// Files in memory.
  private final class MemoryFiles: TextFiles {
    private let state = LockedState<[String: String]>([:])
    var contents: [String: String] { state.withLock { $0 } }

    func write(_ file: TextFile) -> SignalProducer<SafeText, FileRefusal> {
      SignalProducer { [self] () -> Result<SafeText, FileRefusal> in
        state.withLock { contents in
          if contents[file.path] != nil, !file.replaces {
            return .failure(FileRefusal("there", file: file, mayReplace: true))
          }
          contents[file.path] = file.text
          return .success(SafeText(oneLine: file.path))
        }
      }
    }
  }

  // MARK: - The text

  private static func line(_ id: String, _ name: String, _ points: [(Double, Double?)]) -> ChartLine {
    ChartLine(id: id, name: name, series: Series(points.map { Series.Point(time: $0.0, value: $0.1) }))
  }

  @Test func aChartIsATableOfWhatIsInView() {
    var chart = Chart(
      lines: [
        Self.line("a", "Office", [(0, 20), (120, 21.25), (240, nil), (360, 22)]),
        Self.line("b", "=cmd, \"x\"", [(120, -1), (360, nil), (480, 5)]), Self.line("c", "Hidden", [(60, 1)]),
      ], viewport: Viewport(time: 100...400, value: 0...30))
    chart.hidden = ["c"]
    let clock = ClockTime { _ in 3_600 }
    #expect(
      chart.table(in: clock) { "\(SafeText(oneLine: $0.name)) (°C)" } == """
        time,Office (°C),"'=cmd, ""x"" (°C)"
        1970-01-01T01:02:00+01:00,21.25,-1.0
        1970-01-01T01:06:00+01:00,22.0,

        """)
    chart.alone = "b"
    #expect(chart.table(in: clock) { SafeText(oneLine: $0.id) } == "time,b\n1970-01-01T01:02:00+01:00,-1.0\n")
  }

  @Test func aStepIsWrittenWithItsMean() {
    let steps = StepSeries([.init(time: 60, value: StepSample(lowest: 1, mean: 2, highest: 9))])
    let chart = Chart(
      lines: [ChartLine(id: "a", name: "", series: .steps(steps))], viewport: Viewport(time: 0...100, value: 0...9))
    #expect(chart.table(in: .utc) { _ in "°C" } == "time,°C\n1970-01-01T00:01:00+00:00,2.0\n")
  }

  @Test func aQuestionIsMarkdown() throws {
    var question = Sample.questions[0]
    question.body = RichText(blocks: [.paragraph([.init("Why?")]), .code(["let a = 1", "```"])])
    let answer = Answer(
      id: 1, score: 57, isAccepted: true, author: "Jan *Novák*", creationDate: Date(timeIntervalSince1970: 0),
      body: RichText(blocks: [.paragraph([.init("Because.")])]))
    var detail = QuestionDetail(question: question, answers: [answer])
    let text = detail.markdown(in: .utc)
    #expect(text.hasPrefix("# \(question.title.string)\n\n<\(try #require(question.link).absoluteString)>\n\n"))
    #expect(
      text.contains("Why?\n\n````\nlet a = 1\n```\n````\n\n## Accepted answer by Jan *Novák*\n\n57 votes · 1970-01-01"))
    #expect(text.hasSuffix("\n\nBecause.\n"))
    detail.hasAllAnswers = false
    #expect(detail.markdown(in: .utc).hasSuffix("Not all answers were loaded.\n"))
  }

  // MARK: - The keys

  @Test func aKeyWritesWhatTheChartShows() async {
    await ShellStory.tell {
      let files = MemoryFiles()
      let story = ShellStory(files: files)
      story.turn(seconds: 60)
      story.type(.backTab, "E")
      let screen = story.look()
      #expect(screen.contains("File  rooms-2026-11-21-1404.csv") && screen.contains("Write rooms-2026-11-21-1404.csv"))
      story.type(.enter)
      story.look()
      #expect(files.contents.keys.sorted() == ["rooms-2026-11-21-1404.csv"])
      #expect(files.contents.values.first?.hasPrefix("time,") == true)
      #expect(story.footer.contains("Wrote rooms-2026-11-21-1404.csv"))
      story.type("E", .control("u"))
      story.type("~/x.csv")
      story.type(.enter)
      #expect(files.contents["~/x.csv"] != nil)
    }
  }

  /// What is there is not replaced unless a person says so.
  @Test func aSecondEnterReplacesAFile() async {
    await ShellStory.tell {
      let files = MemoryFiles()
      let story = ShellStory(files: files)
      _ = files.write(TextFile(path: "question-1.md", text: "before")).start()
      story.type(.enter)
      story.turn()
      story.type("E", .control("u"))
      story.type("question-1.md")
      story.type(.enter)
      #expect(story.look().contains("“question-1.md” is there already"))
      story.type(.escape)
      #expect(files.contents["question-1.md"] == "before")
      story.type("E", .control("u"))
      story.type("question-1.md")
      story.type(.enter, .enter)
      #expect(files.contents["question-1.md"]?.hasPrefix("# ") == true)
    }
  }

  @Test func theClipboardTakesItToo() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.type(.enter)
      story.turn()
      story.type("E", .down, .enter)
      #expect(story.display.copied.first?.string.hasPrefix("# ") == true)
      #expect(story.look().contains("Copied"))
    }
  }

  @Test func whereThereIsNothingToWriteThatIsSaid() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.type("E")
      story.look()
      #expect(story.footer.contains("Open a question first"))
      story.type(.tab, "E")
      story.look()
      #expect(story.footer.contains("There is no chart to write yet"))
    }
  }
}
