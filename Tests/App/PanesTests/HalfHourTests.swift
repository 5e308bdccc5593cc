import Foundation
import Model
import Screen
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions
@testable import Simulation

/// Half an hour of use while twenty edits come in each second: whatever can be done at any moment does something.
@Suite(.serialized) struct HalfHourTests {
  /// All that a person can see or hear of a key, and what services are asked.
  private struct Picture: Equatable {
    var canvas: Canvas?
    var isEnded: Bool
    var counts: [Int]

    @UI init(_ story: ShellStory) {
      let display = story.display
      canvas = display.frames.last
      isEnded = story.hasQuit
      counts = [
        display.copied.count, display.opened.count, display.run.count, display.invalidations, display.stops,
        display.releases, display.rings, story.questions.asked.withLock(\.count), story.requestCount,
      ]
    }
  }

  private static let users: [SafeText] = ["Marta K.", "Ingrid", "192.0.2.7", "~2026-1234", "Bot of the week"]
  private static let secondsBetweenKeys = 4

  /// Sends what happens from the end of one key to the next, and lets it pass.
  @UI private static func pass(to second: Int, in story: ShellStory, using numbers: inout SeededGenerator) {
    let now = Sample.now.addingTimeInterval(Double(second))
    for number in 0..<20 * secondsBetweenKeys {
      let user = numbers.one(of: users)
      let edit = StoryMaterial.edit(
        SafeText(oneLine: "Article \(numbers.number(1...400))"), numbers.number(-900...900),
        revision: 1_000 + second * 20 + number, by: user, numbers.once(in: 3) ? "a comment" : "",
        isNew: numbers.once(in: 20), isMinor: numbers.once(in: 4), isBot: user.string.hasPrefix("Bot"), at: now)
      story.scheduler.perform { story.feed.send(edit) }
    }
    if numbers.once(in: 4) {
      story.scheduler.perform {
        story.feed.send(.event(WikiEvent(kind: .newuser, title: "", time: now), isReplay: false))
      }
    }
    story.turn(seconds: Double(secondsBetweenKeys))
  }

  /// A key that reaches a command now; fields and overlays are left more often than chance would leave them.
  @UI private static func key(
    in shell: Shell, using numbers: inout SeededGenerator
  ) -> (key: KeyEvent, command: PaneKit.Command)? {
    let isText = shell.takesText
    let reachable = shell.keymap.reachable(among: shell.scope.enabled, takesText: isText).flatMap(\.keys).compactMap {
      key -> (key: KeyEvent, command: PaneKit.Command)? in
      guard case .command(let command, _) = shell.keymap.meaning(of: key, in: shell.scope, takesText: isText),
        !["app.quit", "app.quit-always"].contains(command.id.name)
      else { return nil }
      return (key, command)
    }
    let ways = ["overlay.close", "overlay.choose", "filter.cancel", "filter.keep"]
    let leaving = reachable.filter { ways.contains($0.command.id.name) }
    let choices = leaving.isEmpty || !numbers.once(in: 3) ? reachable : leaving
    return choices.isEmpty ? nil : numbers.one(of: choices)
  }

  /// Whether a command may find everything as it would have it: the first row is the end of going up, a chart shows the present
  /// already. Where the footer offers it, it may not, unless it moves.
  @UI private static func mayBeAtItsEnd(_ command: PaneKit.Command) -> Bool {
    let name = command.id.name
    let moves = ["list.", "overlay.", "text."]
    let ends = ["up", "down", "page-up", "page-down", "half-page-up", "half-page-down", "start", "end"]
    if moves.contains(where: { scope in ends.contains { name == scope + $0 } }) { return true }
    // What a field does with its text, which may be empty.
    if name.hasPrefix("filter."), !["filter.cancel", "filter.keep", "filter.edit"].contains(name) { return true }
    // Two keys with one label: where one is at its end, the other acts.
    let pairs = ["earlier", "later", "higher", "lower", "zoom-in", "zoom-out", "span-shorter", "span-longer", "fit"]
    if name.hasPrefix("chart.cursor-") || pairs.contains(where: { name == "chart." + $0 }) { return true }
    if let hint = command.hint, hint.isUseful?() ?? true { return false }
    return ["chart.follow", "layout.border-", "tab.show-", "tab.move-", "list.newest", "code."].contains {
      name.hasPrefix($0)
    }
  }

  @Test(arguments: [1] as [UInt64]) func noKeyDoesNothing(seed: UInt64) async {
    await ShellStory.tell {
      var numbers = SeededGenerator(seed: seed)
      let story = ShellStory(width: 140, height: 42)
      story.display.frameLimit = 1
      story.connectFeed()
      var used: Set<String> = []
      for second in stride(from: Self.secondsBetweenKeys, through: 1_800, by: Self.secondsBetweenKeys) {
        Self.pass(to: second, in: story, using: &numbers)
        if story.shell.takesText, numbers.once(in: 2) {
          story.type(numbers.one(of: ["a", "e", "t", "1", " "]))
          continue
        }
        guard let (key, command) = Self.key(in: story.shell, using: &numbers) else { continue }
        let before = Picture(story)
        story.type(key)
        story.answers()
        used.insert(command.id.name)
        let isIdle = Picture(story) == before && story.dashboard.state.value.notice == nil
        #expect(
          !isIdle || Self.mayBeAtItsEnd(command),
          "\(key) did nothing after \(second) s: \(command.id.name) in\n\(story.screen)")
      }
      #expect(used.count > 60 && !story.hasQuit, "\(used.count) commands were used")
    }
  }
}
