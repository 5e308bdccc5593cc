import Foundation
import Model
import ModelTesting
import Testing
import Text

@testable import PaneKit

/// Steps in, state and effects out.
@Suite struct DashboardModelTests {
  private func model(focus: PaneID? = nil, greets: Bool = false) -> DashboardModel {
    DashboardModel(panes: ["a", "b", "c"], focus: focus, greets: greets)
  }

  @Test func aMoveOfTheFocusIsKeptAndTheRememberedFocusIsNotKeptAgain() {
    var model = model()
    #expect(model.reduce(.recall(RememberedState(pane: "b"))) == [])
    #expect(model.state.focus == "b")
    #expect(model.reduce(.action(.moveFocus(1))) == [.pane("c")])
    #expect(model.reduce(.action(.moveFocus(1))) == [.pane("a")])
    #expect(model.reduce(.action(.focus("a"))) == [])
    #expect(model.reduce(.action(.focus("unknown"))) == [])
  }

  @Test func whatAPersonDoesBeforeTheRecallCountsForMore() {
    var model = model()
    _ = model.reduce(.action(.focus("c")))
    _ = model.reduce(.action(.choose("copy")))
    let effects = model.reduce(.recall(RememberedState(pane: "b", palette: PaletteHistory(["open"]))))
    #expect(model.state.focus == "c")
    #expect(effects == [.palette(PaletteHistory(["copy", "open"]))], "with those of earlier runs")
  }

  @Test func aPaneThatIsNamedIsNotReplacedByTheRememberedOne() {
    var model = model(focus: "c")
    _ = model.reduce(.recall(RememberedState(pane: "b")))
    #expect(model.state.focus == "c")
  }

  @Test func theGreetingComesOnceToAPersonWhoHasDoneNothing() {
    var model = model(greets: true)
    #expect(model.reduce(.recall(RememberedState())) == [.greeted])
    #expect(model.state.isGreeting)
    _ = model.reduce(.action(.act))
    #expect(!model.state.isGreeting)

    var busy = self.model(greets: true)
    _ = busy.reduce(.action(.act))
    #expect(busy.reduce(.recall(RememberedState())) == [])
    #expect(!busy.state.isGreeting)
  }

  @Test func joinedSpansAreKeptAndRecalled() {
    var model = model()
    #expect(model.reduce(.action(.joinSpans)) == [.joinsSpans(true)] && model.state.joinsSpans)
    var recalled = self.model()
    var memory = DashboardMemory()
    memory.joinsSpans = true
    _ = recalled.reduce(.recall(memory, isFirstStart: false))
    #expect(recalled.state.joinsSpans)
    #expect(recalled.reduce(.action(.joinSpans)) == [.joinsSpans(false)] && !recalled.state.joinsSpans)
  }

  // MARK: - Notices

  /// Compares the notice after each of some actions; `nil` in their place is the end of a notice's time.
  private func expect(
    _ actions: [Dashboard.Action?], show notices: [SafeText?], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var model = model()
    let shown = actions.map { action -> SafeText? in
      _ = model.reduce(action.map(DashboardModel.Step.action) ?? .noticeEnds)
      return model.state.notice
    }
    #expect(shown == notices, sourceLocation: sourceLocation)
  }

  @Test func newsWaitUntilTheLastLineIsFree() {
    expect([.news("a"), .news("b"), nil], show: ["a", "b", nil])
    // The newest, and once.
    expect(
      [.holdNews(true), .news("a"), .news("b"), .holdNews(false), nil, .holdNews(true)],
      show: [nil, nil, nil, "b", nil, nil])
    // Those that are shown already make room.
    expect([.news("a"), .holdNews(true), nil, .holdNews(false)], show: ["a", nil, nil, "a"])
  }

  @Test func answersAreShownAtOnceAndNewsAfterThem() {
    expect(
      [.holdNews(true), .news("a"), .notice("copied"), .holdNews(false), nil, nil],
      show: [nil, nil, "copied", "copied", "a", nil])
    expect(
      [.holdNews(true), .news("a"), .holdNews(false), .notice("copied"), nil],
      show: [nil, nil, "a", "copied", "a"])
    expect(
      [.holdNews(true), .refusal("not here"), .act, .news("a"), .holdNews(false), .act],
      show: [nil, "not here", nil, nil, "a", "a"])
  }

  @Test func theBorderIsKeptWhereItHasMoved() {
    var model = model()
    #expect(model.reduce(.action(.moveBorder(.to(share: 90)))) == [.share(Override(80, of: nil))])
    #expect(model.reduce(.action(.moveBorder(.to(share: 95)))) == [], "it stands at its end")
  }

  /// As after a restart, which remembers the choice.
  @Test func settingsThatLeaveTheShareAloneKeepTheBorderWhereItWasMoved() {
    var model = model()
    _ = model.reduce(.action(.moveBorder(.to(share: 70))))
    #expect(model.reduce(.layouts(Self.settings(["b", "a"]), [:])) == [])
    #expect(model.state.layout.share == 70)
    _ = model.reduce(.layouts(Self.settings(["a", "b"], share: 30), [:]))
    #expect(model.state.layout.share == 30)
    _ = model.reduce(.layouts(Self.settings(["a", "b"]), [:]))
    #expect(model.state.layout.share == 70)
  }

  @Test func aRememberedBorderStandsWhereItCan() {
    var model = model()
    _ = model.reduce(.recall(RememberedState(share: Override(99, of: nil))))
    #expect(model.state.layout.share == 80)
  }

  /// A layout with another first pane would give the focus to that one after a restart.
  @Test func aFocusThatOutlivesItsLayoutIsKept() {
    var model = model()
    let (first, other) = (Self.settings(["a", "b"]), Self.settings(["b", "a"]))
    #expect(model.reduce(.layouts(other, [:])) == [])
    #expect(model.state.focus == "b", "what is remembered is unknown yet: the first pane has the focus")
    _ = model.reduce(.recall(RememberedState()))
    #expect(model.reduce(.layouts(first, [:])) == [.pane("b")])
    #expect(model.state.focus == "b")
    _ = model.reduce(.action(.focus("a")))
    #expect(model.reduce(.layouts(other, [:])) == [], "a chosen focus was kept when it was chosen")
    #expect(model.state.focus == "a")
  }

  @Test func aHiddenPaneLosesTheFocus() {
    var model = model(focus: "b")
    #expect(model.reduce(.layouts(Self.settings(["a", "c"]), [:])) == [.pane("a")])
    #expect(model.state.focus == "a")
  }

  // MARK: - Layouts by name

  private static func settings(_ panes: [String], large: String = "stack-overflow", share: Int? = nil) -> LayoutSettings
  {
    var settings = LayoutSettings()
    (settings.panes, settings.large, settings.share) = (panes, large, share)
    return settings
  }

  private static let named = ["evening": settings(["c", "b"], large: "b", share: 60), "morning": settings(["a"])]

  @Test func aLayoutIsChosenByItsNameAndKept() {
    var model = DashboardModel(panes: ["a", "b", "c"], layouts: Self.named)
    #expect(model.state.layoutNames == ["evening", "morning"] && model.state.layoutName == nil)
    let key = LayoutSettings().key
    let effects = model.reduce(.action(.showLayout("evening")))
    #expect(effects.contains(.layout(Override("evening", of: key))))
    #expect(model.state.layout == PaneLayout(["c", "b"], large: "b", share: 60))
    #expect(model.state.layoutName == "evening" && model.state.focus == "c")
    #expect(model.reduce(.action(.showLayout("unknown"))) == [] && model.state.layoutName == "evening")
    #expect(model.reduce(.action(.showLayout(nil))).contains(.layout(nil)))
    #expect(model.state.layout.panes == ["a", "b", "c"] && model.state.layoutName == nil)
  }

  @Test func theNextLayoutFollowsTheLastAndTheFirstFollowsThat() {
    var model = DashboardModel(panes: ["a", "b", "c"], layouts: Self.named)
    let names = (0..<4).map { _ in
      _ = model.reduce(.action(.nextLayout))
      return model.state.layoutName
    }
    #expect(names == ["evening", "morning", nil, "evening"])
  }

  /// The choice is for the layout of the settings for which it was made.
  @Test func aChosenLayoutIsRecalledUntilTheSettingsHaveAnother() {
    let key = LayoutSettings().key
    var model = DashboardModel(panes: ["a", "b", "c"], layouts: Self.named)
    _ = model.reduce(.recall(RememberedState(pane: "b", layout: Override("evening", of: key))))
    #expect(model.state.layoutName == "evening" && model.state.layout.panes == ["c", "b"] && model.state.focus == "b")
    _ = model.reduce(.layouts(Self.settings(["b", "c"]), Self.named))
    #expect(model.state.layoutName == nil && model.state.layout.panes == ["b", "c"])
    _ = model.reduce(.layouts(nil, Self.named))
    #expect(model.state.layoutName == "evening")
    // Without its name in the settings there is none.
    _ = model.reduce(.layouts(nil, [:]))
    #expect(model.state.layoutName == nil && model.state.layout.panes == ["a", "b", "c"])
    // What is chosen before the state is read counts for more.
    var other = DashboardModel(panes: ["a", "b", "c"], layouts: Self.named)
    _ = other.reduce(.action(.showLayout("morning")))
    _ = other.reduce(.recall(RememberedState(layout: Override("evening", of: key))))
    #expect(other.state.layoutName == "morning")
  }

  // MARK: - Themes

  private static func colours(_ name: String, own: String = "sunset") -> ThemeSettings {
    var settings = ThemeSettings()
    (settings.name, settings.own) = (name, [own: ["line": "208"]])
    return settings
  }

  @Test func aThemeIsChosenByItsNameAndKept() {
    var model = DashboardModel(panes: ["a"], theme: Self.colours("auto"))
    #expect(model.reduce(.action(.showTheme("mono"))) == [.theme(Override("mono", of: "auto"))])
    #expect(model.state.themeName == "mono" && model.state.theme == Self.colours("auto"))
    #expect(model.reduce(.action(.showTheme("unknown"))) == [] && model.state.themeName == "mono")
    #expect(model.reduce(.action(.showTheme("sunset"))) == [.theme(Override("sunset", of: "auto"))])
    #expect(model.reduce(.action(.showTheme("sunset"))) == [])
    // That of the settings, with their words or by its name.
    #expect(model.reduce(.action(.showTheme(nil))) == [.theme(nil)] && model.state.themeName == nil)
    _ = model.reduce(.action(.showTheme("dark")))
    #expect(model.reduce(.action(.showTheme("auto"))) == [.theme(nil)] && model.state.themeName == nil)
  }

  /// The choice is for the theme of the settings for which it was made.
  @Test func aChosenThemeIsRecalledUntilTheSettingsHaveAnother() {
    var model = DashboardModel(panes: ["a"], theme: Self.colours("auto"))
    #expect(model.reduce(.recall(RememberedState(theme: Override("sunset", of: "auto")))) == [])
    #expect(model.state.themeName == "sunset")
    _ = model.reduce(.theme(Self.colours("light")))
    #expect(model.state.themeName == nil && model.state.theme == Self.colours("light"))
    _ = model.reduce(.theme(Self.colours("auto")))
    #expect(model.state.themeName == "sunset")
    _ = model.reduce(.theme(Self.colours("auto", own: "dawn")))
    #expect(model.state.themeName == nil, "the settings do not have it any longer")
    // What is chosen before the state is read counts for more.
    var other = DashboardModel(panes: ["a"], theme: Self.colours("auto"))
    _ = other.reduce(.action(.showTheme("mono")))
    _ = other.reduce(.recall(RememberedState(theme: Override("sunset", of: "auto"))))
    #expect(other.state.themeName == "mono")
  }
}

extension DashboardModel.Step {
  fileprivate static func recall(_ state: RememberedState) -> Self {
    .recall(state.dashboard, isFirstStart: state.isEmpty)
  }
}
