import Foundation
import Model
import ModelTesting
import SignalsTesting
import Testing
import Text

@testable import Edits
@testable import PaneKit

private let start = Date(timeIntervalSince1970: 1_400_165_160)

/// The users of the sign-ups that the chart marks.
@Suite struct SignUpTests {
  private let scheduler = TestScheduler(startDate: start)
  private let feed = ScriptedFeed()

  private func users(_ signUps: SignUps, _ times: ClosedRange<Double>) -> [SafeText] {
    signUps.within(times).map(\.user)
  }

  @Test func thoseOfATimeAreFoundInItsOrder() {
    var signUps = SignUps(limit: 3)
    signUps.insert([SignUp(time: 20, user: "B"), SignUp(time: 10, user: "A"), SignUp(time: 20, user: "C")])
    #expect(users(signUps, 0...100) == ["A", "B", "C"] && users(signUps, 20...20) == ["B", "C"])
    #expect(users(signUps, 11...19).isEmpty && users(signUps, 0...9).isEmpty && users(signUps, 21...30).isEmpty)
    signUps.insert([SignUp(time: 15, user: "D"), SignUp(time: .nan, user: "E"), SignUp(time: 16, user: "")])
    #expect(users(signUps, 0...100) == ["D", "B", "C"], "the oldest leaves, and what has no time or name never comes")
    signUps.keep(16...19)
    #expect(signUps.isEmpty)
  }

  @Test func theStateTellsThemAndAsksForWhatTheyDid() {
    let viewModel = WikipediaViewModel(feed: feed, scheduler: scheduler)
    viewModel.start()
    feed.connect()
    feed.send(.newuser, "Somebody", at: scheduler.currentDate)
    feed.send(.newuser, at: scheduler.currentDate)
    scheduler.advance(by: .seconds(5))
    let state = viewModel.state.value
    let marks = state.chart.annotations
    #expect(marks.count == 2 && state.signUps.count == 1)
    let told = state.signUps.within(marks[0]...marks[1])
    #expect(told.map(\.user) == ["Somebody"] && told.map(\.wiki) == ["enwiki"], "the only wiki of which events come")
    #expect(told.last.flatMap(viewModel.contributions)?.state.value.user == "Somebody")
    #expect(viewModel.contributions(of: SignUp(time: 0, user: "Somebody")) == nil, "nothing says on which wiki")
    scheduler.advance(by: .seconds(86_400))
    #expect(viewModel.state.value.signUps.isEmpty && viewModel.state.value.chart.annotations.isEmpty)
  }
}
