import Foundation
import Model
import Signals
import SignalsTesting
import Testing
import Text

@testable import ViewModels

private final class Scene: Sendable {
  let questions = ScriptedQuestionService()
  let feed = ScriptedFeed()
  let temperatures = ScriptedTemperatureService()
  let scheduler = TestScheduler()
  let dashboard: Dashboard
  private let received = MutableProperty<[Effect]>([])

  init() {
    dashboard = Dashboard(
      stackOverflow: StackOverflowViewModel(service: questions, scheduler: scheduler),
      wikipedia: WikipediaViewModel(feed: feed, scheduler: scheduler),
      conAir: ConAirViewModel(service: temperatures, scheduler: scheduler),
      scheduler: scheduler)
    dashboard.effects.observeValues { [received] effect in received.modify { $0.append(effect) } }
  }

  var effects: [Effect] { received.value }
  var state: DashboardState { dashboard.state.value }
  var context: InputContext { dashboard.context.value }

  func start() {
    dashboard.start()
    scheduler.advance()
  }

  func perform(_ commands: Command...) {
    scheduler.perform { for command in commands { dashboard.perform(command) } }
  }

  func wait(_ seconds: Double) { scheduler.advance(by: .milliseconds(Int(seconds * 1_000))) }
}

@Suite struct DashboardTests {
  @Test func nothingBeginsBeforeTheStart() {
    let scene = Scene()
    scene.wait(60)
    #expect(scene.questions.pages.keys.isEmpty)
    #expect(scene.temperatures.requests.keys.isEmpty)
    scene.start()
    #expect(scene.questions.pages.keys.count == 1)
    #expect(scene.temperatures.requests.keys.count == 1)
  }

  @Test func focusGoesRoundInBothDirectionsAndDecidesWhereKeysGo() {
    let scene = Scene()
    #expect(scene.context == .questionList)
    scene.perform(.nextPane)
    #expect(scene.context == .wikipedia)
    scene.perform(.nextPane)
    #expect(scene.context == .conAir)
    scene.perform(.nextPane)
    #expect(scene.state.focus == .stackOverflow)
    scene.perform(.previousPane)
    #expect(scene.state.focus == .conAir)
    scene.perform(.focus(.wikipedia))
    #expect(scene.state.focus == .wikipedia)
  }

  @Test func theContextFollowsWhatThePaneShows() {
    let scene = Scene()
    scene.start()
    scene.questions.pages.answer(0, .sample([1]))
    scene.scheduler.advance()
    scene.perform(.editFilter)
    #expect(scene.context == .filter)
    scene.perform(.acceptFilter, .open)
    #expect(scene.context == .question)
    scene.perform(.nextPane)
    #expect(scene.context == .wikipedia)
    scene.perform(.previousPane, .back)
    #expect(scene.context == .questionList)
  }

  @Test func aKeyMeansWhatTheKeyBeforeItMadeOfIt() {
    let scene = Scene()
    var log: [InputContext] = []
    scene.start()
    let link = URL(string: "https://example.org/q/2")
    scene.questions.pages.answer(0, .sample([1, 2]))
    scene.scheduler.advance()
    for command in [Command.editFilter, .acceptFilter, .move(.end), .openInBrowser, .open, .toggleHelp, .back] {
      scene.perform(command)
      log.append(scene.context)
    }
    #expect(log == [.filter, .questionList, .questionList, .questionList, .question, .help, .question])
    #expect(scene.effects == link.map { [.open($0)] })
    #expect(scene.context == .question)
  }

  @Test func theHelpCoversThePanes() {
    let scene = Scene()
    scene.start()
    scene.questions.pages.answer(0, .sample([1, 2]))
    scene.scheduler.advance()
    scene.perform(.toggleHelp)
    #expect(scene.context == .help)
    scene.perform(.move(.lines(1)), .open)
    #expect(scene.dashboard.stackOverflow.state.value.list.selection == 1)
    #expect(scene.dashboard.stackOverflow.state.value.reading == nil)
    scene.perform(.back)
    #expect(!scene.state.isHelpShown)
    #expect(scene.context == .questionList)
  }

  @Test func commandsReachTheFocusedPaneOnly() {
    let scene = Scene()
    scene.dashboard.wikipedia.start()
    scene.perform(.focus(.wikipedia), .panValue(0.25))
    #expect(scene.dashboard.wikipedia.state.value.chart.viewport.value != 0...1)
    #expect(scene.dashboard.conAir.state.value.chart.viewport.value == 15...25)
    scene.perform(.refresh)
    #expect(scene.feed.retries.value == 1)
    #expect(scene.temperatures.requests.keys.isEmpty)
  }

  @Test func refreshAllRefreshesAll() {
    let scene = Scene()
    scene.start()
    scene.perform(.refreshAll)
    #expect(scene.questions.pages.keys.count == 2)
    #expect(scene.temperatures.requests.keys.count == 2)
    #expect(scene.feed.retries.value == 1)
  }

  @Test func quitRedrawAndSuspendAreForTheProgram() {
    let scene = Scene()
    scene.perform(.quit, .redraw, .suspend)
    #expect(scene.effects == [.quit, .redraw, .suspend])
  }

  @Test func theLinkOfTheSelectedAndOfTheOpenQuestionIsOpenedAndCopied() throws {
    let scene = Scene()
    scene.start()
    scene.questions.pages.answer(0, .sample([1, 2]))
    scene.scheduler.advance()
    scene.perform(.move(.lines(1)), .openInBrowser)
    let link = try #require(URL(string: "https://example.org/q/2"))
    #expect(scene.effects == [.open(link)])
    scene.perform(.open, .copyLink)
    #expect(scene.effects.last == .copy("https://example.org/q/2"))
    #expect(scene.state.notice == "Copied https://example.org/q/2")
  }

  @Test func theSelectedArticlesPageIsOpenedElseTheNewest() throws {
    let scene = Scene()
    scene.start()
    for name in ["One", "Two"] {
      let event = WikiEvent(
        kind: .unspecified, title: SafeText(oneLine: name), time: nil, address: "https://example.org/\(name)")
      scene.feed.input.send(value: .event(event, isReplay: false))
    }
    scene.wait(1)
    scene.perform(.focus(.wikipedia), .openInBrowser, .move(.end), .openInBrowser)
    let (one, two) = (URL(string: "https://example.org/One"), URL(string: "https://example.org/Two"))
    #expect(scene.effects == [.open(try #require(two)), .open(try #require(one))])
  }

  @Test func whereThereIsNoLinkANoticeSaysSo() {
    let scene = Scene()
    scene.perform(.focus(.conAir), .openInBrowser, .copyLink)
    #expect(scene.effects.isEmpty)
    #expect(scene.state.notice == "There is no link here")
  }

  @Test func onlyWebAddressesLeaveTheProgram() {
    let scene = Scene()
    scene.start()
    var question = Question.sample(1)
    question.link = URL(string: "file:///etc/passwd")
    scene.questions.pages.answer(0, QuestionPage(questions: [question]))
    scene.scheduler.advance()
    scene.perform(.openInBrowser)
    #expect(scene.effects.isEmpty)
  }

  @Test func aNoticeGoesThreeSecondsAfterTheLastOne() {
    let scene = Scene()
    scene.dashboard.notify("one")
    scene.wait(2)
    scene.dashboard.notify("two")
    scene.wait(2)
    #expect(scene.state.notice == "two")
    scene.wait(1.1)
    #expect(scene.state.notice == nil)
  }

  @Test func suspensionReachesThePolls() {
    let scene = Scene()
    scene.start()
    scene.temperatures.requests.answer(0, [])
    scene.scheduler.advance()
    scene.scheduler.perform { scene.dashboard.isSuspended.action(true) }
    scene.wait(100)
    #expect(scene.temperatures.requests.keys.count == 1)
    scene.scheduler.perform { scene.dashboard.isSuspended.action(false) }
    scene.scheduler.advance()
    #expect(scene.temperatures.requests.keys.count == 2)
  }

  @Test func commandsCanBeBoundToASignal() {
    let scene = Scene()
    let (keys, key) = Signal<Command, Never>.pipe()
    scene.dashboard.commands <~ keys
    key.send(value: .toggleZoom)
    #expect(scene.state.isZoomed)
    key.send(value: .toggleZoom)
    #expect(!scene.state.isZoomed)
  }
}
