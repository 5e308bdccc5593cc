import Foundation
import Testing

@testable import Model

@Suite struct PersonalFoldersTests {
  @Test func foldersAreThoseOfTheEnvironment() {
    let folders = PersonalFolders(environment: [
      "HOME": "/home/ada", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/k/",
    ])
    #expect(folders.config.appending(path: "x").path == "/c/x")
    #expect(folders.state.appending(path: "x").path == "/s/x")
    #expect(folders.cache.appending(path: "x").path == "/k/x")
  }

  @Test(arguments: [[:], ["XDG_CONFIG_HOME": "relative", "XDG_STATE_HOME": "", "XDG_CACHE_HOME": "~/k"]])
  func withoutThemTheyAreBelowTheHome(environment: [String: String]) {
    let folders = PersonalFolders(environment: environment.merging(["HOME": "/home/ada"]) { $1 })
    #expect(folders.config.appending(path: "x").path == "/home/ada/.config/x")
    #expect(folders.state.appending(path: "x").path == "/home/ada/.local/state/x")
    #expect(folders.cache.appending(path: "x").path == "/home/ada/.cache/x")
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative"]])
  func withoutAHomeItIsTheOneThatTheSystemKnows(environment: [String: String]) {
    let home = PersonalFolders(environment: environment).home
    #expect(home == FileManager.default.homeDirectoryForCurrentUser)
  }

  @Test(arguments: [
    ("~/a key", "/home/ada/a key"), ("/~/key", "/~/key"), ("~ada/key", "~ada/key"), ("~", "~"),
    ("~/ä%20", "/home/ada/ä%20"), ("~/\u{301}a", "/home/ada/\u{301}a"),
  ])
  func aTildeIsTheHome(path: String, expanded: String) {
    #expect(PersonalFolders(environment: ["HOME": "/home/ada"]).expanded(path) == expanded)
  }
}
