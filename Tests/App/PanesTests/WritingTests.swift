import Charting
import Foundation
import Locks
import Model
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions

/// What the chart shows, or the open question or edit, as a file.
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

  // MARK: - An edit

  private static func edit(
    _ answer: EditAnswer?, title: SafeText = "Łódź Fabryczna", comment: SafeText? = "/* History */ typo",
    trouble: ServiceFailure? = nil
  ) -> EditState {
    let event = WikiEvent(
      kind: .unspecified, title: title, time: Sample.now, wiki: "enwiki", lengthChange: 214,
      address: "https://en.wikipedia.org/wiki/A",
      edit: WikiEdit(
        revision: WikiRevision(wiki: "enwiki", old: 21, new: 22), user: "Marta K.", comment: comment, isMinor: true,
        length: 12_345))
    let opened = OpenedEdit(RecentEvent(id: 0, event: event, time: Date(timeIntervalSince1970: 0)))
    return EditState(opened, answer: answer, load: answer == nil ? .loading : .idle, trouble: trouble)
  }

  @Test func anEditIsMarkdown() {
    #expect(
      Self.edit(.diff(StoryMaterial.diff)).markdown(in: .utc).hasPrefix(
        """
        # Łódź Fabryczna

        <https://en.wikipedia.org/w/index.php?diff=22&oldid=21>

        enwiki · Marta K. · +214, now 12345 bytes · minor · 1970-01-01T00:00:00+00:00

        Comment: History: typo

        ```diff

        """))
    let lines = [
      EditDiff.Line(.context, old: 6, new: 6, [EditDiff.Piece("before")]),
      EditDiff.Line(
        .changed, old: 7, new: 7,
        [EditDiff.Piece("built in "), EditDiff.Piece("1847", .removed), EditDiff.Piece("1874", .added)]),
    ]
    let diff = EditDiff(hunks: [EditDiff.Hunk(section: "History", lines: lines)], linesLeftOut: 3)
    #expect(
      Self.edit(.diff(diff)).markdown(in: .utc).hasSuffix(
        """

        ```diff
        @@ History
          before
        - built in 1847
        + built in 1874
        ```

        3 more lines were left out.

        """))
  }

  /// Nothing from outside ends the fence, or begins another one, or a list, or HTML.
  @Test func noHostileEditLeavesItsPlace() throws {
    let lines = ["```", "   ````", "~~~", "</pre><script>"].map {
      EditDiff.Line(.context, old: 1, new: 1, [EditDiff.Piece(SafeText(oneLine: $0))])
    }
    let diff = EditDiff(hunks: [EditDiff.Hunk(section: "``` ```", lines: lines)])
    let text = Self.edit(.diff(diff), title: "``` <!-- [x](javascript:1)", comment: "``` <script> *a*").markdown(
      in: .utc)
    #expect(text.hasPrefix("# \\`\\`\\` \\<!-- \\[x\\](javascript:1)\n"))
    #expect(text.contains("\nComment: \\`\\`\\` \\<script\\> \\*a\\*\n"))
    let page = text.split(separator: "\n", omittingEmptySubsequences: false)
    let fences = page.indices.filter { page[$0].drop { $0 == " " }.hasPrefix("`````") }
    try #require(fences.count == 2)
    #expect(page[fences[0]] == "`````diff" && fences[1] == page.count - 2)
    #expect(page[fences[0]...].contains("  ```") && page[fences[0]...].contains("  </pre><script>"))
  }

  @Test func aMissingChangeIsToldInTheFile() {
    let failed = ServiceFailure(.notFound("``` it"), since: Sample.now)
    for (state, sentence) in [
      (Self.edit(nil), "What was changed had not been loaded yet."),
      (Self.edit(nil, trouble: failed), "What was changed could not be loaded: Not found: \\`\\`\\` it"),
      (Self.edit(.absent(.hidden)), "The wiki's administrators have hidden the text of this edit."),
      (Self.edit(.diff(EditDiff())), "The text did not change."),
    ] { #expect(state.markdown(in: .utc).hasSuffix("\n\n\(sentence)\n")) }
    #expect(Self.edit(nil, comment: nil).markdown(in: .utc).contains("\n\nComment: the comment is hidden\n"))
    #expect(Self.edit(nil, comment: "").markdown(in: .utc).contains("\n\nNo comment.\n"))
  }

  // MARK: - The keys

  @Test func aKeyWritesTheOpenEdit() async {
    await ShellStory.tell {
      let files = MemoryFiles()
      let story = ShellStory(files: files)
      story.connectFeed()
      story.sendEdit("Zürich", revision: 7)
      story.turn()
      story.type(.tab, .enter)
      story.answers()
      story.type("E", .enter)
      story.look()
      #expect(files.contents["edit-7.md"]?.contains("\n```diff\n") == true)
      #expect(story.footer.contains("Wrote edit-7.md") && story.screen.contains("› Edit"))
      story.type("E", .enter)
      #expect(story.look().contains("“edit-7.md” is there already"))
      story.type(.escape)
      story.type("E", .down, .enter)
      #expect(story.display.copied.first?.string.hasPrefix("# Zürich\n") == true)
      // A search takes the letter.
      story.type("/E")
      #expect(story.wikipedia.edit.value?.opened.search.field.text == "E" && !story.look().contains("─ Write"))
    }
  }

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
