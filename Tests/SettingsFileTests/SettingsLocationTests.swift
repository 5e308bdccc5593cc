import Foundation
import Testing

@testable import SettingsFile

@Suite struct SettingsLocationTests {
  @Test(arguments: [
    ([:], "/home/ada/.config/reactui/config.yaml"),
    (["XDG_CONFIG_HOME": "/c"], "/c/reactui/config.yaml"),
    (["XDG_CONFIG_HOME": "relative"], "/home/ada/.config/reactui/config.yaml"),
  ])
  func theFileIsBelowTheFolderOfSettings(environment: [String: String], path: String) {
    #expect(SettingsLocation.standard(environment: environment, home: URL(filePath: "/home/ada")).path == path)
  }
}
