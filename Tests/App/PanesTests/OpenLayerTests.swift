import Foundation
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions

/// A pane that opens notes over the panes.
@UI
private final class NotePane: Pane {
  let id: PaneID = "notes"
  let title: SafeText = "Notes"
  let leastSize = Size(width: 20, height: 5)
  let commands: [PaneKit.Command] = []
  let changes = Signal<Void, Never>.never
  /// The open notes, from the bottom to the top.
  let notes = MutableProperty<[NoteLayer]>([])
  let (layers, overlay) = Signal<LayerRequest, Never>.pipe()

  private(set) lazy var openLayers: Property<[any Layer]> = notes.map { $0 }

  func draw(_ context: PaneContext, into canvas: inout Canvas) {}

  func list() { overlay.send(value: LayerRequest(ChoiceList("List", [Choice(id: "1", title: "One")]) { _ in })) }
}

/// A note in a line of the screen, which counts the keys that it gets.
@UI
private final class NoteLayer: Layer {
  private let name: SafeText
  private let row: Int
  private(set) var keys = 0
  private(set) lazy var commands = [
    PaneKit.Command(CommandSpec("note.count", "count", in: .everywhere, keys: ["j"])) { [weak self] in self?.keys += 1 }
  ]

  var keyContext: KeyContext { .pane }

  init(_ name: SafeText, row: Int) { (self.name, self.row) = (name, row) }

  func arrange(size: Size, theme: Theme) {}
  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    canvas.draw("\(name)\(context.isFocused ? ", with the keys" : "")", canvas.theme.plain, x: 2, y: row)
  }
  func point(_ event: MouseEvent) {}
}

/// Layers that follow what panes have open.
@Suite(.serialized) struct OpenLayerTests {
  /// A story with the focus on a pane.
  @UI private static func story(in pane: NotePane) -> ShellStory {
    let story = ShellStory(others: [pane])
    story.scheduler.perform { story.dashboard.send(.focus(pane.id)) }
    return story
  }

  @Test func whatIsOpenIsShownWhileItsPaneHasTheFocus() async {
    await ShellStory.tell {
      let pane = NotePane()
      let story = Self.story(in: pane)
      story.scheduler.perform { pane.notes.value = [NoteLayer("A note", row: 3)] }
      story.type(.tab)
      #expect(!story.look().contains("A note"))
      story.type(.backTab)
      #expect(story.look().contains("A note, with the keys"))
    }
  }

  @Test func aLayerIsThereAsLongAsItIsOpen() async {
    await ShellStory.tell {
      let pane = NotePane()
      let (story, note) = (Self.story(in: pane), NoteLayer("A note", row: 3))
      #expect(!story.look().contains("A note"))
      story.scheduler.perform { pane.notes.value = [note] }
      #expect(story.look().contains("A note, with the keys"))
      story.type("j", "j")
      #expect(note.keys == 2)
      story.scheduler.perform { pane.notes.value = [] }
      #expect(!story.look().contains("A note"))
      story.type("j")
      #expect(note.keys == 2)
    }
  }

  @Test func theTopmostOfSeveralHasTheKeys() async {
    await ShellStory.tell {
      let pane = NotePane()
      let story = Self.story(in: pane)
      let (below, above) = (NoteLayer("Below", row: 3), NoteLayer("Above", row: 5))
      story.scheduler.perform { pane.notes.value = [below, above] }
      let screen = story.look()
      #expect(screen.contains("Above, with the keys") && screen.contains("Below") && !screen.contains("Below, with"))
      story.scheduler.perform { pane.notes.value = [below] }
      #expect(story.look().contains("Below, with the keys"))
    }
  }

  @Test func anOverlayStaysAboveWhateverOpensOrCloses() async {
    await ShellStory.tell {
      let pane = NotePane()
      let (story, note) = (Self.story(in: pane), NoteLayer("A note", row: 3))
      story.scheduler.perform { pane.list() }
      story.scheduler.perform { pane.notes.value = [note] }
      #expect(story.look().contains("─ List ─") && !story.screen.contains("A note, with"))
      story.type("j")
      #expect(note.keys == 0)
      story.type(.escape)
      #expect(!story.look().contains("─ List ─") && story.screen.contains("A note, with the keys"))
      story.scheduler.perform { pane.list() }
      story.scheduler.perform { pane.notes.value = [] }
      #expect(story.look().contains("─ List ─") && !story.screen.contains("A note"))
      story.type(.escape)
      #expect(!story.look().contains("─ List ─"))
      #expect(story.footer.contains("next pane"), "the keys are the panes' again")
    }
  }

  @Test func theEditsLayerFollowsTheOpenEdit() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.connectFeed()
      story.sendEdit("Zürich", revision: 7)
      story.turn()
      story.type(.tab)
      let frame = "Wikipedia › Edit"
      #expect(!story.look().contains(frame))
      story.scheduler.perform { story.wikipedia.send(.open) }
      #expect(story.look().contains(frame))
      story.scheduler.perform { story.wikipedia.send(.close) }
      #expect(!story.look().contains(frame))
      story.type(.enter)
      #expect(story.look().contains(frame))
      story.type(.escape)
      #expect(!story.look().contains(frame))
    }
  }
}
