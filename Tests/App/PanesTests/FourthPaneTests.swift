import Foundation
import Model
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import PaneKit

/// A pane that nothing else knows of: it shows the time, or another city's.
@UI
private final class ClockPane: Pane {
  let id: PaneID = "clock"
  let title: SafeText = "Clock"
  let leastSize = Size(width: 20, height: 5)
  private let hours = MutableProperty(0)
  private(set) lazy var commands: [PaneKit.Command] = [
    PaneKit.Command(
      CommandSpec("clock.later", "an hour later", in: PaneKit.Command.Category("Clock", order: 4), keys: [.up, "l"]),
      hint: PaneKit.Command.Hint("later", rank: 1)
    ) { [hours] in hours.value += 1 },
    .refresh { [hours] in hours.value = 0 },
  ]
  private var size = Size.zero

  var changes: Signal<Void, Never> { hours.signal.map(value: ()) }
  var unread: Int { hours.value }

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    size = canvas.size
    PaneBorder(title: title, status: [], isBusy: false).draw(context, into: &canvas)
    canvas.draw(time(context), canvas.theme.strong, x: 3, y: 1)
  }

  private func time(_ context: PaneContext) -> SafeText {
    "It is \(context.clock.minutes(context.now + Double(hours.value) * 3_600))"
  }

  func point(_ event: MouseEvent) -> Bool {
    guard event.action == .wheelUp, size.height > 0 else { return false }
    hours.value += 1
    return true
  }

  func summary(_ theme: Theme) -> Span? { Span("ticks", theme.plain) }
  func diagnostics(_ context: PaneContext) -> [DiagnosticLine] { [DiagnosticLine("time", time(context))] }
}

@Suite(.serialized) struct FourthPaneTests {
  @Test func aPaneMoreIsAPaneLikeTheOthers() async throws {
    try await ShellStory.tell {
      let story = ShellStory(others: [ClockPane()])
      try expect(try #require(story.display.frames.last), looksLike: "fourth-pane-120x36")
      // The focus goes through it, and its keys are its own.
      story.type(.backTab, .up, "l")
      #expect(story.look().contains("It is 16:03"))
      #expect(story.footer.hasPrefix(" ↑ later   ⇥ next pane   r refresh   z enlarge"))
      story.type("r")
      #expect(story.look().contains("It is 14:03"))
      story.type("l", .tab)
      #expect(story.look().contains("It is 15:03"))
      story.type("R")
      #expect(story.look().contains("It is 14:03"))
      story.type(.backTab, "z")
      #expect(story.look().hasPrefix(" reactui    Stack Overflow    Wikipedia    ConAir 21.3°C    Clock ticks"))
      #expect(!story.screen.contains("╭─ ConAir"))
    }
  }

  @Test func settingsThatNameNoPanesShowAll() async {
    await ShellStory.tell {
      let story = ShellStory(others: [ClockPane()], layout: Property(value: LayoutSettings()))
      #expect(story.look().contains("─ Clock ─"))
    }
  }

  @Test func theMouseFindsIt() async throws {
    try await ShellStory.tell {
      let story = ShellStory(others: [ClockPane()])
      let row = try #require(story.lines.firstIndex { $0.contains("It is 14:03") })
      story.point(.wheelUp, x: 90, y: row)
      #expect(story.look().contains("It is 15:03"))
      #expect(story.dashboard.state.value.focus == "clock")
      story.type("z")
      story.look()
      story.point(.click, x: try #require(story.column(of: "Wiki", inRow: 0)), y: 0)
      #expect(story.look().contains("╭─ Wikipedia"))
    }
  }

  @Test func theTitleOfTheWindowFollowsItOnceASecond() async {
    await ShellStory.tell {
      let story = ShellStory(others: [ClockPane()])
      #expect(story.display.titles == ["reactui"])
      story.type(.backTab, .up)
      story.look()
      story.answers()
      story.type("l")
      story.look()
      story.type("l")
      story.answers()
      #expect(story.display.titles == ["reactui", "reactui · 1 unread"])
      story.turn()
      #expect(story.display.titles == ["reactui", "reactui · 1 unread", "reactui · 3 unread"])
      story.turn(seconds: 60)
      #expect(story.display.titles.count == 3)
    }
  }

  @Test func helpAndDiagnosticsTellOfIt() async {
    await ShellStory.tell {
      let story = ShellStory(width: 150, height: 60, others: [ClockPane()])
      story.type("?")
      #expect(story.look().contains(/↑ +an hour later; also l/))
      story.type("q", "D")
      #expect(story.look().contains(/time +It is 14:03/))
    }
  }
}
