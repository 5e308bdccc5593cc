import Foundation
import Model
import Signals
import SignalsTesting
import Testing
import Text

@testable import PaneKit

@Suite struct DesktopNoticeTests {
  @Test(
    arguments: [
      ([DesktopNotice(.alarms, "Office above 26°C")], "1 alarm: Office above 26°C"),
      (
        [DesktopNotice(.alarms, "Attic above 26°C"), DesktopNotice(.alarms, "Office above 26°C", count: 2)],
        "3 alarms, the latest: Office above 26°C"
      ),
      (
        [DesktopNotice(.answers, "Why?"), DesktopNotice(.watched, "Saturn")],
        "1 watched edit, 1 question with new answers, the latest: Saturn"
      ),
    ] as [([DesktopNotice], SafeText)])
  func whatComesTogetherIsCounted(notices: [DesktopNotice], sentence: SafeText) {
    var pending = PendingNotices()
    for notice in notices { pending.add(notice) }
    #expect(pending.sentence == sentence)
  }

  /// Notifications on a clock that only the test moves.
  private struct Scene {
    let scheduler = TestScheduler()
    let settings = MutableProperty(NotifySettings())
    let told = MutableProperty<[SafeText]>([])
    private let input: Signal<DesktopNotice, Never>.Observer

    init(_ kinds: [NotifySettings.Kind]?) {
      let (notices, input) = Signal<DesktopNotice, Never>.pipe()
      self.input = input
      settings.modify { $0.kinds = kinds }
      notices.notifications(of: Property(capturing: settings), on: scheduler)
        .observeValues { [told] sentence in told.modify { $0.append(sentence) } }
    }

    func send(_ kind: NotifySettings.Kind, _ text: SafeText) { input.send(value: DesktopNotice(kind, text)) }
  }

  @Test func theFirstIsToldAtOnceAndTheNextFiveSecondsLater() {
    let scene = Scene([.alarms])
    scene.send(.alarms, "A")
    scene.scheduler.advance(by: .milliseconds(1))
    #expect(scene.told.value == ["1 alarm: A"])
    scene.send(.alarms, "B")
    scene.send(.alarms, "C")
    scene.scheduler.advance(by: .milliseconds(4_900))
    #expect(scene.told.value.count == 1)
    scene.scheduler.advance(by: .milliseconds(200))
    #expect(scene.told.value == ["1 alarm: A", "2 alarms, the latest: C"])
    scene.scheduler.advance(by: .seconds(60))
    #expect(scene.told.value.count == 2)
  }

  @Test func aThousandAlarmsInAMinuteAreTwelveNotifications() {
    let scene = Scene([.alarms])
    for _ in 1...1_000 {
      scene.send(.alarms, "Office above 26°C")
      scene.scheduler.advance(by: .milliseconds(59))
    }
    #expect(scene.told.value.count == 12)
    scene.scheduler.advance(by: .seconds(5))
    #expect(scene.told.value.count == 13)
    let counts = scene.told.value.compactMap { $0.string.split(separator: " ").first.flatMap { Int($0) } }
    #expect(counts.reduce(0, +) == 1_000)
  }

  @Test func onlyWhatTheSettingsNameIsTold() {
    let scene = Scene(nil)
    scene.send(.alarms, "A")
    scene.settings.modify { $0.kinds = [.rules] }
    scene.send(.alarms, "B")
    scene.send(.rules, "C")
    scene.scheduler.advance(by: .seconds(10))
    #expect(scene.told.value == ["1 rule: C"])
  }
}
