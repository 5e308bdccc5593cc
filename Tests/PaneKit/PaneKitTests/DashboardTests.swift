import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import PaneKit

private final class Scene: Sendable {
  let scheduler = TestScheduler()
  let dashboard: Dashboard
  private let states = MutableProperty<[DashboardState]>([])

  init(
    focus: PaneID? = nil, layout: Property<LayoutSettings>? = nil, store: MemoryStateStore? = nil, greets: Bool = false
  ) {
    dashboard = Dashboard(
      panes: ["a", "b", "c"], layout: layout, scheduler: scheduler, focus: focus,
      memory: store.map { [scheduler] in Memory(in: $0, on: scheduler) }, greets: greets)
    dashboard.state.signal.observeValues { [states] state in states.modify { $0.append(state) } }
  }

  var state: DashboardState { dashboard.state.value }
  /// How often the state has changed.
  var changes: Int { states.value.count }

  func send(_ action: Dashboard.Action) { scheduler.perform { dashboard.send(action) } }

  func set(_ settings: LayoutSettings, in layout: MutableProperty<LayoutSettings>) {
    scheduler.perform { layout.value = settings }
  }

  func start() { scheduler.perform { dashboard.start() } }

  func wait(_ seconds: Double) { scheduler.advance(by: .milliseconds(Int(seconds * 1_000))) }
}

@Suite struct DashboardTests {
  @Test func thePaneOfTheLastTimeHasTheFocus() {
    let store = MemoryStateStore()
    let scene = Scene(store: store)
    store.arrive(RememberedState(pane: "b"))
    scene.wait(1)
    #expect(scene.state.focus == "a", "nothing is read before the start")
    scene.start()
    store.arrive(RememberedState(pane: "c"))
    #expect(scene.state.focus == "a", "it goes through the interface's door")
    scene.wait(0)
    #expect(scene.state.focus == "c")
    scene.send(.moveFocus(1))
    scene.send(.zoom(true))
    #expect(store.changes(of: DashboardChange.self).suffix(1) == [.pane("a")])
  }

  @Test func whatWasChosenInThePaletteIsThereAtTheNextStart() {
    let store = MemoryStateStore()
    let scene = Scene(store: store)
    scene.start()
    // Before the state has been read.
    scene.send(.choose("tab:swift"))
    #expect(scene.dashboard.palette.value.ids == ["tab:swift"])
    store.arrive(RememberedState(palette: PaletteHistory(["theme:mono", "tab:swift"])))
    scene.wait(0)
    #expect(scene.dashboard.palette.value.ids == ["tab:swift", "theme:mono"])
    scene.send(.choose("app.quit"))
    let history = PaletteHistory(["app.quit", "tab:swift", "theme:mono"])
    #expect(scene.dashboard.palette.value == history)
    #expect(store.changes(of: DashboardChange.self).suffix(1) == [.palette(history)])
  }

  @Test func whatIsReadOfThePaletteIsNotWrittenAgain() {
    let store = MemoryStateStore()
    let scene = Scene(store: store)
    scene.start()
    store.arrive(RememberedState(palette: PaletteHistory(["theme:mono"])))
    scene.wait(0)
    #expect(scene.dashboard.palette.value.ids == ["theme:mono"])
    #expect(!store.changes(of: DashboardChange.self).contains { if case .palette = $0 { true } else { false } })
  }

  @Test func aPaneThatIsGoneOrComesTooLateIsNotGoneTo() {
    for isMoved in [true, false] {
      let store = MemoryStateStore()
      let scene = Scene(store: store)
      scene.start()
      if isMoved { scene.send(.moveFocus(1)) }
      store.arrive(RememberedState(pane: isMoved ? "c" : "gone"))
      scene.wait(1)
      #expect(scene.state.focus == (isMoved ? "b" : "a"))
    }
    let store = MemoryStateStore()
    let scene = Scene(focus: "b", store: store)
    scene.start()
    store.arrive(RememberedState(pane: "c"))
    scene.wait(1)
    #expect(scene.state.focus == "b", "the command line counts for more")
  }

  @Test(arguments: [
    (true, RememberedState(), true), (false, RememberedState(), false), (true, RememberedState(isGreeted: true), false),
    (true, RememberedState(pane: "b"), false),
  ])
  func aPersonIsGreetedOnceAtTheFirstStart(greets: Bool, remembered: RememberedState, isGreeted: Bool) {
    let store = MemoryStateStore()
    let scene = Scene(store: store, greets: greets)
    scene.start()
    #expect(!scene.state.isGreeting, "nothing is known of the person yet")
    store.arrive(remembered)
    scene.wait(60)
    #expect(scene.state.isGreeting == isGreeted)
    #expect(store.changes(of: DashboardChange.self).contains(.greeted) == isGreeted)
    scene.send(.act)
    scene.send(.act)
    #expect(!scene.state.isGreeting)
    #expect(store.changes(of: DashboardChange.self).filter { $0 == .greeted }.count == (isGreeted ? 1 : 0))
  }

  @Test func thePersonWhoActsFirstIsNotInterrupted() {
    let store = MemoryStateStore()
    let scene = Scene(store: store, greets: true)
    scene.start()
    scene.send(.act)
    store.arrive(RememberedState())
    scene.wait(1)
    #expect(!scene.state.isGreeting && store.isUntouched)
  }

  @Test func theFocusGoesRoundInBothDirections() {
    let scene = Scene()
    var seen: [PaneID] = [scene.state.focus]
    for distance in [1, 1, 1, -1, -1, 1, 7, -7] {
      scene.send(.moveFocus(distance))
      seen.append(scene.state.focus)
    }
    #expect(seen == ["a", "b", "c", "a", "c", "b", "c", "a", "c"])
  }

  @Test func aPaneIsGivenTheFocusByItsName() {
    let scene = Scene()
    scene.send(.focus("c"))
    #expect(scene.state.focus == "c")
    scene.send(.focus("unknown"))
    #expect(scene.state.focus == "c")
  }

  @Test func theFirstFocusIsThatOfAPaneThatThereIs() {
    #expect(Scene(focus: "b").state.focus == "b")
    #expect(Scene(focus: "unknown").state.focus == "a")
  }

  @Test func aZoomIsForWhateverHasTheFocus() {
    let scene = Scene()
    scene.send(.zoom(true))
    scene.send(.moveFocus(1))
    #expect(scene.state == DashboardState(focus: "b", layout: PaneLayout(["a", "b", "c"]), isZoomed: true))
    scene.send(.zoom(false))
    #expect(!scene.state.isZoomed)
  }

  @Test func theFocusStaysAmongThePanesThatAreShown() {
    let layout = MutableProperty(Self.layout(["a", "b", "c"]))
    let scene = Scene(focus: "b", layout: Property(layout))
    scene.set(Self.layout(["c", "b"]), in: layout)
    #expect(scene.state.focus == "b" && scene.state.panes == ["c", "b"])
    scene.send(.moveFocus(1))
    #expect(scene.state.focus == "c")
    scene.send(.focus("a"))
    #expect(scene.state.focus == "c")
    scene.set(Self.layout(["a", "unknown"]), in: layout)
    #expect(scene.state.focus == "a" && scene.state.panes == ["a"])
    // What is not shown does not have the focus at the start either.
    #expect(Scene(focus: "b", layout: Property(value: Self.layout(["c", "a"]))).state.focus == "c")
  }

  private static func layout(_ panes: [String]?, large: String = "a", share: Int? = nil) -> LayoutSettings {
    var settings = LayoutSettings()
    (settings.panes, settings.large, settings.share) = (panes, large, share)
    return settings
  }

  @Test func whatIsNoPaneIsLeftOutAndWithoutAnyAllAreShown() {
    let all: [PaneID] = ["a", "b", "c"]
    #expect(PaneLayout(all, Self.layout(["unknown", "b", "b"])).panes == ["b"])
    #expect(PaneLayout(all, Self.layout([])).panes == all)
    #expect(PaneLayout(all, Self.layout(["unknown"])).panes == all)
    #expect(PaneLayout(all, Self.layout(nil)).panes == all)
    #expect(PaneLayout(all, nil) == PaneLayout(all))
    #expect(PaneLayout(all, Self.layout(nil, share: 99)).share == 80)
  }

  @Test func theBorderMovesFromTheShareThatIsShownUntilOneIsSet() {
    let layout = MutableProperty(Self.layout(nil))
    let scene = Scene(layout: Property(layout))
    scene.send(.moveBorder(BorderMove(percent: 4, from: nil)))
    #expect(scene.state.layout.share == nil)
    scene.send(.moveBorder(BorderMove(percent: 4, from: 60)))
    #expect(scene.state.layout.share == 64)
    scene.send(.moveBorder(BorderMove(percent: 4, from: 63)))
    #expect(scene.state.layout.share == 68, "whole columns round it")
    for _ in 0..<9 { scene.send(.moveBorder(BorderMove(percent: 4, from: nil))) }
    #expect(scene.state.layout.share == 80)
    scene.send(.moveBorder(BorderMove(percent: -4, from: 66)))
    #expect(scene.state.layout.share == 62, "a share that does not fit is not where the border is")
    // Beside a large pane on the right, the border to the right makes it smaller.
    scene.set(Self.layout(nil, large: "b", share: 50), in: layout)
    scene.send(.moveBorder(BorderMove(percent: 4, from: nil)))
    #expect(scene.state.layout.share == 46 && scene.state.layout.large == "b")
  }

  @Test func theBorderIsWhereItWasUnlessTheSettingsAreOthers() {
    let store = MemoryStateStore()
    func scene(share: Int?) -> Scene {
      let scene = Scene(layout: Property(value: Self.layout(nil, share: share)), store: store)
      scene.start()
      store.arrive(RememberedState(share: Override(64, of: 50)))
      scene.wait(0)
      return scene
    }
    #expect(scene(share: 50).state.layout.share == 64)
    #expect(scene(share: 60).state.layout.share == 60)
    let moved = scene(share: 50)
    moved.send(.moveBorder(BorderMove(percent: 4, from: nil)))
    #expect(store.changes(of: DashboardChange.self).last == .share(Override(68, of: 50)))
    moved.send(.moveBorder(BorderMove(percent: -18, from: nil)))
    #expect(store.changes(of: DashboardChange.self).last == .share(nil))
  }

  @Test func whatChangesNothingIsNoChange() {
    let scene = Scene()
    scene.send(.focus("a"))
    scene.send(.zoom(false))
    scene.send(.moveFocus(3))
    #expect(scene.changes == 0)
  }

  @Test func aNoticeGoesThreeSecondsAfterTheLastOne() {
    let scene = Scene()
    scene.send(.notice("one"))
    #expect(scene.state.notice == "one")
    scene.wait(2)
    scene.send(.notice("two"))
    scene.wait(2)
    #expect(scene.state.notice == "two")
    scene.wait(1.1)
    #expect(scene.state.notice == nil)
    #expect(scene.scheduler.scheduledCount == 0)
  }

  @Test func theSameNoticeTwiceStandsLonger() {
    let scene = Scene()
    scene.send(.notice("one"))
    scene.wait(2)
    scene.send(.notice("one"))
    scene.wait(2)
    #expect(scene.state.notice == "one")
    scene.wait(1.1)
    #expect(scene.state.notice == nil)
  }

  @Test func aRefusalEndsWithTheNextKeyOrAsANotice() {
    let scene = Scene()
    scene.send(.refusal("not here"))
    #expect(scene.state.notice == "not here")
    scene.send(.act)
    #expect(scene.state.notice == nil)
    scene.send(.refusal("not here"))
    scene.wait(3.1)
    #expect(scene.state.notice == nil)
    scene.send(.refusal("not here"))
    scene.send(.notice("copied"))
    scene.send(.act)
    #expect(scene.state.notice == "copied", "a notice is shown for its time")
  }

  @Test func newsThatHadToWaitAreShownForTheirTime() {
    let scene = Scene()
    scene.send(.holdNews(true))
    scene.send(.news("met"))
    scene.wait(9)
    #expect(scene.state.notice == nil)
    scene.send(.holdNews(false))
    scene.wait(2.9)
    #expect(scene.state.notice == "met")
    scene.wait(0.2)
    #expect(scene.state.notice == nil)
    #expect(scene.scheduler.scheduledCount == 0)
  }
}
