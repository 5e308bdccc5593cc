import Foundation
import Screen
import Testing
import Text
import ViewModels

@testable import Panes

@Suite struct KeymapTests {
  @Test(arguments: InputContext.allCases)
  func noKeyHasTwoMeaningsInAContext(context: InputContext) {
    var seen: Set<KeyEvent> = []
    for stroke in Keymap.bindings(in: context).flatMap(\.strokes) {
      // While filtering letters are text, so those of the table do not hold there.
      if context == .filter, Keymap.text(of: stroke.key) != nil { continue }
      #expect(seen.insert(stroke.key).inserted, "\(stroke.key) twice in \(context)")
    }
  }

  @Test func everyKeyOfTheTableDoesWhatTheTableSays() {
    for binding in Keymap.bindings {
      for context in binding.contexts {
        for stroke in binding.strokes where !(context == .filter && Keymap.text(of: stroke.key) != nil) {
          #expect(Keymap.command(for: stroke.key, in: context) == stroke.command)
        }
      }
    }
  }

  /// A command's kind; the switch makes the compiler ask for a new command to be thought of here.
  private enum Reach { case key, mouse }

  private func reach(_ command: Command) -> Reach {
    switch command {
    case .focus, .selectQuestion, .selectEvent: .mouse
    case .nextPane, .previousPane, .toggleZoom, .toggleHelp, .quit, .redraw, .suspend, .refresh, .refreshAll,
      .openInBrowser, .copyLink, .selectTab, .nextTab, .previousTab, .move, .open, .back, .nextAnswer, .editFilter,
      .edit, .acceptFilter, .clearFilter, .zoomIn, .zoomOut, .fit, .panTime, .panValue, .followLive, .togglePause,
      .markTime:
      .key
    }
  }

  @Test func everyCommandHasItsKey() {
    let commands: [Command] = [
      .nextPane, .previousPane, .focus(.conAir), .toggleZoom, .toggleHelp, .quit, .redraw, .suspend, .refresh,
      .refreshAll, .openInBrowser, .copyLink, .selectTab(0), .selectTab(8), .nextTab, .previousTab, .move(.lines(1)),
      .move(.lines(-1)), .move(.pages(1)), .move(.pages(-1)), .move(.start), .move(.end), .selectQuestion(1),
      .selectEvent(1), .open, .back, .nextAnswer, .editFilter, .edit(.deleteBackward), .edit(.deleteForward),
      .edit(.deleteToSpace), .edit(.deleteWordBackward), .edit(.deleteWordForward), .edit(.deleteToStart),
      .edit(.deleteToEnd), .edit(.moveLeft), .edit(.moveWordLeft), .edit(.moveWordRight), .edit(.moveRight),
      .edit(.moveToStart),
      .edit(.moveToEnd), .acceptFilter, .clearFilter, .zoomIn, .zoomOut, .fit, .panTime(0.1), .panTime(-0.1),
      .panValue(0.1), .panValue(-0.1), .followLive, .togglePause, .markTime(nil),
    ]
    let reachable = Set(Keymap.bindings.flatMap(\.strokes).map(\.command))
    for command in commands where reach(command) == .key {
      #expect(reachable.contains(command), "no key for \(command)")
    }
  }

  @Test func lettersAreTextWhileFiltering() {
    for letter in "qrRzoy?/123 jkhl" {
      let text = SafeText(oneLine: String(letter))
      #expect(Keymap.command(for: .character(letter), in: .filter) == .edit(.insert(text)))
    }
    #expect(Keymap.command(for: .paste("q\u{2026} rm"), in: .filter) == .edit(.insert("q\u{2026} rm")))
  }

  @Test func aPasteIsNeverACommand() {
    for context in InputContext.allCases where context != .filter {
      #expect(Keymap.command(for: .paste("q"), in: context) == nil)
    }
  }

  @Test(arguments: InputContext.allCases)
  func altMakesNoCommandOfAKeyButEditsText(context: InputContext) {
    let keys: [KeyEvent] = "abcdefghijklmnopqrstuvwxyzRGZ/?0123456789+- ".map { .character($0) }
    for key in keys + [.enter, .escape, .tab, .backspace, .left, .right, .up, .down, .home, .control("c")] {
      guard let command = Keymap.command(for: .alt(key), in: context) else { continue }
      guard case .edit = command, context == .filter else {
        Issue.record("Alt and \(key) is \(command) in \(context)")
        continue
      }
    }
  }

  @Test(arguments: InputContext.allCases)
  func quittingAndSuspendingWorkEverywhere(context: InputContext) {
    #expect(Keymap.command(for: .control("c"), in: context) == .quit)
    #expect(Keymap.command(for: .control("z"), in: context) == .suspend)
    #expect(Keymap.command(for: .control("l"), in: context) == .redraw)
  }

  @Test(arguments: InputContext.allCases)
  func escapeNeverQuits(context: InputContext) {
    #expect(Keymap.command(for: .escape, in: context) != .quit)
    #expect(Keymap.command(for: .backspace, in: context) != .quit)
  }

  @Test(arguments: [(200, 60), (120, 36), (80, 24), (40, 10)])
  func theHelpListsEveryKey(width: Int, height: Int) {
    for theme in [Theme(), Theme(isASCII: true)] {
      let size = Size(width: width, height: height)
      let layout = HelpOverlay.layout(on: size, theme: theme)
      var shown = ""
      for scroll in stride(from: 0, through: max(0, layout.lines - layout.visible), by: 1) {
        var canvas = Canvas(size: size, theme: theme)
        HelpOverlay(scroll: scroll).draw(
          PaneContext(isFocused: true, now: Sample.now, clock: .utc), into: &canvas)
        shown += canvas.text
      }
      for binding in Keymap.bindings {
        var line = Canvas(size: Size(width: 80, height: 1), theme: theme)
        line.draw(binding.help, x: 0, y: 0)
        // On a narrow terminal the end of a line may be cut.
        let text = width >= 60 ? line.text : String(line.text.prefix(14))
        #expect(shown.contains(text), "\(text) is missing at \(width)×\(height)")
      }
    }
  }

  @Test(arguments: [InputContext.questionList, .question, .wikipedia, .help])
  func spaceIsAPageDown(context: InputContext) {
    #expect(Keymap.command(for: .character(" "), in: context) == .move(.pages(1)))
  }

  @Test(arguments: [Theme(), Theme(isASCII: true)])
  func theHelpNeedsNoScrollingWhereThePanesAreTiled(theme: Theme) {
    let layout = HelpOverlay.layout(on: ScreenLayout.tiledSize, theme: theme)
    #expect(layout.visible >= layout.lines)
  }

  @Test(arguments: [(200, 60), (120, 36), (110, 30), (80, 24), (100, 12), (60, 20), (40, 10)])
  func theHelpsFrameStandsApartFromThePanesOrCoversTheirs(width: Int, height: Int) {
    let rect = HelpOverlay.layout(on: Size(width: width, height: height), theme: Theme()).rect
    // Between header and footer.
    let isCovering = rect == Rect(x: 0, y: 1, width: width, height: height - 2)
    #expect(isCovering || rect.x >= 1 && rect.y >= 2 && rect.y + rect.height <= height - 2)
  }

  @Test func noLineOfTheHelpIsThereTwice() {
    var canvas = Canvas(size: Size(width: 80, height: 100))
    HelpOverlay(scroll: 0).draw(PaneContext(isFocused: true, now: Sample.now, clock: .utc), into: &canvas)
    #expect(canvas.text.components(separatedBy: "also k j").count - 1 == 2, "\(canvas.text)")
  }

  @Test(arguments: [(120, 36), (110, 30), (80, 24), (40, 10)])
  func theHelpLooksLikeThis(width: Int, height: Int) throws {
    let state = Sample.screen(Sample.stackOverflow(), input: .help) { $0.isHelpShown = true }
    try expect(drawn(state, width, height), looksLike: "help-\(width)x\(height)")
  }

  @Test func theFooterShowsOnlyKeysThatDoSomething() {
    func footer(_ state: ScreenState) -> [String] {
      Footer.of(state, size: Size(width: 200, height: 50)).hints(theme: Theme()).map { $0.label.string }
    }
    let list = footer(Sample.screen(Sample.stackOverflow()))
    #expect(list.contains("open") && list.contains("browser") && !list.contains("clear filter"))
    let empty = footer(
      Sample.screen(Sample.stackOverflow(QuestionListState(load: .loading))))
    #expect(!empty.contains("open") && !empty.contains("move") && !empty.contains("browser"))
    let filtered = footer(Sample.screen(Sample.stackOverflow(Sample.filtered())))
    #expect(filtered.contains("clear filter"))
    let live = footer(Sample.screen(focus: .conAir, input: .conAir))
    #expect(live.contains("pan") && !live.contains("follow") && !live.contains("no cursor"))
    let back = Sample.conAir {
      $0.isFollowing = false
      $0.chart.cursor = Sample.now.timeIntervalSince1970
    }
    let looking = footer(Sample.screen(conAir: back, focus: .conAir, input: .conAir))
    #expect(looking.contains("follow") && looking.contains("no cursor"))
    let updating = footer(
      Sample.screen(conAir: Sample.conAir { $0.latest = nil }, focus: .conAir, input: .conAir))
    #expect(!updating.contains("pan") && !updating.contains("zoom") && updating.contains("refresh"))
  }
}
