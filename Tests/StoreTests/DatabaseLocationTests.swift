import Foundation
import Testing

@testable import Store

@Suite struct DatabaseLocationTests {
  private let home = URL(filePath: "/home/ada")

  @Test func foldersAreThoseOfTheEnvironment() {
    let location = DatabaseLocation(environment: ["XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/c"], home: home)
    #expect(location.state.path == "/s/reactui/state.sqlite")
    #expect(location.cache.path == "/c/reactui/cache.sqlite")
  }

  @Test(arguments: [[:], ["XDG_STATE_HOME": "relative", "XDG_CACHE_HOME": ""]])
  func withoutThemTheyAreBelowTheHome(environment: [String: String]) {
    let location = DatabaseLocation(environment: environment, home: home)
    #expect(location.state.path == "/home/ada/.local/state/reactui/state.sqlite")
    #expect(location.cache.path == "/home/ada/.cache/reactui/cache.sqlite")
  }
}
