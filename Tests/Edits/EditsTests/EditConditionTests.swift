import Edits
import Foundation
import Model
import Testing
import Text

@Suite struct EditConditionTests {
  /// An edit of a bot on the German Wikipedia, which removed 12 bytes.
  private static let bot = WikiEvent(
    kind: .unspecified, title: "Zürich Hauptbahnhof", time: nil, wiki: "dewiki", lengthChange: -12,
    edit: WikiEdit(
      namespace: 0, user: "Größe-Bot", comment: "", isMinor: true, isBot: true,
      facts: EditFacts(risk: 0.25, isNewcomer: false, userEdits: 4_000, isReverted: true)))
  /// A new talk page, by somebody without an account.
  private static let stranger = WikiEvent(
    kind: .talk, title: "Talk:New York (state)", time: nil, wiki: "enwiki", lengthChange: 300,
    edit: WikiEdit(namespace: 1, user: "192.0.2.7", comment: "hello", isNew: true))
  /// What a feed of titles tells of an edit.
  private static let bare = WikiEvent(kind: .unspecified, title: "Manhattan", time: nil)

  private func holds(_ text: String, for event: WikiEvent) throws -> Bool { try EditCondition(text).holds(for: event) }

  @Test(arguments: [
    "bot", "minor", "not new", "not anonymous", "BOT and Minor", "bytes<0", "bytes<=-12", "bytes = -12", "bytes>=-12",
    "bytes > -13", "title:zurich", "title:\"hauptbahnhof\"", "title:\"zürich haupt\"", "user:grosse", "wiki:de",
    "wiki:dewiki", "wiki:DE", "ns:0", "ns:article", "not (new or anonymous)", "new or bot", "not not bot",
    "new and bot or minor", "minor or new and bot", "not new and bot", "(bot)", "((bot))and(minor)", "not(new)",
  ])
  func itHoldsForTheEditOfABot(text: String) throws { #expect(try holds(text, for: Self.bot)) }

  @Test(arguments: [
    "new", "not bot", "bytes>0", "bytes<-12", "bytes=12", "title:zug", "title:\"haupt bahnhof\"", "user:bo-t",
    "wiki:en",
    "ns:1", "ns:talk", "not (new or bot)", "new or anonymous", "bot and new", "(minor or new) and anonymous",
    "not bot or not minor", "not reverted", "newcomer", "risk>0.25", "edits<4000",
  ])
  func itDoesNotHoldForTheEditOfABot(text: String) throws { #expect(try !holds(text, for: Self.bot)) }

  @Test(arguments: [
    "anonymous", "new", "ns:talk", "ns:1", "title:\"york (state)\"", "user:192.0.2.", "bytes>=300 and not bot",
    "title:new and new",
  ])
  func itHoldsForTheNewTalkPage(text: String) throws { #expect(try holds(text, for: Self.stranger)) }

  /// What is unknown decides nothing, also if it is negated.
  @Test(arguments: [
    "bot", "not bot", "bytes<10", "bytes>=10", "not bytes<10", "bot or not bot", "wiki:en", "not wiki:en", "user:a",
    "ns:0", "not (bot and title:manhattan)", "risk<0.5", "risk>=0.5", "not risk>0.9", "edits<10", "not edits<10",
    "newcomer",
    "not newcomer", "reverted", "not reverted",
  ])
  func whatTheFeedDoesNotTellHoldsNowhere(text: String) throws { #expect(try !holds(text, for: Self.bare)) }

  /// What is known decides beside it.
  @Test(arguments: ["title:manhattan or bot", "not (bot and title:boston)", "title:manhattan and (title:man or minor)"])
  func whatIsKnownDecidesBesideIt(text: String) throws { #expect(try holds(text, for: Self.bare)) }

  @Test func aRiskThatIsNotToldIsNeitherHighNorLow() throws {
    #expect(try !holds("risk<0.5 or risk>=0.5", for: Self.stranger) && !holds("not risk>0.9", for: Self.stranger))
    #expect(try !holds("edits<10", for: Self.stranger) && holds("not reverted and new", for: Self.stranger))
  }

  @Test func aHiddenUserIsNeitherAnonymousNorNot() throws {
    var hidden = Self.bot
    hidden.edit?.user = nil
    #expect(try !holds("anonymous", for: hidden) && !holds("not anonymous", for: hidden))
    #expect(try !holds("user:a", for: hidden) && holds("bot", for: hidden))
  }

  @Test(arguments: [
    ("", "column 1: give a condition, such as risk>0.9 or bot"),
    ("   ", "column 4: give a condition, such as risk>0.9 or bot"),
    ("bot and boot", "column 9: \"boot\" is not known; did you mean bot?"),
    ("mnor", "column 1: \"mnor\" is not known; did you mean minor?"),
    ("bot and", "column 8: nothing stands after and; give a condition, such as risk>0.9 or bot"),
    ("not", "column 4: nothing stands after not; give a condition, such as risk>0.9 or bot"),
    ("bot or ) ", "column 8: nothing stands after or; give a condition, such as risk>0.9 or bot"),
    ("()", "column 2: nothing stands after (; give a condition, such as risk>0.9 or bot"),
    ("bot minor", "column 5: \"and\" or \"or\" is missing before \"minor\""),
    ("(bot minor)", "column 6: \"and\", \"or\" or \")\" is missing before \"minor\""),
    ("bot)", "column 4: this bracket closes none"), ("minor and (bot or new", "column 11: this bracket is not closed"),
    ("bytes", "column 1: bytes needs <, <=, =, >= or > and a number, such as bytes<-1000"),
    ("bytes=>1", "column 6: bytes needs <, <=, =, >= or > and a number, such as bytes<-1000"),
    ("bytes>", "column 7: bytes takes a whole number, such as bytes<-1000"),
    ("bytes> 1.5", "column 8: bytes takes a whole number, such as bytes<-1000"),
    ("bytes>1e9", "column 7: bytes takes a whole number, such as bytes<-1000"),
    ("bytes>99999999999999999", "column 7: bytes takes a whole number, such as bytes<-1000"),
    ("rsk>0.9", "column 1: \"rsk\" is not known; did you mean risk?"),
    ("bot and risk>90", "column 14: risk takes a number from 0 to 1, such as risk>0.9"),
    ("edits>=-1", "column 8: edits takes a whole number from 0 on, such as edits<10"),
    ("bot:yes", "column 4: bot stands alone, without a value"),
    ("bot>1", "column 4: bot stands alone, without a value"),
    ("user", "column 1: user needs a colon, such as user:maria"),
    ("user: maria", "column 6: nothing stands after user:; give a part of the name, such as user:maria"),
    ("title:\"\"", "column 7: nothing stands after title:; give a part of the title, such as title:\"new york\""),
    ("title:\"new york", "column 7: this quote is not closed"),
    ("wiki:narnia", "column 6: no wiki is called \"narnia\"; give its code or database name, such as wiki:de"),
    ("wiki:enwkii", "column 6: no wiki is called \"enwkii\"; did you mean enwiki?"),
    ("ns:tlak", "column 4: no namespace is called \"tlak\"; did you mean talk?"),
    ("ns:x", "column 4: no namespace is called \"x\"; give its number or English name"),
    ("> 5", "column 1: \">\" cannot stand here"), ("bot and and minor", "column 9: a condition is missing before and"),
    (
      "everything",
      "column 1: \"everything\" is not known; give one of risk, bytes, edits, bot, minor, new, newcomer, anonymous, reverted, wiki:, user:, title:, ns:, and, or, not"
    ),
  ])
  func aMistakeIsToldWithItsPlace(text: String, sentence: String) {
    #expect(throws: EditConditionMistake.self) { try EditCondition(text) }
    do {
      _ = try EditCondition(text)
    } catch {
      #expect(error.description == sentence)
    }
  }

  @Test func aHostileTextIsRefused() throws {
    let limit = EditCondition.depthLimit
    let deep = String(repeating: "(", count: limit) + "bot" + String(repeating: ")", count: limit)
    #expect(try holds(deep, for: Self.bot))
    for text in [
      "(" + deep + ")", String(repeating: "not ", count: limit + 1) + "bot", String(repeating: "(", count: 100_000),
      String(repeating: "bot and ", count: 100_000) + "bot", String(repeating: "a", count: 10_000_000),
      "title:" + String(repeating: "x", count: EditCondition.lengthLimit), "bot\u{202E}", "\u{1B}[2J", "title:\u{200B}",
    ] {
      #expect(throws: EditConditionMistake.self) { try EditCondition(text) }
    }
  }

  @Test func itSaysWhatItDependsOn() throws {
    let condition = try EditCondition("not (bot or bytes>3) and title:a")
    #expect(condition.mentions("bot") && condition.mentions("bytes") && condition.mentions("title"))
    #expect(!condition.mentions("minor") && !condition.mentions("user") && !condition.dependsOnFacts)
    #expect(try EditCondition("bot or not newcomer").dependsOnFacts)
  }
}

/// Random texts, from seeds.
@Suite struct RandomEditConditionTests {
  private struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  private static let pieces = [
    "bot", "minor", "new", "anonymous", "and", "or", "not", "(", ")", " ", " ", " ", "bytes", "<", "<=", "=", ">", "10",
    "-3", "1.5", "title:", "user:", "wiki:", "ns:", "\"", "a b", "é", "\u{301}", "🇩🇪", "\0", "talk", "de", ":", "rsk",
  ]

  /// Nothing traps, a mistake has a place in the text, and no condition holds together with its contrary.
  @Test func anyTextIsReadOrRefused() throws {
    var random = Random(state: 20_261_123)
    let event = WikiEvent(
      kind: .unspecified, title: "a b", time: nil, wiki: "dewiki", lengthChange: 10,
      edit: WikiEdit(namespace: 1, user: "é", isBot: true))
    var (read, wrong) = (0, [String]())
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? ""
      }
      .joined()
      do throws(EditConditionMistake) {
        let condition = try EditCondition(text)
        read += 1
        let contrary = try EditCondition("not (\(text))")
        if condition.holds(for: event) && contrary.holds(for: event) { wrong.append(text) }
      } catch {
        if !(1...text.count + 1).contains(error.column) { wrong.append("\(text): \(error)") }
      }
    }
    // Once, since 20,000 expectations take half a minute.
    #expect(wrong.isEmpty)
    #expect(read > 100)
  }

  /// A condition and what it says, computed another way.
  private static func condition(depth: Int, using random: inout Random) -> (text: String, value: Bool?) {
    switch depth == 0 ? Int.random(in: 0...3, using: &random) : Int.random(in: 0...7, using: &random) {
    case 0: return ("bot", true)
    case 1: return ("minor", false)
    case 2: return ("bytes<5", nil)
    case 3: return ("title:x", true)
    case 4:
      let inner = condition(depth: depth - 1, using: &random)
      return ("not (\(inner.text))", inner.value.map { !$0 })
    case 5, 6:
      let (a, b) = (condition(depth: depth - 1, using: &random), condition(depth: depth - 1, using: &random))
      let value: Bool? = a.value == false || b.value == false ? false : a.value == nil || b.value == nil ? nil : true
      return ("(\(a.text)) and (\(b.text))", value)
    default:
      let (a, b) = (condition(depth: depth - 1, using: &random), condition(depth: depth - 1, using: &random))
      let value: Bool? = a.value == true || b.value == true ? true : a.value == nil || b.value == nil ? nil : false
      return ("(\(a.text)) or (\(b.text))", value)
    }
  }

  @Test func unknownsAreJoinedAsKleeneSays() throws {
    var random = Random(state: 7)
    let event = WikiEvent(kind: .unspecified, title: "x", time: nil, edit: WikiEdit(isBot: true))
    var unknown = 0
    for _ in 0..<2_000 {
      let (text, value) = Self.condition(depth: 4, using: &random)
      guard text.count <= EditCondition.lengthLimit else { continue }
      let isTrue = try EditCondition(text).holds(for: event)
      let isFalse = try EditCondition("not (\(text))").holds(for: event)
      #expect((isTrue ? true : isFalse ? false : nil) == value, "\(text)")
      if value == nil { unknown += 1 }
    }
    #expect(unknown > 100)
  }
}
