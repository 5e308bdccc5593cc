import Foundation
import Model
import ModelTesting
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Rooms

/// When a match of a rule is claimed, and when its program runs.
@Suite struct RuleQueueTests {
  private static let words = ["save", "--", "{title}"]

  private static func command(_ words: [String] = words) throws -> OwnCommand {
    OwnCommand("save it", for: SubjectKind.all, words: try words.map { try ProgramWord($0) })
  }

  private static func rule(_ text: String, _ command: SafeText? = "save it") throws -> Rule {
    Rule(.edit(try EditCondition("bytes>0")), text: text, command: command, ringsBell: true)
  }

  private static let alarms = Rule(.room(RoomLimit(.above, 30)), text: "above 30", command: "save it")

  private static func edit(_ number: Int, _ rule: Rule, title: SafeText? = nil) -> RuleQueue.Match {
    RuleQueue.Match(
      rule: rule, met: .edit(EditAnnotation.Key(wiki: "enwiki", revision: number)),
      subject: ProgramSubject(.edits, [.title: title ?? "Page \(number)"]))
  }

  private static func alarm(_ room: String, _ celsius: Double = 31) -> RuleQueue.Match {
    RuleQueue.Match(
      rule: alarms, met: .room(room),
      subject: ProgramSubject(room: SafeText(oneLine: room), latest: celsius, unit: .celsius))
  }

  private static func queue(_ rules: [Rule]) throws -> RuleQueue {
    var queue = RuleQueue()
    _ = queue.use(rules, [try command()])
    return queue
  }

  /// Acts on the match, which nobody has met before.
  private func run(_ match: RuleQueue.Match, _ queue: inout RuleQueue) -> [RuleQueue.Effect] {
    queue.reduce(match) + queue.claimed(match, isFirst: true)
  }

  /// Four rules whose programs hang have all places.
  private func hang(_ queue: inout RuleQueue, _ rules: [Rule]) {
    for rule in rules.prefix(4) {
      for number in 0..<RuleQueue.limit {
        #expect(run(Self.edit(number, rule), &queue).contains { if case .run = $0 { true } else { false } })
      }
    }
  }

  @Test func whatFindsNoPlaceWaitsUnclaimed() throws {
    let rules = try (0...4).map { try Self.rule("rule \($0)") }
    var queue = try Self.queue(rules)
    hang(&queue, rules)
    let (one, two) = (Self.edit(1, rules[4]), Self.edit(2, rules[4]))
    #expect(queue.reduce(one) == [.tell("save it waits: 20 programs of rules run already; stop one (:stop)")])
    #expect(queue.reduce(two) == [])
    // A place is free: the first that waits is claimed, and the other one when that was met before.
    #expect(queue.ended(Self.edit(3, rules[0]), hasRun: true) == [.claim(one)])
    #expect(queue.claimed(one, isFirst: false) == [.claim(two)])
    #expect(queue.claimed(two, isFirst: true) == [.wait(rules[4].id), .ring, .run(try Self.command(), two)])
  }

  @Test func anAlarmHasAPlaceAlways() throws {
    let rules = try (0...3).map { try Self.rule("rule \($0)") } + [Self.alarms]
    var queue = try Self.queue(rules)
    hang(&queue, rules)
    for room in ["Attic", "Cellar"] {
      #expect(run(Self.alarm(room), &queue).contains(.run(try Self.command(), Self.alarm(room))))
    }
    // One for each room: the newest alarm of a room waits for the program of its last one.
    let sentence: SafeText = "save it waits: its program for the room's last alarm runs; stop it (:stop)"
    #expect(queue.reduce(Self.alarm("Attic", 32)) == [.tell(sentence)])
    #expect(queue.reduce(Self.alarm("Attic", 33)) == [])
    #expect(queue.ended(Self.alarm("Attic"), hasRun: true) == [.claim(Self.alarm("Attic", 33))])
    // One that is over does not wait any more.
    _ = queue.claimed(Self.alarm("Attic", 33), isFirst: true)
    _ = queue.reduce(Self.alarm("Attic", 34))
    queue.end(of: .room("Attic"), Self.alarms.id)
    #expect(queue.ended(Self.alarm("Attic", 33), hasRun: true) == [])
  }

  @Test func anAlarmIsNeverLeftOut() throws {
    var queue = try Self.queue([Self.alarms])
    for number in 0..<RuleQueue.limit { _ = run(Self.alarm("room \(number)"), &queue) }
    #expect(queue.reduce(Self.alarm("Attic")) == [])
    #expect(queue.minuteEnds(Self.alarms.id) == [.claim(Self.alarm("Attic"))])
  }

  @Test func whatTheCommandRefusesIsNotClaimed() throws {
    let rule = try Self.rule("a rule")
    var queue = RuleQueue()
    _ = queue.use([rule], [try Self.command(["save", "{title}"])])
    let effects = queue.reduce(Self.edit(1, rule, title: "-x"))
    #expect(
      effects == [.wait(rule.id), .tell("save it is not run: “-x” would be an option; put \"--\" before {title}")])
    // It has taken no place, and of the minute only its part.
    for number in 2...RuleQueue.limit { #expect(!run(Self.edit(number, rule), &queue).isEmpty) }
    #expect(queue.minuteEnds(rule.id) == [])
  }

  @Test func whatCouldNotBeStartedMayBeMetAgain() throws {
    let rule = try Self.rule("a rule")
    var queue = try Self.queue([rule])
    let match = Self.edit(1, rule)
    _ = run(match, &queue)
    #expect(queue.ended(match, hasRun: false) == [.release(rule.id, match.met)])
  }

  /// As many as may act are asked for, so that what others have met leaves nothing out.
  @Test func whatOthersHaveMetDoesNotCount() throws {
    let rule = try Self.rule("a rule", nil)
    var queue = try Self.queue([rule])
    let matches = (1...7).map { Self.edit($0, rule) }
    let asked = matches.flatMap { queue.reduce($0) }
    #expect(asked == matches.prefix(RuleQueue.limit).map { .claim($0) })
    #expect(queue.claimed(matches[0], isFirst: false) == [.claim(matches[5])])
    for match in matches[1...5] { _ = queue.claimed(match, isFirst: true) }
    // The minute is full: it is claimed to be left out.
    #expect(queue.claimed(matches[6], isFirst: true) == [])
    #expect(queue.minuteEnds(rule.id) == [.tell("a rule: 1 left out, as a rule acts 5 times a minute")])
  }

  @Test func aRuleThatOnlyRingsDifferentlyActsAllTheSame() throws {
    var rule = try Self.rule("a rule")
    var queue = try Self.queue([rule])
    let match = Self.edit(1, rule)
    #expect(queue.reduce(match) == [.claim(match)])
    rule.ringsBell = false
    _ = queue.use([rule], [try Self.command()])
    #expect(queue.claimed(match, isFirst: true) == [.wait(rule.id), .run(try Self.command(), match)])
  }

  @Test func soManyWait() throws {
    let rules = try (0...4).map { try Self.rule("rule \($0)") }
    var queue = try Self.queue(rules)
    hang(&queue, rules)
    for number in 0...RuleQueue.waitingLimit { _ = queue.reduce(Self.edit(number, rules[4])) }
    let last = Self.edit(RuleQueue.waitingLimit, rules[4])
    var claimed: [RuleQueue.Effect] = []
    for place in 0..<RuleQueue.limit { claimed += queue.ended(Self.edit(place, rules[0]), hasRun: true) }
    for number in 0..<RuleQueue.limit { claimed += queue.claimed(Self.edit(number, rules[4]), isFirst: true) }
    #expect(claimed.count { if case .claim = $0 { true } else { false } } == RuleQueue.waitingLimit)
    #expect(!claimed.contains(.claim(last)))
  }
}
