import Foundation
import Model
import Testing
import Text

@testable import ViewModels

/// Steps in, state and effects out.
@Suite struct DashboardModelTests {
  private func model(focus: PaneID? = nil, greets: Bool = false) -> DashboardModel {
    DashboardModel(layout: PaneLayout(["a", "b", "c"]), focus: focus, mistakes: [], greets: greets)
  }

  @Test func aMoveOfTheFocusIsKeptAndTheRememberedFocusIsNotKeptAgain() {
    var model = model()
    #expect(model.take(.recall(RememberedState(pane: "b"))) == [])
    #expect(model.state.focus == "b")
    #expect(model.take(.action(.moveFocus(1))) == [.keep(.pane("c"))])
    #expect(model.take(.action(.moveFocus(1))) == [.keep(.pane("a"))])
    #expect(model.take(.action(.focus("a"))) == [])
    #expect(model.take(.action(.focus("unknown"))) == [])
  }

  @Test func whatAPersonDoesBeforeTheRecallCountsForMore() {
    var model = model()
    _ = model.take(.action(.focus("c")))
    _ = model.take(.action(.choose("copy")))
    let effects = model.take(.recall(RememberedState(pane: "b", palette: PaletteHistory(["open"]))))
    #expect(model.state.focus == "c")
    #expect(effects == [.keep(.palette(PaletteHistory(["copy", "open"])))], "with those of earlier runs")
  }

  @Test func aPaneThatIsNamedIsNotReplacedByTheRememberedOne() {
    var model = model(focus: "c")
    _ = model.take(.recall(RememberedState(pane: "b")))
    #expect(model.state.focus == "c")
  }

  @Test func theGreetingComesOnceToAPersonWhoHasDoneNothing() {
    var model = model(greets: true)
    #expect(model.take(.recall(RememberedState())) == [.keep(.greeted)])
    #expect(model.state.isGreeting)
    _ = model.take(.action(.act))
    #expect(!model.state.isGreeting)

    var busy = self.model(greets: true)
    _ = busy.take(.action(.act))
    #expect(busy.take(.recall(RememberedState())) == [])
    #expect(!busy.state.isGreeting)
  }

  @Test func theBorderIsKeptWhereItHasMoved() {
    var model = model()
    #expect(model.take(.action(.moveBorder(.to(share: 90)))) == [.keep(.share(Override(80, of: nil)))])
    #expect(model.take(.action(.moveBorder(.to(share: 95)))) == [], "it stands at its end")
  }

  /// As after a restart, which remembers the choice.
  @Test func settingsThatLeaveTheShareAloneKeepTheBorderWhereItWasMoved() {
    var model = model()
    _ = model.take(.action(.moveBorder(.to(share: 70))))
    #expect(model.take(.layout(PaneLayout(["b", "a"]))) == [])
    #expect(model.state.layout.share == 70)
    _ = model.take(.layout(PaneLayout(["a", "b"], share: 30)))
    #expect(model.state.layout.share == 30)
    _ = model.take(.layout(PaneLayout(["a", "b"])))
    #expect(model.state.layout.share == 70)
  }

  @Test func aRememberedBorderStandsWhereItCan() {
    var model = model()
    _ = model.take(.recall(RememberedState(share: Override(99, of: nil))))
    #expect(model.state.layout.share == 80)
  }

  @Test func onlyWebPagesAreOpened() throws {
    var model = model()
    let page = try #require(URL(string: "https://example.org"))
    let file = try #require(URL(string: "file:///etc/passwd"))
    #expect(model.take(.action(.request(.open(page)))) == [.carryOut(.open(page))])
    #expect(model.take(.action(.request(.open(file)))) == [])
  }

  /// A layout with another first pane would give the focus to that one after a restart.
  @Test func aFocusThatOutlivesItsLayoutIsKept() {
    var model = model()
    let (first, other) = (PaneLayout(["a", "b"]), PaneLayout(["b", "a"]))
    #expect(model.take(.layout(other)) == [])
    #expect(model.state.focus == "b", "what is remembered is unknown yet: the first pane has the focus")
    _ = model.take(.recall(RememberedState()))
    #expect(model.take(.layout(first)) == [.keep(.pane("b"))])
    #expect(model.state.focus == "b")
    _ = model.take(.action(.focus("a")))
    #expect(model.take(.layout(other)) == [], "a chosen focus was kept when it was chosen")
    #expect(model.state.focus == "a")
  }

  @Test func aHiddenPaneLosesTheFocus() {
    var model = model(focus: "b")
    #expect(model.take(.layout(PaneLayout(["a", "c"]))) == [.keep(.pane("a"))])
    #expect(model.state.focus == "a")
  }
}
