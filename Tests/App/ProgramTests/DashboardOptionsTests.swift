import Testing

@testable import reactui

@Suite struct DashboardOptionsTests {
  @Test(arguments: [
    [], ["--demo"], ["--live"], ["--ascii"], ["--no-state"], ["--demo", "--no-state", "--ascii"],
    ["--live", "--ascii", "--live"],
  ])
  func plainCommandLinesMeanWhatTheParserSays(arguments: [String]) throws {
    let plain = try #require(DashboardOptions(plain: arguments))
    #expect(plain == (try Reactui.parse(arguments)).dashboard)
  }

  @Test(arguments: [
    ["--demo", "--live"], ["--help"], ["--version"], ["--demo=yes"], ["--pane", "wikipedia"], ["station"], ["--dem"],
    [""], ["--", "--demo"],
  ])
  func allOthersAreTheParsers(arguments: [String]) {
    #expect(DashboardOptions(plain: arguments) == nil)
  }
}
