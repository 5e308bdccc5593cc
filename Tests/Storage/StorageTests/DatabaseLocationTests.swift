import Testing

@testable import Storage

@Suite struct DatabaseLocationTests {
  @Test func eachIsInItsFolder() {
    let location = DatabaseLocation(environment: ["HOME": "/home/ada", "XDG_CACHE_HOME": "/c"])
    #expect(location.state.path == "/home/ada/.local/state/reactui/state.sqlite")
    #expect(location.cache.path == "/c/reactui/cache.sqlite")
  }
}
