import Assembly
import Foundation
import Model
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Rooms

/// Which panes are on the screen and how they share it, as settings and keys say.
@Suite(.serialized) struct LayoutTests {
  private static let ids = Features.catalog.panes.map(\.name)

  private static func settings(_ panes: [String] = ids, large: String = ids[0], share: Int? = nil) -> LayoutSettings {
    var settings = LayoutSettings()
    (settings.panes, settings.large, settings.share) = (panes, large, share)
    return settings
  }

  /// The columns of the panes' upper corners in the first line below the header.
  @UI private static func corners(_ story: ShellStory) -> [Int] {
    story.look()
    return story.lines[1].enumerated().filter { $0.element == "╭" }.map(\.offset)
  }

  @Test func theSettingsThatNobodyHasSetChangeNothing() async {
    await ShellStory.tell {
      let before = ShellStory().look()
      #expect(ShellStory(layout: Property(value: Self.settings())).look() == before)
    }
  }

  @Test func theLargePaneAndItsShareAreSet() async {
    await ShellStory.tell {
      let layout = MutableProperty(Self.settings())
      let story = ShellStory(width: 150, height: 40, layout: Property(layout))
      #expect(Self.corners(story) == [0, 85])
      story.scheduler.perform { layout.value = Self.settings(share: 50) }
      #expect(Self.corners(story) == [0, 75])
      // It stands on the left where it is the first, else on the right.
      story.scheduler.perform { layout.value = Self.settings(large: Self.ids[2], share: 60) }
      #expect(Self.corners(story) == [0, 62])
      #expect(story.lines[1].contains(/Stack Overflow.*╮╭─ ConAir/))
      story.scheduler.perform {
        layout.value = Self.settings([Self.ids[1], Self.ids[0]], large: Self.ids[1], share: 40)
      }
      #expect(Self.corners(story) == [0, 60])
      #expect(story.lines[1].contains(/Wikipedia.*╮╭─ Stack Overflow/) && !story.screen.contains("ConAir"))
    }
  }

  @Test func aPaneThatIsLeftOutHasNoFocusAndAsksForNothing() async {
    await ShellStory.tell {
      let layout = MutableProperty(Self.settings([Self.ids[1], Self.ids[2]]))
      let story = ShellStory(layout: Property(layout))
      #expect(story.requests.isEmpty)
      #expect(story.dashboard.state.value.focus == .wikipedia)
      story.type(.tab)
      #expect(story.dashboard.state.value.focus == .rooms)
      story.type(.tab, "R", "z")
      #expect(story.dashboard.state.value.focus == .wikipedia)
      story.answers()
      #expect(story.requests.isEmpty)
      #expect(!story.lines[0].contains("Stack"))
      // It comes back, and begins.
      story.scheduler.perform { layout.value = Self.settings() }
      story.type("z")
      #expect(story.answers().contains("Why does Swift"))
      #expect(!story.requests.isEmpty)
    }
  }

  @Test func keysMoveTheBorderAndNoPaneVanishes() async {
    await ShellStory.tell {
      for (large, sign) in [(Self.ids[0], 1), (Self.ids[2], -1)] {
        let story = ShellStory(width: 150, height: 40, layout: Property(value: Self.settings(large: large)))
        let before = Self.corners(story).last ?? 0
        story.type(.controlRight)
        let right = Self.corners(story).last ?? 0
        #expect(right > before, "\(sign)")
        for _ in 0..<30 {
          story.type(.controlRight)
          #expect(Self.corners(story).count == 2)
        }
        #expect(story.footer.contains("The border is at its end"))
        let end = Self.corners(story).last ?? 0
        story.type(.controlLeft)
        #expect((Self.corners(story).last ?? 0) < end && !story.footer.contains("The border"))
        for _ in 0..<60 {
          story.type(.controlLeft)
          #expect(Self.corners(story).count == 2)
        }
        #expect((Self.corners(story).last ?? 0) < before && story.footer.contains("The border is at its end"))
      }
      // A pane alone has no border to move; while a field takes text, the keys are the field's.
      let story = ShellStory(width: 150, height: 40)
      let before = story.look()
      story.type("z", .controlRight, "z", "/", "a", " ", "b", .controlLeft, .escape)
      #expect(story.look() == before)
    }
  }

  @Test func aDragOfTheBorderMovesIt() async {
    await ShellStory.tell {
      // Of the border's two columns either one.
      for (large, offset) in [(Self.ids[0], 0), (Self.ids[0], -1), (Self.ids[2], 0), (Self.ids[2], -1)] {
        let story = ShellStory(width: 150, height: 40, layout: Property(value: Self.settings(large: large)))
        let border = Self.corners(story).last ?? 0
        story.point(.click, x: border + offset, y: 5)
        for column in [80, 100, 70] {
          story.point(.drag, x: column + offset, y: 5)
          #expect((column - 1...column + 1).contains(Self.corners(story).last ?? 0), "\(large) \(column)")
        }
        for column in [0, 149] {
          story.point(.drag, x: column, y: 5)
          #expect(Self.corners(story).count == 2)
        }
        // A press beside it is the pane's.
        let place = Self.corners(story).last ?? 0
        story.point(.click, x: place + 5, y: 6)
        story.point(.drag, x: 75, y: 6)
        #expect(Self.corners(story).last == place)
      }
    }
  }

  @Test(arguments: [(40, 10), (60, 20), (80, 24), (110, 30), (120, 36), (200, 50)], [1, 2, 3])
  func everyLayoutIsSensibleAtEverySize(size: (Int, Int), count: Int) async {
    await ShellStory.tell {
      for large in Self.ids.prefix(count) {
        for share in [20, 56, 80] {
          let settings = Self.settings(Array(Self.ids.prefix(count)), large: large, share: share)
          let story = ShellStory(width: size.0, height: size.1, layout: Property(value: settings))
          story.look()
          let canvas = story.display.frames.last
          #expect(canvas.map(Invariants.faults) == [], "\(large) \(share) at \(size)")
          let shown = story.shell.panes.filter { pane in
            story.lines.dropFirst().contains { $0.contains("─ \(pane.title) ─") }
          }
          #expect(shown.count == 1 || shown.count == count, "\(large) \(share) at \(size)")
        }
      }
    }
  }

  @Test(arguments: [nil, 20, 50, 80] as [Int?])
  func tilesFillEveryScreenWithoutOverlapAndNoneIsTooSmall(share: Int?) {
    let items = [
      ScreenLayout.Item(pane: "a", leastSize: Size(width: 62, height: 28)),
      ScreenLayout.Item(pane: "b", leastSize: Size(width: 48, height: 9)),
      ScreenLayout.Item(pane: "c", leastSize: Size(width: 48, height: 8)),
    ]
    for width in stride(from: 40, through: 220, by: 3) {
      for height in 10...60 {
        for (large, count) in [("a", 3), ("b", 3), ("c", 3), ("b", 2), ("a", 1)] as [(PaneID, Int)] {
          let shown = Array(items.prefix(count))
          let layout = ScreenLayout(
            size: Size(width: width, height: height), panes: shown,
            large: large, share: share, focus: "a", isZoomed: false)
          let rects = layout.places.map(\.rect)
          #expect(rects.reduce(0) { $0 + $1.width * $1.height } == width * (height - 2), "\(width)x\(height)")
          for (index, rect) in rects.enumerated() {
            #expect(rect.x >= 0 && rect.y >= 1 && rect.x + rect.width <= width && rect.y + rect.height < height)
            for other in rects.dropFirst(index + 1) {
              let isBeside = rect.x + rect.width <= other.x || other.x + other.width <= rect.x
              #expect(isBeside || rect.y + rect.height <= other.y || other.y + other.height <= rect.y)
            }
          }
          guard layout.arrangement == .tiled else { continue }
          for place in layout.places {
            let least = shown.first { $0.pane == place.pane }?.leastSize ?? .zero
            #expect(place.rect.width >= least.width && place.rect.height >= least.height, "\(width)x\(height)")
          }
        }
      }
    }
  }

  // MARK: - Layouts by name

  private static let named = [
    "evening": NamedLayout(settings([ids[2], ids[1]], large: ids[2]), key: "F6"), "other": NamedLayout(settings()),
  ]

  @Test func aKeyShowsALayoutByItsName() async {
    await ShellStory.tell {
      let story = ShellStory(layouts: Self.named)
      story.type(.function(6))
      #expect(story.dashboard.state.value.layoutName == "evening")
      #expect(!story.look().contains("─ Stack Overflow ─") && story.screen.contains("─ ConAir ─"))
      story.type(.function(6))
      story.look()
      #expect(story.footer.contains("This layout is shown already"))
      // In the help it has its key, and the palette lists each layout once, with its key.
      story.type("?")
      story.type("/layout: evening")
      story.type(.enter)
      #expect(story.look().contains("F6"))
      story.type(.escape, .escape, ":")
      story.type("layout:")
      #expect(story.look().contains("layout: other") && !story.screen.contains("layout: evening"))
      story.type(.escape)
    }
  }

  @Test func thePaletteListsALayoutOnceWithItsKey() async {
    await ShellStory.tell {
      let story = ShellStory(layouts: Self.named)
      story.type(":")
      story.type("evening")
      story.look()
      let lines = story.lines.filter { $0.contains("layout: evening") }
      #expect(lines.count == 1 && lines[0].contains("F6"), "\(story.screen)")
      story.type(.enter)
      #expect(story.dashboard.state.value.layoutName == "evening")
    }
  }

  @Test func aKeyShowsTheNextLayoutIfTheSettingsGiveOne() async {
    await ShellStory.tell {
      let keys = Property(value: [PaneKit.Command.ID("layout.next"): [KeyEvent.function(7)]])
      let story = ShellStory(keys: keys, layouts: Self.named)
      var seen: [String?] = []
      for _ in 0..<3 {
        story.type(.function(7))
        seen.append(story.dashboard.state.value.layoutName)
      }
      #expect(seen == ["evening", "other", nil])
      // Also while an edit is open.
      story.connectFeed()
      story.sendEdit("Zürich", revision: 7)
      story.turn()
      story.scheduler.perform { story.dashboard.send(.focus(.wikipedia)) }
      story.type(.enter, .function(6))
      #expect(story.dashboard.state.value.layoutName == "evening" && story.wikipedia.edit.value != nil)
    }
  }
}

extension ShellStory {
  /// What was asked of the service for questions.
  fileprivate var requests: [String] { questions.asked.withLock { $0 } }
}
