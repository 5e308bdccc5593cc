import Model
import Testing

@testable import PaneKit

/// A setting of 1 that a person overrides.
@Suite struct OverriddenSettingTests {
  @Test(
    arguments: [
      ([], 1),
      ([.choice(2)], 2),
      ([.choice(2), .setting(1)], 2),
      ([.choice(2), .setting(3)], 3),
      ([.choice(2), .setting(3), .setting(1)], 2),
      ([.recall(Override(4, of: 1))], 4),
      ([.recall(Override(4, of: 1)), .choice(1)], 1),
      // The setting has changed since the last run.
      ([.recall(Override(4, of: 3))], 1),
      ([.recall(Override(4, of: 3)), .setting(3)], 4),
      ([.setting(3), .recall(Override(4, of: 1)), .setting(1)], 4),
      // A choice of this run counts for more, also that of the setting itself.
      ([.choice(2), .recall(Override(4, of: 1))], 2),
      ([.choice(1), .recall(Override(4, of: 1))], 1),
      ([.choice(2), .recall(nil)], 2),
    ] as [([OverriddenSetting<Int>.Step], Int)])
  func aChoiceCountsForTheSettingForWhichItWasMade(steps: [OverriddenSetting<Int>.Step], value: Int) {
    var setting = OverriddenSetting(1)
    for step in steps { setting.reduce(step) }
    #expect(setting.value == value)
  }
}
