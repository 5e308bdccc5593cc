import Foundation
import Model
import Screen
import Simulation
import Synchronization
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions

/// How many rows of a long list are looked at: as many as are shown, however long it is.
@Suite struct RowReadTests {
  /// Counts the rows that are looked at meanwhile.
  @UI private static func reads(_ steps: () -> Void) -> Int {
    let count = Counter()
    RowReads.$note.withValue({ number in count.add(number) }, operation: steps)
    return count.value
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add(_ number: Int) { count.withLock { $0 += number } }
  }

  /// The rows that are on the screen at most, each read for its picture and a few more for borders and commands.
  private static let most = 100

  /// - Parameter hasEdits: Whether the feed tells who made an edit, as the WebSocket's does not.
  @Test(arguments: [false, true]) func aFrameOfAThousandEventsReadsThoseThatItShows(hasEdits: Bool) async {
    await ShellStory.tell {
      let story = ShellStory()
      story.connectFeed()
      if hasEdits { story.sendEdit("The first", revision: 7) }
      for number in 0..<2_500 { story.send("Page \(number)") }
      story.turn()
      #expect(story.wikipedia.state.value.recent.count > 1_500)
      let frame = Self.reads {
        story.type(.control("l"))
        story.look()
      }
      #expect(frame > 0 && frame < Self.most, "a frame reads \(frame) rows")
      story.type(.tab)
      for key in ["j", "j", "k"] {
        let reads = Self.reads {
          story.type(key)
          story.look()
        }
        #expect(reads < Self.most, "\(key) reads \(reads) rows")
      }
    }
  }

  @Test @UI func aDenseListLooksAtAllQuestionsOnce() {
    let questions = (0..<5_000).map { Question(id: $0, title: "Question \($0)", score: $0) }
    var state = Sample.stackOverflow(
      QuestionListState(load: .loaded(at: Sample.now), loadedAt: Sample.now, questions: questions, total: 5_000))
    state.isDense = true
    let kept = KeptQuestionList()
    func draw(selecting row: Int) -> Int {
      Self.reads {
        state.list.selection = questions[row].identity
        state.list.selectedRow = row
        var view = StackOverflowView(state: state, scroll: ListScroll(), kept: kept)
        let size = Size(width: 120, height: 36)
        view.adapt(size: size)
        var canvas = Canvas(size: size)
        view.draw(PaneContext(isFocused: true, now: Sample.now, clock: .utc), into: &canvas)
      }
    }
    #expect(draw(selecting: 0) >= 5_000)
    let next = draw(selecting: 1)
    #expect(next > 0 && next < Self.most, "the next frame reads \(next) rows")
    state.marks.kept = [state.key(of: questions[4_000])]
    #expect(draw(selecting: 1) >= 5_000, "a mark may need a column")
  }
}
